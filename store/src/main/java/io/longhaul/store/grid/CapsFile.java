package io.longhaul.store.grid;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What VMs carry and cost, from a YAML file: for all, by provider, by VM type and by site; the narrower part counts, see
 * {@code docs/formats/grid.md}. Immutable.
 */
final class CapsFile {
    private final String source;
    private final Optional<PricePerHour> price;
    private final Map<String, VmTerms> byProvider;
    private final Map<String, VmTerms> byType;
    private final Map<SiteId, VmTerms> bySite;

    private CapsFile(FieldReader in, Consumer<String> notes) {
        source = in.source();
        price = VmTerms.price(in);
        noteUnknown(in, in.source(), List.of(VmTerms.PRICE, "providers", "vm_types", "sites"), notes);
        byProvider = section(in, "providers", Function.identity(), notes);
        byType = section(in, "vm_types", Function.identity(), notes);
        bySite = section(in, "sites", SiteId::parse, notes);
    }

    /**
     * Reads a caps file.
     *
     * @param notes told of keys that mean nothing
     */
    static CapsFile read(Path file, Consumer<String> notes) {
        return YamlText.read(file).decode(in -> new CapsFile(in, notes));
    }

    /**
     * The model of a site.
     *
     * @throws InvalidInputException when the file leaves its egress, ingress or price open
     */
    SiteModel site(SiteId id) {
        VmTerms own = bySite.getOrDefault(id, bySite.getOrDefault(id.withoutZone(), VmTerms.NOTHING));
        VmTerms provider = byProvider.getOrDefault(id.provider(), VmTerms.NOTHING);
        VmTerms both = own.orElse(provider);
        if (!both.vmTypes().isEmpty()) {
            if (both.vmTypes().stream().distinct().count() != both.vmTypes().size()) {
                throw new InvalidInputException(
                        "The VM types " + both.vmTypes() + " of " + id + " in " + source + " name one twice.",
                        "Name each type once; quotas say how many VMs of it may run.");
            }
            return SiteModel.of(
                            id,
                            both.vmTypes().stream()
                                    .map(name -> choice(id, name, both))
                                    .toList())
                    .withUplink(both.uplink());
        }
        VmTerms terms = own.orElse(type(own.vmType())).orElse(provider).orElse(type(provider.vmType()));
        SiteModel model = SiteModel.of(id, caps(id, terms), price(id, terms)).withUplink(terms.uplink());
        return terms.vmType().map(model::withVmType).orElse(model);
    }

    /** A site's model with what the file says of it in place of what was believed. */
    SiteModel over(SiteModel believed) {
        SiteId id = believed.id();
        VmTerms own = bySite.getOrDefault(id, bySite.getOrDefault(id.withoutZone(), VmTerms.NOTHING));
        VmTerms provider = byProvider.getOrDefault(id.provider(), VmTerms.NOTHING);
        if (!own.orElse(provider).vmTypes().isEmpty()) {
            return site(id);
        }
        VmTerms terms = own.orElse(type(own.vmType())).orElse(provider).orElse(type(provider.vmType()));
        VmCaps caps = believed.caps();
        SiteModel model = SiteModel.of(
                        id,
                        new VmCaps(
                                terms.egress().orElse(caps.egress()),
                                terms.ingress().orElse(caps.ingress()),
                                terms.perFlow().or(caps::perFlow),
                                terms.bucket().or(caps::egressBucket)),
                        terms.price().or(() -> price).orElse(believed.vmPrice()))
                .withUplink(terms.uplink());
        return terms.vmType().or(believed::vmType).map(model::withVmType).orElse(model);
    }

    /** One of the types to choose among: what it says counts before what its site and its provider say. */
    private VmChoice choice(SiteId id, String name, VmTerms general) {
        VmTerms own = type(Optional.of(name));
        VmTerms terms = own.orElse(general);
        int quota = general.quotas().getOrDefault(name, own.quota().orElse(Integer.MAX_VALUE));
        return new VmChoice(name, caps(id, terms), price(id, terms), quota);
    }

    private VmCaps caps(SiteId id, VmTerms terms) {
        return new VmCaps(
                required(id, "egress", terms.egress()),
                required(id, "ingress", terms.ingress()),
                terms.perFlow(),
                terms.bucket());
    }

    private PricePerHour price(SiteId id, VmTerms terms) {
        return required(id, VmTerms.PRICE, terms.price().or(() -> price));
    }

    private VmTerms type(Optional<String> name) {
        return name.map(type -> {
                    VmTerms terms = byType.get(type);
                    if (terms == null) {
                        throw new InvalidInputException(
                                "The VM type " + type + " is not under vm_types of " + source + ".",
                                "Known there: " + byType.keySet() + ".");
                    }
                    return terms;
                })
                .orElse(VmTerms.NOTHING);
    }

    private <T> T required(SiteId site, String key, Optional<T> value) {
        return value.orElseThrow(() -> new InvalidInputException(
                "The caps file " + source + " gives no " + key + " for " + site + ".",
                "Write it under providers, as " + site.provider() + ": {egress: 5Gbit/s, ingress: 10Gbit/s}, with "
                        + VmTerms.PRICE + ": 0.54 at the top; or under sites."));
    }

    private static <K> Map<K, VmTerms> section(
            FieldReader in, String name, Function<String, K> key, Consumer<String> notes) {
        if (!in.has(name)) {
            return Map.of();
        }
        return in.object(name, entries -> {
            Map<K, VmTerms> terms = new HashMap<>();
            for (String entry : entries.names()) {
                terms.put(key.apply(entry), entries.object(entry, fields -> {
                    noteUnknown(fields, in.source() + " under " + name + " " + entry, VmTerms.KEYS, notes);
                    return VmTerms.read(fields);
                }));
            }
            return terms;
        });
    }

    private static void noteUnknown(FieldReader in, String where, List<String> known, Consumer<String> notes) {
        List<String> unknown = new ArrayList<>(in.names());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            notes.accept("Ignored in " + where + ": " + String.join(", ", unknown) + "; known are "
                    + String.join(", ", known) + ".");
        }
    }
}
