package io.longhaul.probes.client;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.spec.Carrier;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.EndReport;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.Results;
import io.longhaul.probes.wire.StreamResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Makes one measurement of what both ends counted. Confined to one call. */
final class ThroughputAssembler {
    /** How many times longer one end's count may be than the other's, and some seconds beside, for runs that are short. */
    private static final double APART = 4;

    private static final double SPARE_SECONDS = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Faster than any path: a peer that tells more makes figures up. */
    private static final Bandwidth FASTEST = Bandwidth.ofBitsPerSecond(1_000_000_000_000_000L);

    private final ProberContext prober;
    private final ProbeTarget target;
    private final ThroughputSpec spec;

    ThroughputAssembler(ProberContext prober, ProbeTarget target, ThroughputSpec spec) {
        this.prober = prober;
        this.target = target;
        this.spec = spec;
    }

    ThroughputMeasurement assemble(Instant started, TransferTotals ours, Results theirs, StopReason stopped) {
        boolean weSend = spec.direction() != Direction.REVERSE;
        ThroughputMeasurement main = direction(started, ours, theirs, stopped, weSend, Optional.empty());
        if (spec.direction() != Direction.BIDIRECTIONAL) {
            return main;
        }
        ThroughputMeasurement back = direction(started, ours, theirs, stopped, false, Optional.empty());
        return direction(started, ours, theirs, stopped, true, Optional.of(back));
    }

    private ThroughputMeasurement direction(
            Instant started,
            TransferTotals ours,
            Results theirs,
            StopReason stopped,
            boolean weSend,
            Optional<ThroughputMeasurement> opposite) {
        Optional<EndReport> report = theirs.extension();
        List<EndSample> remoteSamples = report.map(EndReport::samples).orElse(List.of());
        List<IntervalSample> intervals = SeriesMerge.direction(ours.samples(), remoteSamples, weSend);
        List<StreamTotal> streams = streams(ours, theirs, weSend);
        Transferred mine =
                total(streams.stream().map(weSend ? StreamTotal::sent : StreamTotal::received), ours.duration());
        Optional<Transferred> other = theirs.streams().isEmpty()
                ? Optional.empty()
                : Optional.of(total(
                        streams.stream().map(weSend ? StreamTotal::received : StreamTotal::sent),
                        remoteDuration(theirs, ours.duration()).orElse(ours.duration())));
        return new ThroughputMeasurement(
                prober.header(target, !weSend, started, ours.duration()),
                AskedParameters.asked(spec, weSend),
                actual(ours, theirs, weSend),
                weSend ? Optional.of(mine) : other,
                weSend ? other : Optional.of(mine),
                SteadyOfRun.of(
                        weSend,
                        ours.samples(),
                        remoteSamples,
                        intervals,
                        spec.stop().convergence().filter(rule -> stopped == StopReason.CONVERGED)),
                retransmits(streams),
                RttOfRun.of(intervals),
                streams,
                intervals,
                cpu(ours, report),
                stopped,
                datagrams(ours, theirs, weSend),
                opposite);
    }

    private static List<StreamTotal> streams(TransferTotals ours, Results theirs, boolean weSend) {
        var totals = new ArrayList<StreamTotal>();
        List<StreamResult> counted = ours.streamResults();
        for (int i = 0; i < counted.size(); i++) {
            DataStream stream = ours.streams().get(i);
            if (stream.isSender() != weSend) {
                continue;
            }
            StreamResult own = counted.get(i);
            Optional<StreamResult> peer = theirs.findStream(own.id());
            Optional<DataSize> mine = Optional.of(DataSize.ofBytes(own.bytes()));
            Optional<DataSize> other = peer.map(result -> DataSize.ofBytes(result.bytes()));
            long retransmits = weSend
                    ? own.retransmits()
                    : peer.map(StreamResult::retransmits).orElse(-1L);
            totals.add(new StreamTotal(
                    totals.size() + 1,
                    weSend ? mine : other,
                    weSend ? other : mine,
                    retransmits < 0 ? OptionalLong.empty() : OptionalLong.of(retransmits)));
        }
        return totals;
    }

