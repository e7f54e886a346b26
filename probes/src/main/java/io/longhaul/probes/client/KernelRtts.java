package io.longhaul.probes.client;

import io.longhaul.core.measure.KernelRtt;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.TcpInfo;
import io.longhaul.stats.Quantiles;
import io.netty.channel.Channel;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what the kernel timed on the connections of a probe. Confined to one thread. */
final class KernelRtts {
    private final List<TcpInfo> connections = new ArrayList<>();

    /** Asks about an open connection of this thread's loop. */
    void add(Channel channel) {
        KernelOptions.tcpInfo(channel).filter(TcpInfo::knowsMinRtt).ifPresent(connections::add);
    }

    /** Smallest of all, and the median of the smoothed ones; empty where no kernel told. */
    Optional<KernelRtt> summary() {
        if (connections.isEmpty()) {
            return Optional.empty();
        }
        long least = connections.stream().mapToLong(TcpInfo::minRttMicros).min().orElseThrow();
        double typical = Quantiles.median(
                connections.stream().mapToDouble(TcpInfo::rttMicros).toArray());
        return Optional.of(new KernelRtt(micros(least), micros(Math.round(typical))));
    }

    private static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }
}
