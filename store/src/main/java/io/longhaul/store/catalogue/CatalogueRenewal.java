package io.longhaul.store.catalogue;

import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.FileAccess;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A catalogue that newer facts are written over. What is not told anew stays as it is, source and date included; so do token buckets, which
 * no cloud documents, as long as the cap on ingress, the baseline, is the same. Sources that nothing names any more are left out. Confined to one
 * thread.
 */
public final class CatalogueRenewal {
    private static final BigDecimal GIGA = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal MEGA = BigDecimal.valueOf(1_000_000);
    private static final JsonMapper JSON = new JsonMapper();

    private final ObjectNode tree;

    private CatalogueRenewal(ObjectNode tree) {
        this.tree = tree;
    }

    /**
     * Begins with the catalogue of a file, or with the shipped one.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the file is no catalogue
     */
    public static CatalogueRenewal of(Optional<Path> file) {
        String text = file.map(FileAccess::readText).orElseGet(Catalogue::shippedText);
        Catalogue.of(text, file.map(Path::toString).orElse("the shipped catalogue"));
        return new CatalogueRenewal((ObjectNode) JSON.readTree(text));
    }

    private List<ObjectNode> entries(String field) {
        return tree.withArray(field)
                .valueStream()
                .map(ObjectNode.class::cast)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private void replace(String field, List<ObjectNode> entries) {
        ArrayNode array = tree.putArray(field);
        entries.forEach(array::add);
    }

    /** The name of a source; one that was not there is added. */
    private String source(String provider, String text, LocalDate asOf) {
        ObjectNode sources = tree.withObject("sources");
        String first = provider + "-" + asOf;
        String name = first;
        for (int i = 2; ; i++) {
            JsonNode there = sources.path(name);
            if (there.isMissingNode()) {
                sources.putObject(name).put("text", text).put("as_of", asOf.toString());
                return name;
            }
            if (there.path("text").asString("").equals(text)) {
                return name;
            }
            name = first + "-" + i;
        }
    }

    /**
     * Types with the caps they have now. Those without caps say nothing new.
     *
     * @param added names of types, beside those that the catalogue has, that are to be added
     */
    public void vmTypes(Collection<VmType> types, Set<String> added) {
        List<ObjectNode> entries = entries("vm_types");
        for (VmType type : types) {
            Optional<ObjectNode> known = entries.stream()
                    .filter(entry -> is(entry, "provider", type.provider()) && is(entry, "name", type.name()))
                    .findFirst();
            if (type.caps().isPresent() && (known.isPresent() || added.contains(type.name()))) {
                ObjectNode entry = known.orElseGet(() -> {
                    ObjectNode fresh = JSON.createObjectNode();
                    fresh.put("provider", type.provider()).put("name", type.name());
                    entries.add(fresh);
                    return fresh;
                });
                caps(entry, type, type.caps().get());
            }
        }
        replace("vm_types", entries);
    }

    private void caps(ObjectNode entry, VmType type, VmCaps caps) {
        JsonNode bucket = entry.path("token_bucket");
        boolean sameBaseline = bucket.isObject()
                && Bandwidth.parse(entry.path("ingress").asString("")).equals(caps.ingress());
        Optional<JsonNode> kept = sameBaseline ? Optional.of(bucket) : Optional.empty();
        String egress = sameBaseline ? entry.path("egress").asString("") : rate(caps.egress());
        List.of("vcpus", "egress", "ingress", "per_flow", "token_bucket", "source")
                .forEach(entry::remove);
        entry.put("vcpus", type.vcpus()).put("egress", egress).put("ingress", rate(caps.ingress()));
        caps.perFlow().ifPresent(flow -> entry.put("per_flow", rate(flow)));
        kept.ifPresent(there -> entry.set("token_bucket", there));
        entry.put("source", source(type.provider(), type.source(), type.asOf()));
    }

    private static boolean is(JsonNode entry, String field, String text) {
        return entry.path(field).asString("").equals(text);
    }

    private static String rate(Bandwidth rate) {
        BigDecimal bits = BigDecimal.valueOf(rate.bitsPerSecond());
        boolean giga = bits.compareTo(GIGA) >= 0;
        return bits.divide(giga ? GIGA : MEGA).stripTrailingZeros().toPlainString() + (giga ? "Gbit/s" : "Mbit/s");
    }

    /** Prices on demand as they are now, each of a region. */
    public void vmPrices(Collection<VmPrice> prices) {
        List<ObjectNode> entries = entries("vm_prices");
        for (VmPrice price : prices) {
            String region = price.region().orElseThrow();
            boolean usual = Catalogue.usualRegion(price.provider())
                    .filter(site -> site.name().equals(region))
                    .isPresent();
            for (Iterator<ObjectNode> all = entries.iterator(); all.hasNext(); ) {
                ObjectNode entry = all.next();
                boolean same = is(entry, "provider", price.provider()) && is(entry, "vm_type", price.vmType());
                boolean anywhere = usual && !entry.path("regions").isArray();
                if (same && (anywhere || withoutRegion(entry, "regions", region))) {
                    all.remove();
                }
            }
            String source =
                    source(price.provider(), price.source(), price.asOf().orElseThrow());
            BigDecimal usd = usd(price.price().nanoDollars());
            Optional<ObjectNode> alike = entries.stream()
                    .filter(entry -> !usual
                            && entry.path("regions").isArray()
                            && is(entry, "provider", price.provider())
                            && is(entry, "vm_type", price.vmType())
                            && is(entry, "source", source)
                            && entry.path("usd_per_hour").decimalValue().compareTo(usd) == 0)
                    .findFirst();
            if (alike.isPresent()) {
                alike.get().withArray("regions").add(region);
                continue;
            }
            ObjectNode entry = JSON.createObjectNode();
            entry.put("provider", price.provider()).put("vm_type", price.vmType());
            if (!usual) {
                entry.putArray("regions").add(region);
            }
            entries.add(entry.put("usd_per_hour", usd).put("source", source));
        }
        replace("vm_prices", entries);
    }

    private static BigDecimal usd(long nanoDollars) {
        BigDecimal usd = BigDecimal.valueOf(nanoDollars, 9).stripTrailingZeros();
        return usd.scale() < 0 ? usd.setScale(0) : usd;
    }

    /** Takes a region out of an entry's list; whether nothing is left of it then. */
    private static boolean withoutRegion(ObjectNode entry, String field, String region) {
        if (!entry.path(field).isArray()) {
            return false;
        }
        List<String> left = entry.path(field)
                .valueStream()
                .map(name -> name.asString(""))
                .filter(name -> !name.equals(region))
                .toList();
        ArrayNode array = entry.putArray(field);
        left.forEach(array::add);
        return left.isEmpty();
    }

    /** Lines of the list of data that leave a region, each from one region, as they are now. */
    public void egress(Collection<EgressRule> rules) {
        List<ObjectNode> entries = entries("egress");
        for (EgressRule rule : rules) {
            for (String from : rule.from()) {
                entries.removeIf(entry -> is(entry, "provider", rule.provider())
                        && is(entry, "to", rule.to())
                        && withoutRegion(entry, "from", from));
            }
            ObjectNode entry = JSON.createObjectNode().put("provider", rule.provider());
            ArrayNode from = entry.putArray("from");
            rule.from().forEach(from::add);
            entry.put("to", rule.to());
            ArrayNode tiers = entry.putArray("tiers");
            for (PriceTier tier : rule.tiers()) {
                ObjectNode step = tiers.addObject();
                tier.upTo().ifPresent(size -> step.put("up_to", size(size)));
                step.put("usd_per_gb", usd(tier.price().nanoDollars()));
            }
            entries.add(entry.put(
                    "source",
                    source(rule.provider(), rule.source().text(), rule.source().asOf())));
        }
        replace("egress", entries);
    }

    private static String size(DataSize size) {
        long bytes = size.bytes();
        long tebi = 1L << 40;
        long tera = 1_000_000_000_000L;
        return bytes % tera == 0 ? bytes / tera + "TB" : bytes % tebi == 0 ? bytes / tebi + "TiB" : bytes + "B";
    }

    /** The catalogue as it is now. */
    public Catalogue catalogue() {
        return Catalogue.of(text(), "the renewed catalogue");
    }

    /**
     * Writes it, whole or not at all, in the form of the shipped one: an entry a line.
     *
     * @throws io.longhaul.store.StoreException when the file cannot be written
     */
    public void write(Path file) {
        catalogue();
        FileAccess.replace(file, text());
    }

    private String text() {
        Set<String> used = new HashSet<>();
        tree.properties()
                .forEach(field -> field.getValue().findValues("source").forEach(name -> used.add(name.asString(""))));
        ObjectNode sources = tree.withObject("sources");
        sources.retain(used.stream().filter(sources::has).toList());
        var text = new StringBuilder("{");
        String before = "\n";
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            text.append(before).append("  ").append(quoted(field.getKey())).append(": ");
            whole(text, field.getValue());
            before = ",\n";
        }
        return text.append("\n}\n").toString();
    }

    /** A field of the document: an entry a line. */
    private static void whole(StringBuilder text, JsonNode node) {
        if (node.isArray()) {
            text.append(node.valueStream()
                    .map(entry -> "    " + line(entry))
                    .collect(Collectors.joining(",\n", "[\n", "\n  ]")));
        } else if (node.isObject()) {
            text.append(node.properties().stream()
                    .map(entry -> "    " + quoted(entry.getKey()) + ": " + line(entry.getValue()))
                    .collect(Collectors.joining(",\n", "{\n", "\n  }")));
        } else {
            text.append(node);
        }
    }

    private static String line(JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream()
                    .map(field -> quoted(field.getKey()) + ": " + line(field.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return node.isArray()
                ? node.valueStream().map(CatalogueRenewal::line).collect(Collectors.joining(", ", "[", "]"))
                : node.isBigDecimal() ? node.decimalValue().toPlainString() : node.toString();
    }

    private static String quoted(String name) {
        return JSON.getNodeFactory().stringNode(name).toString();
    }
}