    private Optional<DatagramQuality> datagrams(TransferTotals ours, Results theirs, boolean weSend) {
        if (spec.carrier() != Carrier.UDP) {
            return Optional.empty();
        }
        var received = new ArrayList<StreamResult>();
        List<StreamResult> counted = ours.streamResults();
        for (int i = 0; i < counted.size(); i++) {
            if (ours.streams().get(i).isSender() == weSend) {
                StreamResult own = counted.get(i);
                (weSend ? theirs.findStream(own.id()) : Optional.of(own)).ifPresent(received::add);
            }
        }
        double jitter = received.stream()
                .mapToDouble(StreamResult::jitterSeconds)
                .average()
                .orElse(0);
        return Optional.of(new DatagramQuality(
                received.stream().mapToLong(StreamResult::packets).sum(),
                received.stream().mapToLong(StreamResult::errors).sum(),
                weSend ? theirs.extension().map(EndReport::outOfOrder).orElse(OptionalLong.empty()) : ours.outOfOrder(),
                Durations.ofSeconds(jitter)));
    }

    private static Transferred total(java.util.stream.Stream<Optional<DataSize>> sizes, Duration time) {
        DataSize sum = sizes.flatMap(Optional::stream).reduce(DataSize.ZERO, DataSize::plus);
        Bandwidth rate = Bandwidth.of(sum, time.isZero() ? Duration.ofNanos(1) : time);
        if (rate.compareTo(FASTEST) > 0) {
            throw new ArithmeticException("a rate of " + rate.bitsPerSecond() + " bit/s");
        }
        return new Transferred(Optional.of(sum), rate);
    }

    /** Both ends count the same part of the run, so a peer's time that is far from ours is no time of it. */
    private static Optional<Duration> remoteDuration(Results theirs, Duration ours) {
        double own = ours.toNanos() / NANOS_PER_SECOND;
        return theirs.streams().stream()
                .map(StreamResult::endSeconds)
                .filter(seconds -> seconds >= own / APART && seconds <= own * APART + SPARE_SECONDS)
                .max(Double::compare)
                .map(Durations::ofSeconds);
    }

    private static ThroughputActual actual(TransferTotals ours, Results theirs, boolean weSend) {
        Optional<EndReport> report = theirs.extension();
        OptionalLong localSend = ours.sockets().sendBuffer();
        OptionalLong localReceive = ours.sockets().receiveBuffer();
        OptionalLong remoteSend = report.map(EndReport::sendBuffer).orElse(OptionalLong.empty());
        OptionalLong remoteReceive = report.map(EndReport::receiveBuffer).orElse(OptionalLong.empty());
        OptionalLong remoteMtu = report.map(EndReport::pathMtu).orElse(OptionalLong.empty());
        OptionalLong remoteMss = report.map(EndReport::mss).orElse(OptionalLong.empty());
        return new ThroughputActual(
                size(weSend ? localSend : remoteSend),
                size(weSend ? remoteReceive : localReceive),
                weSend ? ours.sockets().congestion() : theirs.congestion(),
                size(weSend || remoteMss.isEmpty() ? ours.sockets().mss() : remoteMss),
                effective(
                        weSend
                                ? ours.offeredWindow()
                                : report.map(EndReport::offeredWindow).orElse(OptionalLong.empty()),
                        weSend ? localSend : remoteSend),
                size(weSend ? ours.sockets().pathMtu() : remoteMtu));
    }

    private static Optional<DataSize> effective(OptionalLong offered, OptionalLong sendBuffer) {
        return offered.isPresent()
                ? Optional.of(DataSize.ofBytes(Math.min(offered.getAsLong(), sendBuffer.orElse(Long.MAX_VALUE))))
                : Optional.empty();
    }

    private static Optional<DataSize> size(OptionalLong octets) {
        return octets.isPresent() ? Optional.of(DataSize.ofBytes(octets.getAsLong())) : Optional.empty();
    }

    private static OptionalLong retransmits(List<StreamTotal> streams) {
        return streams.stream().allMatch(stream -> stream.retransmits().isPresent())
                ? OptionalLong.of(streams.stream()
                        .mapToLong(stream -> stream.retransmits().orElse(0))
                        .sum())
                : OptionalLong.empty();
    }

    private static CpuUse cpu(TransferTotals ours, Optional<EndReport> report) {
        OptionalLong remote = report.map(EndReport::cpuNanos).orElse(OptionalLong.empty());
        return new CpuUse(
                ours.cpu().process(),
                remote.isPresent() ? Optional.of(Duration.ofNanos(remote.getAsLong())) : Optional.empty(),
                share(ours.cpu().busiestThread()),
                report.map(end -> share(end.busiestThread())).orElse(OptionalDouble.empty()),
                share(ours.cpu().runnableThread()),
                report.map(end -> share(end.runnableThread())).orElse(OptionalDouble.empty()));
    }

    private static OptionalDouble share(double busiest) {
        return busiest > 0 ? OptionalDouble.of(busiest) : OptionalDouble.empty();
    }
}
