package io.longhaul.core.price;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every price known, with its source and date. Immutable; lookups are constant-time and safe for any thread. */
public final class PriceBook {
    private static final PriceBook EMPTY = new PriceBook(List.of(), List.of());

    private final List<EgressPrice> egress;
    private final List<VmPrice> vms;
    private final Map<Link, EgressPrice> egressByLink = new HashMap<>();
    private final Map<VmKey, VmPrice> vmByKey = new HashMap<>();

    private record VmKey(String provider, Optional<String> region, String vmType) {}

    /** Where a link or VM is priced twice, the later entry counts. */
    public PriceBook(Collection<EgressPrice> egress, Collection<VmPrice> vms) {
        this.egress = List.copyOf(egress);
        this.vms = List.copyOf(vms);
        this.egress.forEach(price -> egressByLink.put(price.link(), price));
        this.vms.forEach(price -> vmByKey.put(new VmKey(price.provider(), price.region(), price.vmType()), price));
    }

    public static PriceBook empty() {
        return EMPTY;
    }

    public List<EgressPrice> egress() {
        return egress;
    }

    public List<VmPrice> vms() {
        return vms;
    }

    /** The price of a link; a zone's link falls back to its region's. */
    public Optional<EgressPrice> findEgress(Link link) {
        EgressPrice exact = egressByLink.get(link);
        if (exact != null) {
            return Optional.of(exact);
        }
        SiteId from = link.from().withoutZone();
        SiteId to = link.to().withoutZone();
        return from.equals(to) ? Optional.empty() : Optional.ofNullable(egressByLink.get(new Link(from, to)));
    }

    /**
     * The price of a link.
     *
     * @throws InvalidInputException when the book has none
     */
    public EgressPrice getEgress(Link link) {
        return findEgress(link)
                .orElseThrow(() -> new InvalidInputException(
                        "No egress price is known for " + link + ".",
                        "Import a price list, or give a price book with --prices."));
    }

    /** The price of a VM type at a site; falls back to the region of a zone, then to the type's price anywhere. */
    public Optional<VmPrice> findVm(SiteId site, String vmType) {
        for (Optional<String> region :
                List.of(Optional.of(site.name()), Optional.of(site.withoutZone().name()), Optional.<String>empty())) {
            VmPrice price = vmByKey.get(new VmKey(site.provider(), region, vmType));
            if (price != null) {
                return Optional.of(price);
            }
        }
        return Optional.empty();
    }

    /** This book with another's entries on top. */
    public PriceBook with(PriceBook other) {
        var allEgress = new ArrayList<>(egress);
        allEgress.addAll(other.egress);
        var allVms = new ArrayList<>(vms);
        allVms.addAll(other.vms);
        return new PriceBook(allEgress, allVms);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PriceBook book && egress.equals(book.egress) && vms.equals(book.vms);
    }

    @Override
    public int hashCode() {
        return egress.hashCode() * 31 + vms.hashCode();
    }

    @Override
    public String toString() {
        return "PriceBook[" + egress.size() + " egress prices, " + vms.size() + " VM prices]";
    }
}
