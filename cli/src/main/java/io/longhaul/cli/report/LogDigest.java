package io.longhaul.cli.report;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a report keeps of a measurement log: counts, provenance, failures, and the series worth drawing. Made in one
 * pass by {@link Collector}, so that a log need not fit in memory. Immutable.
 *
 * @param throughputRuns runs that gave a rate
 * @param latencyRuns runs that gave round-trip times
 * @param failedRuns runs that gave nothing
 * @param failures the newest failed runs, newest first
 * @param probedBy who measured, one line for each prober, kind and campaign
 * @param first start of the earliest run; empty when the log is empty
 * @param last start of the latest run
 * @param series time series, by link and start
 * @param seriesLeftOut runs with a series that did not fit
 * @param rates what each run carried, by link and streams
 * @param trips round-trip time of each run, by link
 */
public record LogDigest(
        long throughputRuns,
        long latencyRuns,
        long failedRuns,
        List<FailedMeasurement> failures,
        List<Provenance.Line> probedBy,
        Optional<Instant> first,
        Optional<Instant> last,
        List<RunSeries> series,
        long seriesLeftOut,
        List<RateShelf.Repeated> rates,
        List<RateShelf.Repeated> trips) {
    public LogDigest {
        failures = List.copyOf(failures);
        probedBy = List.copyOf(probedBy);
        series = List.copyOf(series);
        rates = List.copyOf(rates);
        trips = List.copyOf(trips);
    }

    /** The digest of measurements that are already in memory. */
    public static LogDigest of(Collection<? extends Measurement> measurements) {
        var collector = new Collector();
        measurements.forEach(collector::add);
        return collector.digest();
    }

    /** An empty log, for a report made from a snapshot alone. */
    public static LogDigest none() {
        return new Collector().digest();
    }

    public long runs() {
        return throughputRuns + latencyRuns + failedRuns;
    }

    /** Takes measurements one by one. Confined to one thread. */
    public static final class Collector {
        private final Provenance provenance = new Provenance();
        private final NewestFailures failures = new NewestFailures();
        private final SeriesShelf series = new SeriesShelf();
        private final RateShelf rates = new RateShelf();

        public Collector add(Measurement measurement) {
            provenance.add(measurement);
            failures.add(measurement);
            series.add(measurement);
            rates.add(measurement);
            return this;
        }

        public LogDigest digest() {
            var kept = series.kept();
            return new LogDigest(
                    provenance.runs(Measurement.Kind.THROUGHPUT.id()),
                    provenance.runs(Measurement.Kind.LATENCY.id()),
                    provenance.runs(Provenance.FAILED),
                    failures.newestFirst(),
                    provenance.lines(),
                    provenance.first(),
                    provenance.last(),
                    kept,
                    series.seen() - kept.size(),
                    rates.rates(),
                    rates.trips());
        }
    }
}
