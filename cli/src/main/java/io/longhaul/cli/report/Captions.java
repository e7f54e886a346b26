package io.longhaul.cli.report;

import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What to see in each picture, in a plain sentence with its numbers; or, in words, that there is nothing to see. */
record Captions(
        String singleFlow,
        String multiStream,
        String rtt,
        String scatter,
        String streams,
        String series,
        String verdicts,
        String caps,
        String map) {

    static Captions of(ReportData data, Optional<ImpliedWindow> fit) {
        Snapshot snapshot = data.snapshot();
        return new Captions(
                singleFlow(snapshot.links()),
                multiStream(snapshot.links()),
                rtt(snapshot.links()),
                scatter(fit),
                streams(snapshot.links()),
                series(data.log()),
                verdicts(data.recommendations()),
                "What one VM may carry at each site, and where the number comes from.",
                map(data));
    }

    private static String singleFlow(List<LinkEstimate> links) {
        return Spread.of(rates(links.stream().flatMap(link -> link.singleFlow().stream())))
                .map(spread -> "One stream carries " + range(spread) + ". Bright is fast.")
                .orElse("No run with a single stream in this log.");
    }

    private static String multiStream(List<LinkEstimate> links) {
        return Spread.of(rates(links.stream()
                        .flatMap(link -> link.mostStreams().stream())
                        .map(point -> point.best())))
                .map(spread -> "With the most streams measured, a link carries " + range(spread)
                        + ". Bright is fast; the scale is not that of the single stream.")
                .orElse("No throughput run in this log.");
    }

    private static String rtt(List<LinkEstimate> links) {
        return Spread.of(links.stream()
                        .flatMap(link -> link.rtt().stream())
                        .mapToLong(rtt -> rtt.median().toNanos()))
                .map(spread -> "Round trips take " + time(spread.min()) + " to " + time(spread.max()) + ", "
                        + time(Math.round(spread.median())) + " at the median. Bright is near.")
                .orElse("No round-trip time in this log.");
    }

    private static String scatter(Optional<ImpliedWindow> fit) {
        return fit.map(curve -> {
                    String rate = curve.perStream() ? "Rate per stream" : "Single-stream rate";
                    String share = Words.grouped(curve.near()) + " of " + Words.count(curve.links(), "link");
                    String line = rate + " against round-trip time. The line is window / RTT for "
                            + Show.size(curve.window()) + ", the median over the links; ";
                    return 2 * curve.near() >= curve.links()
                            ? line + share + " lie within 10 % of it, as they do when a window binds."
                            : line + "only " + share + " lie within 10 % of it, so on most links something else binds.";
                })
                .orElse("Fewer than three links have both a rate and a round-trip time.");
    }

    private static String streams(List<LinkEstimate> links) {
        boolean anyCurve = links.stream().anyMatch(link -> link.rates().size() > 1);
        return anyCurve
                ? "The rate grows with the number of streams until it meets a dashed line: that cap binds."
                : "Only one number of streams was measured, so there is one point under the caps.";
    }

    private static String series(LogDigest log) {
        if (log.series().isEmpty()) {
            return "No time series in this log: its runs report totals only.";
        }
        String left = log.seriesLeftOut() == 0
                ? ""
                : " " + Words.grouped(log.seriesLeftOut()) + " older runs are in the log but not on this page.";
        return "What both ends counted in each interval; where sent runs above received, data waited in buffers."
                + " Levels between change points are drawn thick."
                + left;
    }

    private static String verdicts(List<Recommendations> recommendations) {
        if (recommendations.isEmpty()) {
            return "No recommendation was asked for.";
        }
        return recommendations.stream().map(Captions::relayGains).collect(Collectors.joining(" "))
                + " The verdict weighs a relay against more streams and more VMs, in dollars. A click on a row shows the"
                + " link.";
    }

    private static String relayGains(Recommendations recommendations) {
        var summary = recommendations.summary();
        String basis = recommendations.rates() == RateBasis.SINGLE_FLOW ? "a single stream" : "many streams";
        return "By the rates of " + basis + ", the best relay would carry at least 1.5 times the direct rate on "
                + Words.grouped(summary.relayGainAtLeast1_5()) + " of " + Words.count(summary.links(), "link") + " ("
                + Show.percent(summary.relayShare()) + ").";
    }

    private static String map(ReportData data) {
        long placed = data.snapshot().sites().stream()
                .filter(site -> data.places().containsKey(site.id()))
                .count();
        if (placed == 0) {
            return "No coordinates are known for these sites.";
        }
        String left = placed == data.snapshot().sites().size()
                ? ""
                : " " + (data.snapshot().sites().size() - placed) + " without known coordinates are left off.";
        return Words.count(placed, "site") + " by longitude and latitude; arcs are the links that leave the chosen one."
                + left;
    }

    private static LongStream rates(Stream<Bandwidth> rates) {
        return rates.mapToLong(Bandwidth::bitsPerSecond);
    }

    private static String range(Spread spread) {
        String from = Show.rate(Bandwidth.ofBitsPerSecond(spread.min()));
        String to = Show.rate(Bandwidth.ofBitsPerSecond(spread.max()));
        return from + " to " + to
                + (spread.min() > 0 ? String.format(Locale.ROOT, ", a factor of %.1f", spread.ratio()) : "");
    }

    private static String time(long nanos) {
        return Show.time(Duration.ofNanos(nanos));
    }
}
