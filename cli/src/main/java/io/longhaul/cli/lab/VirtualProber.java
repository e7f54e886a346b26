package io.longhaul.cli.lab;

import io.longhaul.campaign.desk.OrderedStudy;
import io.longhaul.campaign.orders.Order;
import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.CarriedFlows.Outcome;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.topology.Change;
import io.longhaul.lab.topology.Course;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Setting;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes the runs of one order in virtual time. Loads that were started and not yet waited for run together; what each carried is computed
 * when one of them is waited for; what a run that is ended early would have sent is taken from the bucket all the same. Says nothing that
 * a fluid does not have: no retransmits, no windows of kernels. Confined to one thread.
 */
final class VirtualProber implements Probing {
    private static final MeasurementHeader.Prober NAME = new MeasurementHeader.Prober("longhaul-virtual-lab", "1");

    /** Slow start from ten segments to a window of 10,000 takes ten round trips. */
    private static final int ROUND_TRIPS_TO_SETTLE = 10;

    private static final Duration SHORTEST = Duration.ofNanos(100_000);

    private final LabTopology topology;
    private final Optional<VirtualBucket> bucket;
    private final Order order;
    private final Instant begin;
    private final List<Load> underWay = new ArrayList<>();
    private int runs;
    private double now;

    /**
     * @param bucket of the sender; empty when it has none
     * @param begin of virtual time
     * @param now seconds since then
     */
    VirtualProber(LabTopology topology, Optional<VirtualBucket> bucket, Order order, Instant begin, double now) {
        this.topology = topology;
        this.bucket = bucket;
        this.order = order;
        this.begin = begin;
        this.now = now;
    }

    double seconds() {
        return now;
    }

    long nanos() {
        return (long) (now * 1e9);
    }

