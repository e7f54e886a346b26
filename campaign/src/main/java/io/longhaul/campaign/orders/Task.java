package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.Optional;

/** One probe that an agent is told to run: what, and how much at most. Implementations are immutable. */
public sealed interface Task permits Task.Throughput, Task.Latency {
    /** Connecting, the last words of both ends, and a peer that answers late, beside the load itself. */
    Duration AROUND = Duration.ofSeconds(20);

    /** How long it may take from its start to its end, with all that is around the load; then the agent ends it. */
    Duration longest();

    /** Octets of payload it sends at most, both ends together. */
    DataSize most();

    /**
     * TCP streams from the agent to its peer.
     *
     * @param streams 1 to {@value ThroughputSpec#MAX_STREAMS}
     * @param duration of the load
     * @param volume after which the load ends, if that is sooner; the agent sends no octet more
     * @param window of both socket buffers; empty leaves them to the kernels
     * @param congestion control of the sender; empty leaves it to the kernel
     * @param interval length of a sample
     */
    record Throughput(
            int streams,
            Duration duration,
            DataSize volume,
            Optional<DataSize> window,
            Optional<String> congestion,
            Duration interval)
            implements Task {
        /**
         * @throws InvalidInputException when no probe can be so
         */
        public Throughput {
            congestion.ifPresent(name -> {
                if (!name.matches("[a-z0-9_]{1,15}")) {
                    throw new InvalidInputException(
                            "The congestion control (" + name.length() + " characters) is no name of one.",
                            "Write it like cubic, reno or bbr.");
                }
            });
            spec(streams, duration, volume, window, congestion, interval);
        }

        /** As the prober takes it. */
        public ThroughputSpec spec() {
            return spec(streams, duration, volume, window, congestion, interval);
        }

        private static ThroughputSpec spec(
                int streams,
                Duration duration,
                DataSize volume,
                Optional<DataSize> window,
                Optional<String> congestion,
                Duration interval) {
            ThroughputSpec.Builder builder = ThroughputSpec.builder()
                    .streams(streams)
                    .stop(StopRule.after(volume, duration))
                    .interval(interval);
            window.ifPresent(builder::window);
            congestion.ifPresent(builder::congestion);
            return builder.build();
        }

        @Override
        public Duration longest() {
            return duration.plus(AROUND);
        }

        @Override
        public DataSize most() {
            return volume;
        }
    }

    /**
     * Round trips to the peer.
     *
     * @param method a kind that needs no port of its own
     * @param count probes
     * @param spacing mean time between two
     */
    record Latency(LatencyMethod method, int count, Duration spacing) implements Task {
        private static final int PACKET = 128;

        /**
         * @throws InvalidInputException when no probe can be so
         */
        public Latency {
            if (method != LatencyMethod.TCP_ECHO && method != LatencyMethod.TCP_CONNECT) {
                throw new InvalidInputException(
                        "Orders cannot ask for the latency method " + method.id() + ".",
                        "Take tcp-echo or tcp-connect.");
            }
            if (spacing.multipliedBy(count).compareTo(StopRule.MAX_TIME) > 0) {
                throw new InvalidInputException(
                        count + " probes with " + spacing.toMillis() + "ms between them take longer than a day.",
                        "Give fewer probes, or less spacing.");
            }
            LatencySpec.of(method, count).withSpacing(spacing);
        }

        /** As the prober takes it. */
        public LatencySpec spec() {
            return LatencySpec.of(method, count).withSpacing(spacing);
        }

        @Override
        public Duration longest() {
            return spacing.multipliedBy(count).multipliedBy(3).dividedBy(2).plus(AROUND);
        }

        /** There and back; a probe is smaller than that. */
        @Override
        public DataSize most() {
            return DataSize.ofBytes(2L * PACKET * count);
        }
    }
}
