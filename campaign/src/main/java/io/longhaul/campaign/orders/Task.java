package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.study.FingerprintSpec;
import io.longhaul.probes.study.SweepSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an agent is told to do: one probe, or a study of many; and how much of it at most. A study's load has the shape of its runs; its
 * volume is that of all runs together. Implementations are immutable.
 */
public sealed interface Task
        permits Task.Throughput,
                Task.Latency,
                Task.Sweep,
                Task.Contention,
                Task.Pattern,
                Task.TakeFingerprint,
                Task.CheckFingerprint {
    /** Connecting, the last words of both ends, and a peer that answers late, beside the load itself. */
    Duration AROUND = Duration.ofSeconds(20);

    /** The same for each run inside a study, whose peer has answered before. */
    Duration AROUND_RUN = Duration.ofSeconds(3);

    /** How long it may take from its start to its end, with all that is around the load; then the agent ends it. */
    Duration longest();

    /** Octets of payload it sends at most, all ends together. */
    DataSize most();

    /** Octets of {@link #most} that its loads send; the others are round trips. */
    default DataSize load() {
        return most();
    }

    /** Whether nothing else may load the VMs that it is between. */
    default boolean isLoad() {
        return true;
    }

    /** Its name in orders and campaign files. */
    String id();

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

        @Override
        public String id() {
            return "throughput";
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
        /** At rest, and again beside a load, of fingerprints and their checks. */
        public static final Latency ECHOES = new Latency(LatencyMethod.TCP_ECHO, 20, Duration.ofMillis(50));

        /** Octets of an echo, one way; a probe is smaller than that. */
        public static final int PACKET = 128;

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

        /** There and back. */
        @Override
        public DataSize most() {
            return DataSize.ofBytes(2L * PACKET * count);
        }

        @Override
        public DataSize load() {
            return DataSize.ZERO;
        }

        @Override
        public boolean isLoad() {
            return false;
        }

        @Override
        public String id() {
            return "latency";
        }
    }

    /**
     * A grid of streams and windows in random order; each run has an equal share of the volume.
     *
     * @param each run, but for its streams and its window
     * @param streams numbers of connections
     * @param windows socket buffers; an empty one leaves them to the kernels
     * @param repetitions of the whole grid
     */
    record Sweep(Throughput each, List<Integer> streams, List<Optional<DataSize>> windows, int repetitions)
            implements Task {
        /**
         * @throws InvalidInputException when it has no cells, or more than a day would do
         */
        public Sweep {
            streams = List.copyOf(streams);
            windows = List.copyOf(windows);
            for (int count : streams) {
                for (Optional<DataSize> window : windows) {
                    each.spec().withShape(count, window, each.spec().writeSize());
                }
            }
            spec(each, streams, windows, repetitions);
            requireADay(longest(each, streams.size() * windows.size() * repetitions));
        }

        /** As the study takes it. */
        public SweepSpec spec() {
            return spec(each, streams, windows, repetitions);
        }

        private static SweepSpec spec(
                Throughput each, List<Integer> streams, List<Optional<DataSize>> windows, int repetitions) {
            long runs = Math.max(1, (long) streams.size() * windows.size() * repetitions);
            DataSize share = DataSize.ofBytes(Math.max(1, each.volume().bytes() / runs));
            ThroughputSpec base = each.spec().withStop(StopRule.after(share, each.duration()));
            return new SweepSpec(
                    base, streams, windows, List.of(base.writeSize()), repetitions, Optional.of(each.volume()));
        }

        private static Duration longest(Throughput each, int runs) {
            return each.duration().plus(AROUND_RUN).multipliedBy(runs).plus(AROUND);
        }

        @Override
        public Duration longest() {
            return longest(each, streams.size() * windows.size() * repetitions);
        }

        @Override
        public DataSize most() {
            return each.volume();
        }

        @Override
        public String id() {
            return "sweep";
        }
    }

    /**
     * Links of one agent one by one, then started and ended in turn; the peers are the order's.
     *
     * @param each run alone; each of all runs has an equal share of the volume
     * @param peers how many links
     */
    record Contention(Throughput each, int peers) implements Task {
        /** Peers at most; each has a run alone and a longer one in turn. */
        public static final int MOST_PEERS = 16;

        private static final Duration LONGEST_SETTLING = Duration.ofSeconds(20);

        /**
         * @throws InvalidInputException when there are not two peers, or too many
         */
        public Contention {
            if (peers < 2 || peers > MOST_PEERS) {
                throw new InvalidInputException(
                        "A contention study with " + peers + " destinations is none.", "Give 2 to " + MOST_PEERS + ".");
            }
            if (each.volume().bytes() < 2L * peers) {
                throw new InvalidInputException(
                        "A volume of " + each.volume() + " is too little for " + 2 * peers + " runs.", "Give more.");
            }
            requireADay(longest(each, peers));
        }

        /** Of one run. */
        public DataSize share() {
            return DataSize.ofBytes(each.volume().bytes() / (2L * peers));
        }

        private static Duration longest(Throughput each, int peers) {
            Duration half = each.duration().dividedBy(2);
            Duration step = half.compareTo(LONGEST_SETTLING) < 0 ? LONGEST_SETTLING : half;
            return each.duration()
                    .plus(AROUND_RUN)
                    .multipliedBy(peers)
                    .plus(step.plus(AROUND_RUN).multipliedBy(2L * peers))
                    .plus(AROUND);
        }

        @Override
        public Duration longest() {
            return longest(each, peers);
        }

        @Override
        public DataSize most() {
            return each.volume();
        }

        @Override
        public String id() {
            return "contention";
        }
    }

    /**
     * Sends and rests in turn.
     *
     * @param whole all bursts and rests together
     * @param pattern when it sends
     */
    record Pattern(Throughput whole, AccessPattern pattern) implements Task {
        @Override
        public Duration longest() {
            return whole.duration().plus(AROUND);
        }

        @Override
        public DataSize most() {
            return whole.volume();
        }

        @Override
        public String id() {
            return "pattern";
        }
    }

    /**
     * Base bandwidth, latency at rest and under load, and the token bucket.
     *
     * @param drain the longest burst, which looks for the bottom of a bucket
     * @param rests before each later burst, as shares of the time the first one lasted
     */
    record TakeFingerprint(Throughput drain, List<Double> rests) implements Task {
        private static final int MOST_RESTS = 50;
        private static final double LONGEST_REST = 100;

        /**
         * @throws InvalidInputException when a rest is none
         */
        public TakeFingerprint {
            rests = List.copyOf(rests);
            if (rests.size() > MOST_RESTS || rests.stream().anyMatch(share -> !(share > 0 && share <= LONGEST_REST))) {
                throw new InvalidInputException(
                        "The rests of a fingerprint are not " + MOST_RESTS + " at most, each above 0 and up to "
                                + LONGEST_REST + ".",
                        "Give shares of the time to empty, as 0.5.");
            }
            requireADay(longest(drain, rests));
        }

        /** As the study takes it. */
        public FingerprintSpec spec() {
            return new FingerprintSpec(
                    drain.spec(), Latency.ECHOES.spec(), drain.duration(), rests, Optional.of(drain.volume()));
        }

        /** A rest of a share lasts so much of the drain, and the burst after it half as long again, with a tail. */
        private static Duration longest(Throughput drain, List<Double> rests) {
            double seconds = drain.duration().toMillis() / 1e3;
            double more = rests.stream()
                    .mapToDouble(share -> seconds * (share + 1.5 * Math.min(1, share)) + 5 + AROUND_RUN.toSeconds())
                    .sum();
            return drain.duration()
                    .plusMillis((long) (more * 1e3))
                    .plus(Latency.ECHOES.longest().multipliedBy(2));
        }

        @Override
        public Duration longest() {
            return longest(drain, rests);
        }

        @Override
        public DataSize most() {
            return drain.volume().plus(Latency.ECHOES.most()).plus(Latency.ECHOES.most());
        }

        @Override
        public DataSize load() {
            return drain.volume();
        }

        @Override
        public String id() {
            return "fingerprint";
        }
    }

    /**
     * Is the link still what a fingerprint says?
     *
     * @param stored what it was; the burst is made as it was made then
     * @param duration of the burst, when it does not decide before
     * @param volume of it, likewise
     * @param tolerance smallest change worth an alarm, as a share
     */
    record CheckFingerprint(Fingerprint stored, Duration duration, DataSize volume, double tolerance) implements Task {
        /**
         * @throws InvalidInputException when no check can be so
         */
        public CheckFingerprint {
            StopRule.after(volume, duration);
            if (!(tolerance > 0 && tolerance < 1) || stored.how().reverse()) {
                throw new InvalidInputException(
                        "A check has a tolerance above 0 and below 1, of a fingerprint whose agent sent.",
                        "Give 0.1 for a tenth.");
            }
        }

        @Override
        public Duration longest() {
            return duration.plus(Latency.ECHOES.longest()).plus(AROUND);
        }

        @Override
        public DataSize most() {
            return volume.plus(Latency.ECHOES.most());
        }

        @Override
        public DataSize load() {
            return volume;
        }

        @Override
        public String id() {
            return "check";
        }
    }

    private static void requireADay(Duration longest) {
        if (longest.compareTo(StopRule.MAX_TIME) > 0) {
            throw new InvalidInputException(
                    "The study may last " + longest.toHours() + " hours, more than a day.",
                    "Give fewer runs, or shorter ones.");
        }
    }
}
