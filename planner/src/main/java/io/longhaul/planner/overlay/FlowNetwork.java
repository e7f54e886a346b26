package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A network in arrays, the one place where units become doubles: Gbit/s, Gbit, dollars per Gbit, dollars per second.
 * Every concave rate curve becomes parallel arcs, one for each linear piece, the steepest first. Immutable.
 */
public final class FlowNetwork {
    private final NetworkModel model;
    private final List<SiteModel> sites;
    private final Map<SiteId, Integer> indexOf;

    final int nodes;
    final int arcs;
    /** Arcs that leave node v: {@code firstOut[v]} up to {@code firstOut[v + 1]}. */
    final int[] firstOut;

    final int[] from;
    final int[] to;
    /** Streams that 1 Gbit/s takes, over the streams one VM has. */
    final double[] share;
    /** Gbit/s of the piece per VM; infinite where the streams of a VM bound it already. */
    final double[] pieceCap;
    /** Index of the link's total cap in {@link #totalCap}; -1 without one. */
    final int[] totalCapIndex;

    final double[] totalCap;
    /** Dollars per Gbit at the first tier. */
    final double[] flatPrice;
    /** The link of each arc. */
    final LinkModel[] link;

    /** The first arc of the same link, for each arc. */
    final int[] firstArcOfLink;

    final int[] firstIn;
    final int[] inArc;

    final double[] egress;
    final double[] ingress;
    final double[] vmPricePerSecond;
    /** The bucket of one VM at each site; null entries are stood for by {@link VmBucket#NONE}. */
    final VmBucket[] bucket;

    /** Whether any arc is a piece with a cap of its own. */
    final boolean pieces;

    /** Whether any link has more than one price tier. */
    final boolean tiered;

