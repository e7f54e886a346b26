package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A part of the data and the way it takes to all destinations; to one destination that is a path, a tree with one leaf.
 * All VMs of one type at a site on the way receive it once, and may send it on several times; where there is a choice of
 * types, those of another type may receive it too. Immutable.
 *
 * @param hops from the source on: what sends on has received before
 * @param rate how fast this part runs
 * @param share part of the data that takes this way, in (0, 1]
 */
public record Tree(List<Hop> hops, Bandwidth rate, double share) {
    /** The largest part first, then by what it goes over. */
    public static final Comparator<Tree> LARGEST_FIRST = Comparator.comparingDouble(Tree::share)
            .reversed()
            .thenComparing(Tree::toString)
            .thenComparing(tree -> tree.legs().toString());

    public Tree {
        hops = List.copyOf(hops);
        if (hops.isEmpty()) {
            throw new IllegalArgumentException("a tree without a hop");
        }
    }

    /**
     * A path over the usual links.
     *
     * @param vms at the source, the relays in order and the destination
     * @param streams TCP connections on each hop over all VM pairs, in order
     */
    public static Tree path(List<VmGroup> vms, Bandwidth rate, double share, List<Integer> streams) {
        if (streams.size() != vms.size() - 1) {
            throw new IllegalArgumentException("a path over " + vms + " with streams " + streams);
        }
        return new Tree(
                IntStream.range(0, streams.size())
                        .mapToObj(i -> {
                            VmGroup from = vms.get(i);
                            VmGroup to = vms.get(i + 1);
                            return new Hop(new Leg(new Link(from.site(), to.site()), from, to), streams.get(i));
                        })
                        .toList(),
                rate,
                share);
    }

    /** Where this part is read. */
    public SiteId source() {
        return hops.get(0).from().site();
    }

    public List<Leg> legs() {
        return hops.stream().map(Hop::leg).toList();
    }

    public List<Link> links() {
        return hops.stream().map(Hop::link).toList();
    }

    /** The VMs this part passes, the source's first, each as often as it is sent to: on a path in order. */
    public List<VmGroup> vms() {
        return Stream.concat(Stream.of(hops.get(0).from()), hops.stream().map(Hop::to))
                .toList();
    }

    /** The sites this part passes, the source first, each as often as it is sent to: on a path in order. */
    public List<SiteId> sites() {
        return vms().stream().map(VmGroup::site).toList();
    }

    /** The sites that send on what they received. */
    public List<SiteId> forwarders() {
        return links().stream()
                .map(Link::from)
                .filter(site -> !site.equals(source()))
                .distinct()
                .toList();
    }

    /** {@code by interconnect} for every link that is not the usual one of its pair, joined by commas; empty without. */
    public String classesText() {
        return links().stream()
                .filter(link -> !link.linkClass().isEmpty())
                .map(link -> "by " + link.linkClass() + (hops.size() == 1 ? "" : " from " + link.from()))
                .collect(Collectors.joining(", "));
    }

    /** The same with other names of VMs. */
    Tree withVms(UnaryOperator<VmGroup> named) {
        return new Tree(
                hops.stream()
                        .map(hop -> new Hop(
                                new Leg(hop.link(), named.apply(hop.from()), named.apply(hop.to())),
                                hop.streams(),
                                hop.window()))
                        .toList(),
                rate,
                share);
    }

    /** {@code aws:a ~ gcp:r ~ aws:b}, one for each way that ends at a leaf, joined by commas. */
    @Override
    public String toString() {
        var forwards = new TreeSet<VmGroup>();
        hops.forEach(hop -> forwards.add(hop.from()));
        return hops.stream()
                .filter(hop -> !forwards.contains(hop.to()))
                .map(this::wayTo)
                .collect(Collectors.joining(", "));
    }

    private String wayTo(Hop leaf) {
        List<String> way = new ArrayList<>(List.of(leaf.to().site().toString()));
        Hop first = leaf;
        for (int i = hops.indexOf(leaf); i >= 0; i--) {
            if (i == hops.indexOf(leaf) || hops.get(i).to().equals(first.from())) {
                first = hops.get(i);
                way.add(0, first.from().site().toString());
            }
        }
        return String.join(" ~ ", way);
    }
}
