package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The linear pieces of all rate curves as arcs, sorted by the node they leave. Immutable. */
final class ArcPieces {
    private final SiteNodes sites;
    private final int streamsPerVm;
    private final List<Piece> pieces;
    private final List<Double> totals = new ArrayList<>();

    /**
     * One arc.
     *
     * @param share streams that 1 Gbit/s takes, over the streams one VM has
     * @param cap Gbit/s of one VM pair; infinite where the streams of a VM bound it already
     * @param totalCapIndex index of the link's total cap; -1 without one
     * @param local whether it joins a store to the VMs of its site
     */
    record Piece(LinkModel link, int from, int to, double share, double cap, int totalCapIndex, boolean local) {}

    ArcPieces(NetworkModel model, SiteNodes sites, int streamsPerVm) {
        this.sites = sites;
        this.streamsPerVm = streamsPerVm;
        pieces = new ArrayList<>(model.links().size());
        for (LinkModel link : model.links()) {
            add(link);
        }
        if (sites.anyChoice() && !model.links().isEmpty()) {
            addLocal(model.links().get(0));
            pieces.sort(Comparator.comparingInt(Piece::from));
        }
    }

    List<Piece> pieces() {
        return pieces;
    }

    /** Gbit/s over all VM pairs of the links that state it. */
    double[] totalCaps() {
        return totals.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void add(LinkModel link) {
        int total = -1;
        if (link.totalCap().isPresent()) {
            total = totals.size();
            totals.add(link.totalCap().get().bitsPerSecond() / 1e9);
        }
        for (int a : sites.vmsOf(link.link().from())) {
            for (int b : sites.vmsOf(link.link().to())) {
                add(link, a, b, total);
            }
        }
    }

    private void add(LinkModel link, int a, int b, int total) {
        List<RateCurve.Point> corners = link.rates().points();
        double previousRate = 0;
        int previousStreams = 0;
        for (int k = 0; k < corners.size() && previousStreams < streamsPerVm; k++) {
            double rate = corners.get(k).rate().bitsPerSecond() / 1e9 - previousRate;
            int streams = corners.get(k).streams() - previousStreams;
            boolean boundByStreams = previousStreams + streams >= streamsPerVm;
            double share = streams / rate / streamsPerVm;
            pieces.add(new Piece(link, a, b, share, boundByStreams ? Double.POSITIVE_INFINITY : rate, total, false));
            previousRate += rate;
            previousStreams += streams;
        }
    }

    private void addLocal(LinkModel any) {
        for (int[] group : sites.choices) {
            for (int v : group) {
                int store = sites.home[v];
                pieces.add(new Piece(any, store, v, 0, Double.POSITIVE_INFINITY, -1, true));
                pieces.add(new Piece(any, v, store, 0, Double.POSITIVE_INFINITY, -1, true));
            }
        }
    }
}
