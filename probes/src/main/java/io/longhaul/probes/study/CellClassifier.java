package io.longhaul.probes.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Names what limits each point of a grid of T(n, W), by what the kernel says and by how the rate changes from point to
 * point. The order: a full core, the receiver's window, a token bucket that ran dry, a cap on all streams together, the send buffer, loss, a cap per
 * flow. Immutable.
 *
 * <p>Loss: {@link LossResponse}.
 */
final class CellClassifier {
    private static final double WINDOW_BINDS = 0.5;
    private static final double AT_CAP = 0.92;
    private static final double SAME = 0.1;
    private static final double CROWDED = 0.75;
    private static final double BUCKET_MARGIN = 0.25;
    private static final double BUFFER_HOLDS = 0.3;

    /** Linux tunes a send buffer to well above twice what is under way; only one that may not grow comes so close. */
    private static final double BUFFER_FULL = 0.5;

    private static final double IN_FLIGHT_BELOW_WINDOW = 0.7;
    private static final int BITS_PER_OCTET = 8;

    private final List<CellRun> grid;
    private final BindingLimit aggregate;
    private final double best;
    private final double bucketLow;

    /**
     * @param grid all points, at least one
     * @param aggregate what a cap on all streams together is, when another study told; else not identified
     */
    CellClassifier(List<CellRun> grid, BindingLimit aggregate) {
        this.grid = List.copyOf(grid);
        this.aggregate = aggregate;
        this.best = grid.stream().mapToDouble(CellRun::bitsPerSecond).max().orElse(0);
        this.bucketLow = grid.stream()
                .flatMapToDouble(cell -> cell.evidence().fallenTo().stream())
                .max()
                .orElse(0);
    }

    /** What binds at a point of the grid. */
    SweepCell classify(CellRun cell) {
        CellEvidence evidence = cell.evidence();
        if (evidence.endpointCpu()) {
            return new SweepCell(
                    cell,
                    BindingLimit.ENDPOINT_CPU,
                    "a thread that moved data could not keep up with its socket: this is no result about the network");
        }
        if (evidence.receiveWindowShare().orElse(0) >= WINDOW_BINDS) {
            String share = SocketEvidence.percent(evidence.receiveWindowShare().getAsDouble());
            return new SweepCell(
                    cell,
                    BindingLimit.RECEIVE_WINDOW,
                    "the receiver's window held the senders back " + share + " of the time");
        }
        return tokenBucket(cell)
                .or(() -> aggregateCap(cell))
                .or(() -> SocketEvidence.dryBuffer(cell))
                .or(() -> crowded(cell))
                .or(() -> sendBuffer(cell))
                .or(() -> SocketEvidence.loss(cell))
                .or(() -> perFlowCap(cell))
                .orElseGet(() -> new SweepCell(
                        cell, BindingLimit.NOT_IDENTIFIED, "no limit explains " + Show.rate(cell.rate()) + " here"));
    }

    private Optional<SweepCell> tokenBucket(CellRun cell) {
        OptionalDouble own = cell.evidence().fallenTo();
        if (own.isEmpty() && bucketLow == 0) {
            return Optional.empty();
        }
        if (own.isEmpty() && cell.bitsPerSecond() > (1 + BUCKET_MARGIN) * bucketLow) {
            return Optional.empty();
        }
        String low = Show.rate(Bandwidth.ofBitsPerSecond(own.orElse(bucketLow)));
        return Optional.of(new SweepCell(
                cell,
                BindingLimit.TOKEN_BUCKET,
                own.isPresent()
                        ? "the rate fell to " + low + " within the run and stayed there: credit was spent"
                        : "the rate is that without credit (" + low + "), to which another run fell"));
    }

    /** Whether this point is on the plateau that more streams do not leave. */
    boolean isAtAggregateCap(CellRun cell) {
        return !cell.evidence().endpointCpu()
                && cell.evidence().receiveWindowShare().orElse(0) < WINDOW_BINDS
                && (aggregateCap(cell).isPresent()
                        || (SocketEvidence.dryBuffer(cell).isEmpty()
                                && crowded(cell).isPresent()));
    }

    private Optional<SweepCell> aggregateCap(CellRun cell) {
        if (cell.bitsPerSecond() < AT_CAP * best) {
            return Optional.empty();
        }
        return grid.stream()
                .filter(other -> apart(cell.streams(), other.streams()))
                .filter(other -> !other.evidence().endpointCpu() && same(cell.bitsPerSecond(), other.bitsPerSecond()))
                .findFirst()
                .map(other -> new SweepCell(
                        cell,
                        aggregate,
                        carries(cell) + ", " + streams(other) + " " + Show.rate(other.rate())
                                + ": a cap on all together"));
    }

