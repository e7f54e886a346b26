package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A network in arrays, the one place where units become doubles: Gbit/s, Gbit, dollars per Gbit, dollars per second.
 * Nodes are those of {@link SiteNodes}; every concave rate curve becomes parallel arcs, one for each linear piece, the
 * steepest first. Immutable.
 */
public final class FlowNetwork {
    /** Gbit/s, for a store. */
    private static final double NO_CAP = 1e9;

    private final NetworkModel model;

    /** What the nodes are. */
    final SiteNodes sites;

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
    /** Indices in {@link #totalCap} of what each arc counts towards. */
    final int[][] totals;

    final double[] totalCap;
    /** Dollars per Gbit at the first tier. */
    final double[] flatPrice;
    /** The link of each arc; that of a local arc means nothing. */
    final LinkModel[] link;

    /** Arcs between a store and the VMs of its site, which take no time and no money. */
    final boolean[] local;

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

    /** Whether any link has more than one price tier, or a fixed fee. */
    final boolean tiered;

    /**
     * @param streamsPerVm TCP connections one VM shares among its links
     */
    public FlowNetwork(NetworkModel model, int streamsPerVm) {
        this(model, streamsPerVm, List.of());
    }

    /**
     * A network for requests whose data lie at several sites.
     *
     * @param pooled sites that hold the data; nothing is sent to them
     */
    public FlowNetwork(NetworkModel model, int streamsPerVm, List<SiteId> pooled) {
        this.model = model;
        sites = new SiteNodes(model, pooled);
        nodes = sites.count;
        egress = new double[nodes];
        ingress = new double[nodes];
        vmPricePerSecond = new double[nodes];
        bucket = new VmBucket[nodes];
        for (int v = 0; v < nodes; v++) {
            fillNode(v);
        }
        var list = new ArcPieces(model, sites, streamsPerVm);
        arcs = list.pieces().size();
        pieces = list.pieces().stream().anyMatch(piece -> piece.cap() < Double.POSITIVE_INFINITY);
        from = new int[arcs];
        to = new int[arcs];
        share = new double[arcs];
        pieceCap = new double[arcs];
        totals = new int[arcs][];
        flatPrice = new double[arcs];
        link = new LinkModel[arcs];
        local = new boolean[arcs];
        firstArcOfLink = new int[arcs];
        firstOut = new int[nodes + 1];
        firstIn = new int[nodes + 1];
        inArc = new int[arcs];
        tiered = fill(list.pieces());
        totalCap = list.totalCaps();
    }

    /** Whether the cost of a link is more than a price times the volume. */
    static boolean isTiered(EgressPrice price) {
        return price.tiers().size() > 1 || price.fee().compareTo(Money.ZERO) > 0;
    }

    private void fillNode(int v) {
        if (sites.store[v]) {
            egress[v] = NO_CAP;
            ingress[v] = NO_CAP;
            bucket[v] = VmBucket.NONE;
            return;
        }
        VmChoice vm = sites.vm[v];
        egress[v] = gigabits(vm.caps().egress());
        ingress[v] = gigabits(vm.caps().ingress());
        vmPricePerSecond[v] = vm.price().dollars() / 3600;
        bucket[v] = VmBucket.of(vm.caps(), sites.site[v].creditOf(vm));
        if (bucket[v].present()) {
            egress[v] = bucket[v].high();
        }
    }

    /** At least one bit per second, so that a site without any capacity, which no link passes, divides without trouble. */
    private static double gigabits(Bandwidth rate) {
        return Math.max(1, rate.bitsPerSecond()) / 1e9;
    }

    /** Pieces come sorted by source; whether any is tiered. */
    private boolean fill(List<ArcPieces.Piece> list) {
        var first = new IdentityHashMap<LinkModel, Integer>();
        boolean anyTiered = false;
        for (int a = 0; a < arcs; a++) {
            ArcPieces.Piece piece = list.get(a);
            from[a] = piece.from();
            to[a] = piece.to();
            share[a] = piece.share();
            pieceCap[a] = piece.cap();
            totals[a] = piece.totals();
            link[a] = piece.link();
            local[a] = piece.local();
            firstArcOfLink[a] = firstArc(a, piece, first);
            EgressPrice price = piece.link().price();
            flatPrice[a] = piece.local() ? 0 : price.firstTier().dollars() / 8;
            anyTiered |= isTiered(price);
            firstOut[piece.from() + 1]++;
            firstIn[piece.to() + 1]++;
        }
        for (int v = 0; v < nodes; v++) {
            firstOut[v + 1] += firstOut[v];
            firstIn[v + 1] += firstIn[v];
        }
        int[] next = firstIn.clone();
        for (int a = 0; a < arcs; a++) {
            inArc[next[to[a]]++] = a;
        }
        return anyTiered;
    }

    /** The node that data of a request start from. */
    int source(List<SiteId> sources) {
        return sources.size() > 1 ? sites.pool : index(sources.get(0));
    }

    /** Pieces of a link are neighbours, unless there are VM types to choose among at its ends. */
    private int firstArc(int arc, ArcPieces.Piece piece, IdentityHashMap<LinkModel, Integer> first) {
        if (sites.anyChoice() && !piece.local()) {
            return first.computeIfAbsent(piece.link(), any -> arc);
        }
        return piece.first() ? arc : firstArcOfLink[arc - 1];
    }

    /** A copy whose link has all its rates multiplied, to ask what would be if. The model stays as it was. */
    public FlowNetwork withRate(Link changed, double factor) {
        var copy = new FlowNetwork(this);
        for (int a : sites.vmsOf(changed.from())) {
            for (int arc = firstOut[a]; arc < firstOut[a + 1]; arc++) {
                if (!local[arc] && link[arc].link().equals(changed)) {
                    copy.share[arc] /= factor;
                    copy.pieceCap[arc] *= factor;
                }
            }
        }
        return copy;
    }

    private FlowNetwork(FlowNetwork other) {
        model = other.model;
        sites = other.sites;
        nodes = other.nodes;
        arcs = other.arcs;
        firstOut = other.firstOut;
        from = other.from;
        to = other.to;
        share = other.share.clone();
        pieceCap = other.pieceCap.clone();
        totals = other.totals;
        totalCap = other.totalCap;
        flatPrice = other.flatPrice;
        link = other.link;
        local = other.local;
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

    /** The node that stands for a site that is in the network. */
    public int index(SiteId site) {
        return sites.home(model.getSite(site).id());
    }

    public SiteId site(int node) {
        return sites.site[node].id();
    }

    public int nodes() {
        return nodes;
    }

    /** Dollars for a second of one VM. */
    public double vmPricePerSecond(int node) {
        return vmPricePerSecond[node];
    }
}
