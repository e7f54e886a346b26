package io.longhaul.probes.client;

import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.Carrier;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbesVersion;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.ParameterExtension;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.StreamParameters;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Says a specification in the words of the wire and of the log. Stateless. */
final class AskedParameters {
    private AskedParameters() {}

    static Parameters of(ThroughputSpec spec) {
        var stream = new StreamParameters(
                (int) spec.writeSize().bytes(),
                spec.window().map(size -> OptionalInt.of((int) size.bytes())).orElse(OptionalInt.empty()),
                spec.mss(),
                spec.noDelay(),
                spec.congestion(),
                spec.rate().map(Bandwidth::bitsPerSecond).orElse(0L),
                spec.pacing().map(Bandwidth::bitsPerSecond).orElse(0L),
                0,
                0);
        boolean byVolume = spec.stop().volume().isPresent();
        boolean udp = spec.carrier() == Carrier.UDP;
        return new Parameters(
                udp,
                wholeSeconds(spec.omit()),
                byVolume ? 0 : wholeSeconds(spec.stop().time()),
                spec.stop().volume().map(DataSize::bytes).orElse(0L),
                0,
                spec.streams(),
                spec.direction() == Direction.REVERSE,
                spec.direction() == Direction.BIDIRECTIONAL,
                udp,
                false,
                stream,
                ProbesVersion.NAME + " " + ProbesVersion.get(),
                spec.protocol() == Protocol.LONGHAUL
                        ? Optional.of(
                                new ParameterExtension((int) spec.interval().toMillis(), (int)
                                        spec.omit().toMillis()))
                        : Optional.empty());
    }

    /** Of one direction; that in which the peer sends is told as reverse also when both send. */
    static ThroughputAsked asked(ThroughputSpec spec, boolean weSend) {
        var asked = new ThroughputAsked(
                spec.protocol().id(),
                spec.streams(),
                spec.window(),
                Optional.of(spec.writeSize()),
                spec.congestion(),
                !weSend,
                spec.direction() == Direction.BIDIRECTIONAL,
                spec.stop().volume().isPresent()
                        ? Optional.empty()
                        : Optional.of(spec.stop().time()));
        return asked.withHeldTo(heldTo(spec));
    }

    /** The lower of what the program and what the kernel holds a stream to, for all streams of a direction. */
    private static Optional<Bandwidth> heldTo(ThroughputSpec spec) {
        return Stream.concat(spec.rate().stream(), spec.pacing().stream())
                .min(Comparator.naturalOrder())
                .map(rate -> rate.times(spec.streams()));
    }

    private static int wholeSeconds(Duration time) {
        return Math.toIntExact(time.plusNanos(999_999_999).toSeconds());
    }
}