    void rest(Duration time) {
        now += Durations.seconds(time);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public ProbeRun throughput(ProbeTarget target, ThroughputSpec spec, ProgressListener progress) {
        var load = new Load(target, spec, progress, now, OrderedStudy.id(order, runs++));
        underWay.add(load);
        progress.onCounting();
        return load;
    }

    @Override
    public ProbeRun latency(ProbeTarget target, LatencySpec spec) {
        double started = now;
        now += Durations.seconds(spec.spacing().multipliedBy(spec.count()));
        var measured = new LatencyMeasurement(
                header(target, OrderedStudy.id(order, runs++), started, now),
                spec.method(),
                spec.count(),
                0,
                Optional.of(rtt(target.link())));
        return new Done(measured);
    }

    /** No clock tells less, as between sites of one city. */
    private Duration roundTrip(Link link) {
        Duration rtt = topology.roundTrip(link);
        return rtt.compareTo(SHORTEST) < 0 ? SHORTEST : rtt;
    }

    private RttSummary rtt(Link link) {
        Duration rtt = roundTrip(link);
        return new RttSummary(rtt, Optional.of(rtt), Optional.of(rtt), Optional.of(rtt), Optional.of(rtt));
    }

    private MeasurementHeader header(ProbeTarget target, String id, double from, double until) {
        return new MeasurementHeader(
                id,
                target.link(),
                target.localVmType(),
                target.remoteVmType(),
                begin.plus(Durations.ofSeconds(from)),
                Durations.ofSeconds(until - from),
                NAME,
                target.campaign());
    }

    /** All that runs, to its end. */
    private void carry() {
        double first = underWay.stream().mapToDouble(load -> load.started).min().orElse(now);
        double last = underWay.stream().mapToDouble(Load::end).max().orElse(now);
        List<LabFlow> flows = underWay.stream().map(load -> load.flow(first)).toList();
        CarriedFlows carried = new VirtualLab(withCredit(first), VirtualLab.Options.defaults())
                .carry(flows, Durations.ofSeconds(last - first));
        for (int i = 0; i < flows.size(); i++) {
            underWay.get(i).carried(carried.outcomes().get(i), first);
        }
        bucket.ifPresent(own -> own.drawn(carried.outcomes(), first));
        underWay.clear();
    }

    private LabTopology withCredit(double at) {
        if (bucket.isEmpty()) {
            return topology;
        }
        var credit = new Change(
                new Target.OfSite(order.link().from()),
                Setting.CREDIT,
                new Course.Step(Duration.ZERO, bucket.get().octets(at)));
        return new LabTopology(topology.name(), topology.about(), topology.sites(), topology.links(), List.of(credit));
    }

    private record Done(Measurement measured) implements ProbeRun {
        @Override
        public CompletableFuture<Measurement> result() {
            return CompletableFuture.completedFuture(measured);
        }

        @Override
        public Measurement join() {
            return measured;
        }

        @Override
        public void cancel() {
            // it is over
        }

        @Override
        public void finish(StopReason reason) {
            // it is over
        }

        @Override
        public void interrupt() {
            // it is over
        }
    }

    private final class Load implements ProbeRun {
        private final ProbeTarget target;
        private final ThroughputSpec spec;
        private final ProgressListener progress;
        private final double started;
        private final String id;
        private final CompletableFuture<Measurement> result = new CompletableFuture<>();
        private double stop;
        private StopReason reason = StopReason.TIME;
        private @Nullable Outcome outcome;
        private double shift;

        Load(ProbeTarget target, ThroughputSpec spec, ProgressListener progress, double started, String id) {
            this.target = target;
            this.spec = spec;
            this.progress = progress;
            this.started = started;
            this.id = id;
            this.stop = started + Durations.seconds(spec.stop().time());
        }

        double end() {
            return stop;
        }

        LabFlow flow(double first) {
            return new LabFlow(
                    target.link(),
                    spec.streams(),
                    Durations.ofSeconds(started - first),
                    spec.stop().volume(),
                    Optional.of(Durations.ofSeconds(stop - first)),
                    Optional.empty(),
                    List.of());
        }

        void carried(Outcome came, double first) {
            outcome = came;
            shift = started - first;
            if (came.finishedSeconds() < stop - first) {
                stop = first + came.finishedSeconds();
                reason = StopReason.VOLUME;
            }
        }

        @Override
        public CompletableFuture<Measurement> result() {
            return result.copy();
        }

        @Override
        public Measurement join() {
            if (!result.isDone()) {
                if (outcome == null) {
                    carry();
                }
                List<IntervalSample> samples = told();
                now = Math.max(now, stop);
                result.complete(measured(samples));
            }
            return result.join();
        }

        /** Who listens may have enough before the end. */
        private List<IntervalSample> told() {
            List<IntervalSample> samples = new ArrayList<>();
            double step = Durations.seconds(spec.interval());
            for (double from = 0; from < stop - started - 1e-9; from += step) {
                double to = Math.min(from + step, stop - started);
                Optional<DataSize> moved =
                        Optional.of(DataSize.ofBytes(Math.round(octets(to)) - Math.round(octets(from))));
                var sample = new IntervalSample(
                        Durations.ofSeconds(from),
                        Durations.ofSeconds(to),
                        moved,
                        moved,
                        OptionalLong.empty(),
                        Optional.of(roundTrip(target.link())),
                        Optional.empty());
                samples.add(sample);
                now = started + to;
                progress.onInterval(sample);
            }
            return samples;
        }

        private double octets(double at) {
            return outcome == null ? 0 : outcome.octets().at(shift + at);
        }

        private Measurement measured(List<IntervalSample> samples) {
            double length = Math.max(1e-9, stop - started);
            var whole = Optional.of(transferred(octets(length), length));
            double settled = Math.min(length / 2, ROUND_TRIPS_TO_SETTLE * Durations.seconds(roundTrip(target.link())));
            var steady = new SteadyRate(
                    transferred(octets(length) - octets(settled), length - settled)
                            .rate(),
                    Optional.empty(),
                    Durations.ofSeconds(settled));
            return new ThroughputMeasurement(
                    header(target, id, started, stop),
                    new ThroughputAsked(
                            "longhaul",
                            spec.streams(),
                            spec.window(),
                            Optional.empty(),
                            spec.congestion(),
                            false,
                            false,
                            Optional.of(spec.stop().time())),
                    ThroughputActual.UNKNOWN,
                    whole,
                    whole,
                    Optional.of(steady),
                    OptionalLong.empty(),
                    Optional.of(rtt(target.link())),
                    List.of(),
                    samples,
                    CpuUse.UNKNOWN,
                    reason);
        }

        private Transferred transferred(double octets, double seconds) {
            return new Transferred(
                    Optional.of(DataSize.ofBytes(Math.round(octets))), Bandwidth.ofBitsPerSecond(8 * octets / seconds));
        }

        @Override
        public void cancel() {
            finish(StopReason.INTERRUPTED);
        }

        @Override
        public void finish(StopReason why) {
            if (!result.isDone() && now < stop) {
                stop = Math.max(now, started);
                reason = why;
            }
        }

        @Override
        public void interrupt() {
            finish(StopReason.INTERRUPTED);
        }
    }
}
