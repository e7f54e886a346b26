package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The least cost of several curves at a time or faster: a falling line of pieces, some of them level. Stateless. */
final class Envelope {
    private static final double SAME = 1e-12;

    private Envelope() {}

    /**
     * A piece of the envelope.
     *
     * @param from t where it starts
     * @param to t where it ends
     * @param costFrom dollars at its start
     * @param costTo dollars at its end; equal to {@code costFrom} on a level piece
     * @param curve the curve it lies on, or that the level comes from
     */
    record Piece(double from, double to, double costFrom, double costTo, VmCurve curve) {
        boolean level() {
            return costFrom == costTo;
        }

        double slope() {
            return (costTo - costFrom) / (to - from);
        }
    }

    /** The pieces from left to right, over times up to a limit. */
    static List<Piece> of(List<VmCurve> curves, double limit) {
        List<Double> breaks = breaks(curves, limit);
        var pieces = new ArrayList<Piece>();
        double best = Double.POSITIVE_INFINITY;
        VmCurve bestCurve = curves.get(0);
        for (int i = 1; i < breaks.size(); i++) {
            double from = breaks.get(i - 1);
            double to = breaks.get(i);
            VmCurve lowest = lowest(curves, (from + to) / 2);
            double left = lowest.at(Math.max(from, lowest.times()[0]));
            double right = lowest.at(to);
            if (left < best) {
                best = left;
                bestCurve = lowest;
            }
            if (best == Double.POSITIVE_INFINITY) {
                continue;
            }
            if (right >= best) {
                add(pieces, new Piece(from, to, best, best, bestCurve));
                continue;
            }
            if (left > best) {
                double cross = from + (to - from) * (left - best) / (left - right);
                add(pieces, new Piece(from, cross, best, best, bestCurve));
                from = cross;
            }
            add(pieces, new Piece(from, to, best, right, lowest));
            best = right;
            bestCurve = lowest;
        }
        return pieces;
    }

    private static void add(List<Piece> pieces, Piece piece) {
        if (piece.to <= piece.from * (1 + SAME)) {
            return;
        }
        if (!pieces.isEmpty()) {
            Piece last = pieces.get(pieces.size() - 1);
            boolean joins = last.costTo == piece.costFrom && last.curve.equals(piece.curve);
            if (joins && last.level() && piece.level()) {
                pieces.set(pieces.size() - 1, new Piece(last.from, piece.to, last.costFrom, piece.costTo, last.curve));
                return;
            }
        }
        pieces.add(piece);
    }

    private static VmCurve lowest(List<VmCurve> curves, double time) {
        VmCurve best = curves.get(0);
        for (VmCurve curve : curves) {
            if (curve.at(time) < best.at(time)) {
                best = curve;
            }
        }
        return best;
    }

    /** Every corner of every curve and every crossing of two. */
    private static List<Double> breaks(List<VmCurve> curves, double limit) {
        var breaks = new TreeSet<Double>();
        for (VmCurve curve : curves) {
            for (double time : curve.times()) {
                breaks.add(Math.min(time, limit));
            }
            breaks.add(limit);
        }
        var corners = new ArrayList<>(breaks);
        for (int i = 1; i < corners.size(); i++) {
            addCrossings(curves, corners.get(i - 1), corners.get(i), breaks);
        }
        return new ArrayList<>(breaks);
    }

    private static void addCrossings(List<VmCurve> curves, double from, double to, Set<Double> breaks) {
        for (int a = 0; a < curves.size(); a++) {
            for (int b = 0; b < a; b++) {
                double left = curves.get(a).at(from) - curves.get(b).at(from);
                double right = curves.get(a).at(to) - curves.get(b).at(to);
                if (left * right < 0 && !Double.isInfinite(left) && !Double.isInfinite(right)) {
                    breaks.add(from + (to - from) * left / (left - right));
                }
            }
        }
    }
}
