package io.longhaul.probes.server;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.StreamParameters;
import java.time.Duration;
import java.util.Optional;

/** Whether a client may have what it asks for. Stateless. */
final class ParameterCheck {
    private static final int MAX_TIME_SECONDS = 86_400;
    private static final int MAX_OMIT_SECONDS = 600;
    private static final int MAX_TCP_BLOCK = 1 << 20;
    private static final int MIN_DATAGRAM = 16;
    private static final int MAX_DATAGRAM = 65_507;
    private static final int MAX_WINDOW = 512 << 20;
    private static final int MAX_MSS = 32_767;
    private static final int MAX_BURST = 1000;
    private static final int MAX_TOS = 255;

    private ParameterCheck() {}

    /** Why not; empty when it may. */
    static Optional<RefusalCode> refusal(Parameters asked, AgentLimits limits) {
        return Optional.ofNullable(firstOf(asked, limits));
    }

    @org.jspecify.annotations.Nullable
    private static RefusalCode firstOf(Parameters asked, AgentLimits limits) {
        StreamParameters stream = asked.stream();
        if (outside(asked.timeSeconds(), 0, MAX_TIME_SECONDS)
                || outside(asked.omitSeconds(), 0, MAX_OMIT_SECONDS)
                || asked.bytes() < 0
                || asked.blocks() < 0) {
            return RefusalCode.DURATION;
        }
        if (outside(asked.parallel(), 1, limits.streams())) {
            return RefusalCode.STREAMS;
        }
        if (!asked.udp() && outside(stream.length(), 1, MAX_TCP_BLOCK)) {
            return RefusalCode.BLOCK_SIZE;
        }
        if (asked.udp() && outside(stream.length(), MIN_DATAGRAM, MAX_DATAGRAM)) {
            return RefusalCode.DATAGRAM_SIZE;
        }
        if (asked.udp() && stream.bandwidth() <= 0) {
            return RefusalCode.TOTAL_RATE;
        }
        if (outside(stream.window().orElse(0), 0, MAX_WINDOW)) {
            return RefusalCode.WINDOW;
        }
        if (outside(stream.mss().orElse(0), 0, MAX_MSS)) {
            return RefusalCode.SEGMENT_SIZE;
        }
        if (outside(stream.burst(), 0, MAX_BURST)) {
            return RefusalCode.BURST;
        }
        if (outside(stream.typeOfService(), 0, MAX_TOS)) {
            return RefusalCode.TYPE_OF_SERVICE;
        }
        return againstLimits(asked, limits);
    }

    @org.jspecify.annotations.Nullable
    private static RefusalCode againstLimits(Parameters asked, AgentLimits limits) {
        Duration time = Duration.ofSeconds((long) asked.timeSeconds() + asked.omitSeconds());
        if (time.compareTo(limits.duration()) > 0) {
            return RefusalCode.MAX_DURATION;
        }
        double total = (double) asked.stream().bandwidth() * asked.totalStreams();
        if (limits.rate()
                .map(Bandwidth::bitsPerSecond)
                .filter(most -> total > most)
                .isPresent()) {
            return RefusalCode.TOTAL_RATE;
        }
        if (limits.volume()
                .map(DataSize::bytes)
                .filter(most -> asked.bytes() > most)
                .isPresent()) {
            return RefusalCode.TOTAL_RATE;
        }
        return null;
    }

    private static boolean outside(long value, long low, long high) {
        return value < low || value > high;
    }
}