    /** Streams that get clearly less than fewer streams got, with a queue standing, share a cap, even if fewer did not reach it. */
    private Optional<SweepCell> crowded(CellRun cell) {
        if (SocketEvidence.isQuiet(cell.evidence()) || cell.bitsPerSecond() < AT_CAP * best) {
            return Optional.empty();
        }
        return grid.stream()
                .filter(other -> other.streams() < cell.streams() && other.windowBytes() <= cell.windowBytes())
                .filter(other -> !other.evidence().endpointCpu())
                .filter(other -> cell.bitsPerSecondOfOne() < CROWDED * other.bitsPerSecondOfOne())
                .findFirst()
                .map(other -> new SweepCell(
                        cell,
                        aggregate,
                        carries(cell) + ", which is less for each than " + streams(other) + " got ("
                                + Show.rate(other.rate()) + "), with a queue standing: a cap on all together"));
    }

    private static String carries(CellRun cell) {
        return streams(cell) + (cell.streams() == 1 ? " carries " : " carry ") + Show.rate(cell.rate());
    }

    /** By its effects, where nobody looked at the sockets. */
    private Optional<SweepCell> sendBuffer(CellRun cell) {
        CellEvidence evidence = cell.evidence();
        boolean lookedAt = evidence.sendBufferDryShare().isPresent();
        if (lookedAt
                || !SocketEvidence.isQuiet(evidence)
                || evidence.congestionWindowBytes().isEmpty()) {
            return Optional.empty();
        }
        double inFlight = cell.bitsPerSecond()
                / BITS_PER_OCTET
                * evidence.meanRttSeconds().orElse(0);
        double allowed = evidence.congestionWindowBytes().getAsDouble();
        boolean grows = cell.window().isPresent() ? growsWithWindow(cell) : isLinear(cell);
        boolean full = inFlight / cell.streams()
                >= BUFFER_FULL * evidence.sendBufferBytes().orElse(Double.POSITIVE_INFINITY);
        boolean held = full
                || inFlight < IN_FLIGHT_BELOW_WINDOW * allowed
                || evidence.sendBufferShare().orElse(0) >= BUFFER_HOLDS;
        return grows && held && evidence.retransmitShare().orElse(0) < SocketEvidence.NO_LOSS
                ? Optional.of(new SweepCell(
                        cell,
                        BindingLimit.SEND_BUFFER,
                        full
                                ? SocketEvidence.percent(inFlight
                                                / cell.streams()
                                                / evidence.sendBufferBytes().getAsDouble())
                                        + " of the send buffer was under way, and the RTT stayed low"
                                : "only " + SocketEvidence.percent(inFlight / allowed)
                                        + " of the congestion window was used, and the RTT stayed low"))
                : Optional.empty();
    }

    private boolean growsWithWindow(CellRun cell) {
        return grid.stream()
                .filter(other -> other.streams() == cell.streams() && other.windowBytes() > cell.windowBytes())
                .allMatch(other -> other.bitsPerSecond() > (1 + SAME) * cell.bitsPerSecond());
    }

    private boolean isLinear(CellRun cell) {
        double each = cell.bitsPerSecondOfOne();
        return grid.stream()
                .filter(other -> !isHeldByWindow(other))
                .anyMatch(other -> apart(cell.streams(), other.streams()) && same(each, other.bitsPerSecondOfOne()));
    }

    private static boolean isHeldByWindow(CellRun cell) {
        return cell.evidence().receiveWindowShare().orElse(0) >= WINDOW_BINDS;
    }

    private Optional<SweepCell> perFlowCap(CellRun cell) {
        double each = cell.bitsPerSecondOfOne();
        boolean flatInWindow = grid.stream()
                .anyMatch(other -> other.streams() == cell.streams()
                        && apart((double) cell.windowBytes(), (double) other.windowBytes())
                        && same(each, other.bitsPerSecondOfOne()));
        boolean linear = isLinear(cell);
        boolean queued = !SocketEvidence.isQuiet(cell.evidence());
        return linear && (flatInWindow || queued)
                ? Optional.of(new SweepCell(
                        cell,
                        BindingLimit.PER_FLOW_CAP,
                        "each stream carries " + Show.rate(Bandwidth.ofBitsPerSecond(each))
                                + " whatever its window and the number of streams"))
                : Optional.empty();
    }

    private static boolean apart(double one, double other) {
        return Math.max(one, other) >= 2 * Math.min(one, other);
    }

    private static boolean same(double one, double other) {
        return Math.abs(one - other) <= SAME * Math.max(one, other);
    }

    private static String streams(CellRun cell) {
        return cell.streams() == 1 ? "one stream" : cell.streams() + " streams";
    }
}
