package io.longhaul.store.imports;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.units.Durations;
import io.longhaul.store.json.FieldReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the kernel told iperf3 at the end that reports. Stateless. */
final class Iperf3Kernel {
    private Iperf3Kernel() {}

    /** Extremes of the kernel's smoothed RTT, which iperf3 reads once an interval. */
    static Optional<RttSummary> rtt(List<FieldReader> streams) {
        List<FieldReader> senders = streams.stream()
                .flatMap(stream -> stream.findObject("sender", side -> side).stream())
                .filter(side -> side.findInteger("min_rtt").orElse(0) > 0)
                .toList();
        return senders.stream()
                .mapToLong(side -> side.integer("min_rtt"))
                .boxed()
                .reduce(Math::min)
                .map(min -> {
                    long max = senders.stream()
                            .mapToLong(side -> side.findInteger("max_rtt").orElse(min))
                            .max()
                            .orElse(min);
                    return new RttSummary(
                            micros(min),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(micros(max)));
                });
    }

    static Optional<Duration> meanRtt(FieldReader row) {
        var rtts = row.objects("streams", stream -> stream.findInteger("rtt")).stream()
                .filter(rtt -> rtt.orElse(0) > 0)
                .mapToLong(rtt -> rtt.getAsLong())
                .average();
        return rtts.isPresent() ? Optional.of(micros(Math.round(rtts.getAsDouble()))) : Optional.empty();
    }

    /** From per cent of one core over the run; the client is the end that probes. */
    static CpuUse cpu(FieldReader end, Duration duration, boolean ofServer) {
        return end.findObject("cpu_utilization_percent", percent -> {
                    Optional<Duration> host = share(duration, percent, "host_total");
                    Optional<Duration> remote = share(duration, percent, "remote_total");
                    return ofServer ? new CpuUse(remote, host) : new CpuUse(host, remote);
                })
                .orElse(CpuUse.UNKNOWN);
    }

    private static Optional<Duration> share(Duration duration, FieldReader percent, String field) {
        var share = percent.findDecimal(field);
        return share.isPresent()
                ? Optional.of(Durations.ofSeconds(Durations.seconds(duration) * share.getAsDouble() / 100))
                : Optional.empty();
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(Math.multiplyExact(micros, 1_000L));
    }
}
