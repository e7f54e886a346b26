package io.longhaul.store.catalogue;

import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A fact that two catalogues tell otherwise. Immutable.
 *
 * @param what kind of fact, as {@code vm_type}
 * @param provider whose
 * @param subject of which it is, as {@code aws:m5.8xlarge} or {@code aws:us-east-1 -> aws:eu-west-1}
 * @param field which fact, as {@code egress}
 * @param before as the older tells it, in words; empty when it does not
 * @param after as the newer tells it; likewise
 */
public record CatalogueChange(
        String what, String provider, String subject, String field, Optional<String> before, Optional<String> after) {
    /**
     * All that differs, in the order of the older.
     *
     * @param froms regions whose prices of data are compared, towards every region
     */
    public static List<CatalogueChange> between(Catalogue older, Catalogue newer, Collection<SiteId> froms) {
        List<CatalogueChange> changes = new ArrayList<>();
        for (VmType type : newer.vmTypes()) {
            Optional<VmType> before = older.findVmType(type.provider(), type.name());
            field(changes, type, "vCPUs", before, kind -> Optional.of(String.valueOf(kind.vcpus())));
            field(
                    changes,
                    type,
                    "egress",
                    before,
                    kind -> kind.caps().map(VmCaps::egress).map(Show::rate));
            field(
                    changes,
                    type,
                    "ingress",
                    before,
                    kind -> kind.caps().map(VmCaps::ingress).map(Show::rate));
            field(
                    changes,
                    type,
                    "per flow",
                    before,
                    kind -> kind.caps().flatMap(VmCaps::perFlow).map(Show::rate));
            field(
                    changes,
                    type,
                    "after the credit",
                    before,
                    kind -> kind.caps().flatMap(VmCaps::egressBucket).map(bucket -> Show.rate(bucket.low())));
        }
        PriceBook then = older.prices(List.of());
        for (VmPrice price : newer.prices(List.of()).vms()) {
            Optional<VmPrice> before = price.region().isPresent()
                    ? then.findVm(new SiteId(price.provider(), price.region().get()), price.vmType())
                    : then.vms().stream()
                            .filter(other -> other.region().isEmpty()
                                    && other.provider().equals(price.provider())
                                    && other.vmType().equals(price.vmType()))
                            .findFirst();
            add(
                    changes,
                    "vm_price",
                    price.provider(),
                    price.provider() + ":" + price.vmType(),
                    price.region().orElse("any other region"),
                    before.map(VmPrice::price).map(Object::toString),
                    Optional.of(price.price().toString()));
        }
        for (SiteId from : froms) {
            for (Region to : newer.regions()) {
                if (!from.equals(to.site())) {
                    var link = new Link(from, to.site());
                    add(
                            changes,
                            "egress",
                            from.provider(),
                            link.toString(),
                            "price",
                            older.findEgress(link).map(price -> steps(price.tiers())),
                            newer.findEgress(link).map(price -> steps(price.tiers())));
                }
            }
        }
        return List.copyOf(changes);
    }

    /** The steps of a price in words: {@code $0.09/GB up to 10TB, $0.085/GB}. */
    public static String steps(List<PriceTier> tiers) {
        return String.join(
                ", ",
                tiers.stream()
                        .map(tier -> tier.price()
                                + tier.upTo()
                                        .map(size -> " up to " + Show.size(size))
                                        .orElse(""))
                        .toList());
    }

    private static void field(
            List<CatalogueChange> changes,
            VmType type,
            String field,
            Optional<VmType> before,
            Function<VmType, Optional<String>> fact) {
        add(changes, "vm_type", type.provider(), type.toString(), field, before.flatMap(fact), fact.apply(type));
    }

    private static void add(
            List<CatalogueChange> changes,
            String what,
            String provider,
            String subject,
            String field,
            Optional<String> before,
            Optional<String> after) {
        if (!before.equals(after)) {
            changes.add(new CatalogueChange(what, provider, subject, field, before, after));
        }
    }
}
