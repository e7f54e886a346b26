package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The linear pieces of all rate curves as arcs, sorted by the node they leave. Immutable. */
final class ArcPieces {
    private static final int[] NONE = {};

    private final SiteNodes sites;
    private final int streamsPerVm;
    private final List<Piece> pieces;
    private final List<Double> totals = new ArrayList<>();
    private final Map<SiteId, Integer> out = new HashMap<>();
    private final Map<SiteId, Integer> in = new HashMap<>();

    /**
     * One arc.
     *
     * @param share streams that 1 Gbit/s takes, over the streams one VM has
     * @param cap Gbit/s of one VM pair; infinite where the streams of a VM bound it already
     * @param totals indices of the total caps it counts towards: that of its link, and the uplinks at its ends
     * @param local whether it joins a store to the VMs of its site
     * @param first whether it is the first of its link between these two nodes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, shared on purpose
    record Piece(
            LinkModel link, int from, int to, double share, double cap, int[] totals, boolean local, boolean first) {}

    ArcPieces(NetworkModel model, SiteNodes sites, int streamsPerVm) {
        this.sites = sites;
        this.streamsPerVm = streamsPerVm;
        pieces = new ArrayList<>(model.links().size());
        for (SiteModel site : model.sites()) {
            site.uplink().out().ifPresent(cap -> out.put(site.id(), total(cap)));
            site.uplink().in().ifPresent(cap -> in.put(site.id(), total(cap)));
        }
        boolean choice = sites.anyStore();
        for (LinkModel link : model.links()) {
            if (!choice) {
                add(link, sites.home(link.link().from()), sites.home(link.link().to()), totals(link));
            } else if (sites.pool < 0 || sites.home[sites.home(link.link().to())] != sites.pool) {
                add(link);
            }
        }
        if (sites.anyStore() && !model.links().isEmpty()) {
            addLocal(model.links().get(0));
            pieces.sort(Comparator.comparingInt(Piece::from));
        }
    }

    List<Piece> pieces() {
        return pieces;
    }

    /** Gbit/s over all VM pairs of the links, and of the sites, that state it. */
    double[] totalCaps() {
        return totals.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private int[] totals(LinkModel link) {
        if (link.totalCap().isEmpty() && out.isEmpty() && in.isEmpty()) {
            return NONE;
        }
        var counts = new ArrayList<Integer>();
        link.totalCap().ifPresent(cap -> counts.add(total(cap)));
        Optional.ofNullable(out.get(link.link().from())).ifPresent(counts::add);
        Optional.ofNullable(in.get(link.link().to())).ifPresent(counts::add);
        return counts.isEmpty()
                ? NONE
                : counts.stream().mapToInt(Integer::intValue).toArray();
    }

    private void add(LinkModel link) {
        int[] total = totals(link);
        for (int a : sites.vmsOf(link.link().from())) {
            for (int b : sites.vmsOf(link.link().to())) {
                add(link, a, b, total);
            }
        }
    }

    private int total(Bandwidth cap) {
        totals.add(cap.bitsPerSecond() / 1e9);
        return totals.size() - 1;
    }

    private void add(LinkModel link, int a, int b, int[] total) {
        if (sites.vm[a].caps().egress().isZero() || sites.vm[b].caps().ingress().isZero()) {
            return;
        }
        List<RateCurve.Point> corners = link.rates().points();
        double previousRate = 0;
        int previousStreams = 0;
        for (int k = 0; k < corners.size() && previousStreams < streamsPerVm; k++) {
            double rate = corners.get(k).rate().bitsPerSecond() / 1e9 - previousRate;
            int streams = corners.get(k).streams() - previousStreams;
            boolean boundByStreams = previousStreams + streams >= streamsPerVm;
            double share = streams / rate / streamsPerVm;
            double cap = boundByStreams ? Double.POSITIVE_INFINITY : rate;
            pieces.add(new Piece(link, a, b, share, cap, total, false, k == 0));
            previousRate += rate;
            previousStreams += streams;
        }
    }

    private void addLocal(LinkModel any) {
        for (int[] group : sites.choices) {
            for (int v : group) {
                int store = group[0] - 1;
                addLocal(any, store, v);
                addLocal(any, v, store);
            }
        }
        if (sites.pool >= 0) {
            for (int v : sites.vmsAt(sites.pool)) {
                addLocal(any, sites.pool, v);
            }
        }
    }

    private void addLocal(LinkModel any, int from, int to) {
        pieces.add(new Piece(any, from, to, 0, Double.POSITIVE_INFINITY, NONE, true, true));
    }
}
