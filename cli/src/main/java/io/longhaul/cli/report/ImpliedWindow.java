package io.longhaul.cli.report;

import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * The window that would explain one stream's rates: the median over links of rate times RTT (bandwidth-delay product;
 * "To Relay or Not to Relay for Inter-Cloud Transfers?", HotCloud 2018, section 3). Immutable.
 *
 * @param perStream whether rates of several streams were divided by their number, for want of single-stream runs
 * @param window the median of rate times RTT
 * @param near links whose rate is within {@link #NEAR} of window / RTT
 * @param links links with a rate and an RTT
 */
record ImpliedWindow(boolean perStream, DataSize window, int near, int links) {
    static final double NEAR = 0.1;

    private static final int LEAST_LINKS = 3;

    /** Empty when fewer than three links have both a rate and an RTT. */
    static Optional<ImpliedWindow> of(Snapshot snapshot) {
        var single = of(snapshot, false, LinkEstimate::singleFlow);
        return single.isPresent() ? single : of(snapshot, true, ImpliedWindow::perStreamRate);
    }

    /** The rate with the most streams over their number. */
    static Optional<Bandwidth> perStreamRate(LinkEstimate link) {
        return link.mostStreams()
                .map(point -> Bandwidth.ofBitsPerSecond(point.best().bitsPerSecond() / point.streams()));
    }

    private static Optional<ImpliedWindow> of(
            Snapshot snapshot, boolean perStream, Function<LinkEstimate, Optional<Bandwidth>> rate) {
        double[] octets = snapshot.links().stream()
                .filter(link -> link.rtt().isPresent() && rate.apply(link).isPresent())
                .mapToDouble(link -> rate.apply(link).orElseThrow().bitsPerSecond()
                        * Durations.seconds(link.rtt().orElseThrow().median())
                        / 8)
                .sorted()
                .toArray();
        if (octets.length < LEAST_LINKS) {
            return Optional.empty();
        }
        double median = Spread.medianOfSorted(octets);
        int near = (int) Arrays.stream(octets)
                .filter(product -> Math.abs(product / median - 1) <= NEAR)
                .count();
        return Optional.of(new ImpliedWindow(perStream, DataSize.ofBytes(Math.round(median)), near, octets.length));
    }
}