    /**
     * @param streamsPerVm TCP connections one VM shares among its links
     */
    public FlowNetwork(NetworkModel model, int streamsPerVm) {
        this.model = model;
        indexOf = new HashMap<>();
        sites = model.sites();
        nodes = sites.size();
        egress = new double[nodes];
        ingress = new double[nodes];
        vmPricePerSecond = new double[nodes];
        bucket = new VmBucket[nodes];
        for (int v = 0; v < nodes; v++) {
            SiteModel site = sites.get(v);
            indexOf.put(site.id(), v);
            egress[v] = gigabits(site.caps().egress());
            ingress[v] = gigabits(site.caps().ingress());
            vmPricePerSecond[v] = site.vmPrice().dollars() / 3600;
            bucket[v] = bucketOf(site);
            if (bucket[v].present()) {
                egress[v] = bucket[v].high();
            }
        }
        var list = new ArrayList<Piece>(model.links().size());
        var totals = new ArrayList<Double>();
        boolean anyTiers = false;
        for (LinkModel each : model.links()) {
            addPieces(each, streamsPerVm, list, totals);
            anyTiers |= each.price().tiers().size() > 1;
        }
        tiered = anyTiers;
        arcs = list.size();
        pieces = list.stream().anyMatch(piece -> piece.cap < Double.POSITIVE_INFINITY);
        from = new int[arcs];
        to = new int[arcs];
        share = new double[arcs];
        pieceCap = new double[arcs];
        totalCapIndex = new int[arcs];
        flatPrice = new double[arcs];
        link = new LinkModel[arcs];
        firstArcOfLink = new int[arcs];
        firstOut = new int[nodes + 1];
        firstIn = new int[nodes + 1];
        inArc = new int[arcs];
        fill(list);
        totalCap = totals.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** At least one bit per second, so that a site without any capacity divides without trouble. */
    private static double gigabits(Bandwidth rate) {
        return Math.max(1, rate.bitsPerSecond()) / 1e9;
    }

    private record Piece(LinkModel link, int from, int to, double share, double cap, int totalCapIndex) {}

    private static VmBucket bucketOf(SiteModel site) {
        if (site.caps().egressBucket().isEmpty()) {
            return VmBucket.NONE;
        }
        TokenBucket bucket = site.caps().egressBucket().get();
        double credit = site.remainingCredit().orElse(bucket.budget()).bytes() * 8 / 1e9;
        double high =
                Math.min(bucket.high().bitsPerSecond(), site.caps().egress().bitsPerSecond()) / 1e9;
        double refill = bucket.refill().bitsPerSecond() / 1e9;
        double low = Math.min(bucket.low().bitsPerSecond() / 1e9, high);
        return high <= refill ? VmBucket.NONE : new VmBucket(high, low, credit / (high - refill));
    }

    private void addPieces(LinkModel each, int streamsPerVm, List<Piece> pieces, List<Double> totals) {
        int a = indexOf.getOrDefault(each.link().from(), -1);
        int b = indexOf.getOrDefault(each.link().to(), -1);
        int total = -1;
        if (each.totalCap().isPresent()) {
            total = totals.size();
            totals.add(each.totalCap().get().bitsPerSecond() / 1e9);
        }
        List<RateCurve.Point> corners = each.rates().points();
        double previousRate = 0;
        int previousStreams = 0;
        for (int k = 0; k < corners.size() && previousStreams < streamsPerVm; k++) {
            double rate = corners.get(k).rate().bitsPerSecond() / 1e9 - previousRate;
            int streams = corners.get(k).streams() - previousStreams;
            boolean boundByStreams = previousStreams + streams >= streamsPerVm;
            double perGigabit = streams / rate / streamsPerVm;
            pieces.add(new Piece(each, a, b, perGigabit, boundByStreams ? Double.POSITIVE_INFINITY : rate, total));
            previousRate += rate;
            previousStreams += streams;
        }
    }

    /** Pieces come sorted by source, since the links of a model are. */
    private void fill(List<Piece> pieces) {
        for (int a = 0; a < arcs; a++) {
            Piece piece = pieces.get(a);
            from[a] = piece.from;
            to[a] = piece.to;
            share[a] = piece.share;
            pieceCap[a] = piece.cap;
            totalCapIndex[a] = piece.totalCapIndex;
            link[a] = piece.link;
            boolean sameLink = a > 0 && from[a - 1] == piece.from && to[a - 1] == piece.to;
            firstArcOfLink[a] = sameLink ? firstArcOfLink[a - 1] : a;
            flatPrice[a] = piece.link.price().firstTier().dollars() / 8;
            firstOut[piece.from + 1]++;
            firstIn[piece.to + 1]++;
        }
        for (int v = 0; v < nodes; v++) {
            firstOut[v + 1] += firstOut[v];
            firstIn[v + 1] += firstIn[v];
        }
        int[] next = firstIn.clone();
        for (int a = 0; a < arcs; a++) {
            inArc[next[to[a]]++] = a;
        }
    }

    /** A copy whose link has all its rates multiplied, to ask what would be if. The model stays as it was. */
    public FlowNetwork withRate(Link changed, double factor) {
        var copy = new FlowNetwork(this);
        int a = index(changed.from());
        int b = index(changed.to());
        for (int arc = firstOut[a]; arc < firstOut[a + 1]; arc++) {
            if (to[arc] == b) {
                copy.share[arc] /= factor;
                copy.pieceCap[arc] *= factor;
            }
        }
        return copy;
    }

    private FlowNetwork(FlowNetwork other) {
        model = other.model;
        sites = other.sites;
        indexOf = other.indexOf;
        nodes = other.nodes;
        arcs = other.arcs;
        firstOut = other.firstOut;
        from = other.from;
        to = other.to;
        share = other.share.clone();
        pieceCap = other.pieceCap.clone();
        totalCapIndex = other.totalCapIndex;
        totalCap = other.totalCap;
        flatPrice = other.flatPrice;
        link = other.link;
        firstArcOfLink = other.firstArcOfLink;
        firstIn = other.firstIn;
        inArc = other.inArc;
        egress = other.egress;
        ingress = other.ingress;
        vmPricePerSecond = other.vmPricePerSecond;
        bucket = other.bucket;
        pieces = other.pieces;
        tiered = other.tiered;
    }

    public NetworkModel model() {
        return model;
    }

    /** The index of a site that is in the network. */
    public int index(SiteId site) {
        return indexOf.getOrDefault(model.getSite(site).id(), -1);
    }

    public SiteId site(int node) {
        return sites.get(node).id();
    }

    public int nodes() {
        return nodes;
    }

    /** Dollars for a second of one VM. */
    public double vmPricePerSecond(int node) {
        return vmPricePerSecond[node];
    }
}
