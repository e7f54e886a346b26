package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a throughput run shall be. Immutable; build one with {@link #builder()}, whose defaults are one TCP stream for
 * ten seconds from here to the agent, windows and congestion control left to the kernel.
 *
 * @param protocol what the peer speaks
 * @param carrier TCP, or UDP at a rate
 * @param direction who sends
 * @param streams TCP connections in each direction, 1 to {@value #MAX_STREAMS}
 * @param window of both socket buffers at both ends; empty leaves them to the kernel
 * @param writeSize octets a write, at most 1 MiB
 * @param congestion congestion control of the senders; empty leaves it to the kernel
 * @param mss octets of a segment; empty leaves it to the kernel
 * @param noDelay whether small segments go out at once
 * @param rate each stream is held to by pauses between writes; empty is as fast as possible
 * @param pacing each stream is held to by the sender's kernel; empty is as fast as possible
 * @param omit beginning that does not count
 * @param stop when to end
 * @param interval length of a sample, at least 100 ms
 * @param timeouts how long to wait for a silent peer
 */
public record ThroughputSpec(
        Protocol protocol,
        Carrier carrier,
        Direction direction,
        int streams,
        Optional<DataSize> window,
        DataSize writeSize,
        Optional<String> congestion,
        OptionalInt mss,
        boolean noDelay,
        Optional<Bandwidth> rate,
        Optional<Bandwidth> pacing,
        Duration omit,
        StopRule stop,
        Duration interval,
        Timeouts timeouts) {
    /** Connections in each direction at most, as in iperf3. */
    public static final int MAX_STREAMS = 128;

    private static final int MAX_WRITE = 1 << 20;
    private static final int MAX_WINDOW = 512 << 20;
    private static final int MIN_DATAGRAM = 16;
    private static final int MAX_DATAGRAM = 65_507;
    private static final int MIN_MSS = 88;
    private static final int MAX_MSS = 32_767;
    private static final Duration MAX_OMIT = Duration.ofMinutes(10);
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_INTERVAL = Duration.ofMinutes(1);

    public ThroughputSpec {
        Checks.inRange("number of streams", streams, 1, MAX_STREAMS, "Give 1 to " + MAX_STREAMS + " streams.");
        Checks.inRange("write size in octets", writeSize.bytes(), 1, MAX_WRITE, "Give 1MiB at most.");
        window.ifPresent(
                size -> Checks.inRange("window in octets", size.bytes(), 1024, MAX_WINDOW, "Give 1KiB to 512MiB."));
        mss.ifPresent(octets -> Checks.inRange(
                "segment size", octets, MIN_MSS, MAX_MSS, "Give " + MIN_MSS + " to " + MAX_MSS + " octets."));
        rate.ifPresent(ThroughputSpec::checkRate);
        pacing.ifPresent(ThroughputSpec::checkRate);
        Checks.inRange("omitted time", omit, Duration.ZERO, MAX_OMIT);
        Checks.inRange("interval", interval, MIN_INTERVAL, MAX_INTERVAL);
        if (carrier == Carrier.UDP) {
            checkDatagrams(writeSize, rate);
        }
        if (stop.convergence().isPresent()) {
            checkConvergence(carrier, stop.time(), interval);
        }
        if (protocol == Protocol.IPERF3 && !omit.equals(Duration.ofSeconds(omit.toSeconds()))) {
            throw new InvalidInputException(
                    "The omitted time (" + omit.toMillis() + "ms) is not in whole seconds.",
                    "The protocol of iperf3 knows whole seconds only.");
        }
    }

    private static void checkConvergence(Carrier carrier, Duration time, Duration interval) {
        if (carrier == Carrier.UDP) {
            throw new InvalidInputException(
                    "A run of datagrams cannot end when its rate is known: the rate is set.",
                    "Give a duration or a volume.");
        }
        if (time.compareTo(interval.multipliedBy(Convergence.FEWEST_INTERVALS)) < 0) {
            throw new InvalidInputException(
                    "A rate is known after " + Convergence.FEWEST_INTERVALS
                            + " intervals at the earliest, and the duration (" + time.toMillis() + "ms) has fewer of "
                            + interval.toMillis() + "ms.",
                    "Give shorter intervals, as 100ms, or a longer duration.");
        }
    }

    private static void checkDatagrams(DataSize size, Optional<Bandwidth> rate) {
        Checks.inRange("datagram in octets", size.bytes(), MIN_DATAGRAM, MAX_DATAGRAM, "Give 16 to 65507 octets.");
        if (rate.isEmpty()) {
            throw new InvalidInputException(
                    "A UDP run needs a rate.", "Nothing holds datagrams back: say how fast each stream shall send.");
        }
    }

    private static void checkRate(Bandwidth rate) {
        Checks.inRange("rate in bit/s", rate.bitsPerSecond(), 1, Long.MAX_VALUE / 16, "Give more than zero.");
    }

    /** This, with another number of streams, window and write size. */
    public ThroughputSpec withShape(int streams, Optional<DataSize> window, DataSize writeSize) {
        Builder changed = new Builder(this).streams(streams).writeSize(writeSize);
        changed.window = window;
        return changed.build();
    }

    /** This, with another end. */
    public ThroughputSpec withStop(StopRule value) {
        return new Builder(this).stop(value).build();
    }

    /** This, with every stream held to a rate by the sender's kernel. */
    public ThroughputSpec withPacing(Bandwidth value) {
        return new Builder(this).pacing(value).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects the parameters; every one has a default. Confined to one thread. */
    public static final class Builder {
        private Protocol protocol = Protocol.LONGHAUL;
        private Carrier carrier = Carrier.TCP;
        private Direction direction = Direction.FORWARD;
        private int streams = 1;
        private Optional<DataSize> window = Optional.empty();
        private DataSize writeSize = DataSize.ofBytes(128 << 10);
        private Optional<String> congestion = Optional.empty();
        private OptionalInt mss = OptionalInt.empty();
        private boolean noDelay;
        private Optional<Bandwidth> rate = Optional.empty();
        private Optional<Bandwidth> pacing = Optional.empty();
        private Duration omit = Duration.ZERO;
        private StopRule stop = StopRule.after(Duration.ofSeconds(10));
        private Duration interval = Duration.ofSeconds(1);
        private Timeouts timeouts = Timeouts.DEFAULT;

        private Builder() {}

        private Builder(ThroughputSpec from) {
            protocol = from.protocol;
            carrier = from.carrier;
            direction = from.direction;
            streams = from.streams;
            window = from.window;
            writeSize = from.writeSize;
            congestion = from.congestion;
            mss = from.mss;
            noDelay = from.noDelay;
            rate = from.rate;
            pacing = from.pacing;
            omit = from.omit;
            stop = from.stop;
            interval = from.interval;
            timeouts = from.timeouts;
        }

        public Builder protocol(Protocol value) {
            protocol = value;
            return this;
        }

        /** Datagrams of a size at a rate of each stream. */
        public Builder udp(Bandwidth eachStream, DataSize datagram) {
            carrier = Carrier.UDP;
            return rate(eachStream).writeSize(datagram);
        }

        public Builder direction(Direction value) {
            direction = value;
            return this;
        }

        public Builder streams(int value) {
            streams = value;
            return this;
        }

        public Builder window(DataSize value) {
            window = Optional.of(value);
            return this;
        }

        public Builder writeSize(DataSize value) {
            writeSize = value;
            return this;
        }

        public Builder congestion(String value) {
            congestion = Optional.of(value);
            return this;
        }

        public Builder mss(int value) {
            mss = OptionalInt.of(value);
            return this;
        }

        public Builder noDelay(boolean value) {
            noDelay = value;
            return this;
        }

        public Builder rate(Bandwidth value) {
            rate = Optional.of(value);
            return this;
        }

        public Builder pacing(Bandwidth value) {
            pacing = Optional.of(value);
            return this;
        }

        public Builder omit(Duration value) {
            omit = value;
            return this;
        }

        public Builder stop(StopRule value) {
            stop = value;
            return this;
        }

        public Builder duration(Duration value) {
            return stop(StopRule.after(value));
        }

        public Builder interval(Duration value) {
            interval = value;
            return this;
        }

        public Builder timeouts(Timeouts value) {
            timeouts = value;
            return this;
        }

        /**
         * The specification.
         *
         * @throws InvalidInputException when a parameter is out of its range
         */
        public ThroughputSpec build() {
            return new ThroughputSpec(
                    protocol,
                    carrier,
                    direction,
                    streams,
                    window,
                    writeSize,
                    congestion,
                    mss,
                    noDelay,
                    rate,
                    pacing,
                    omit,
                    stop,
                    interval,
                    timeouts);
        }
    }
}
