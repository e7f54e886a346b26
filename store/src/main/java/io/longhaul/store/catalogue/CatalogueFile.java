package io.longhaul.store.catalogue;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.json.FieldReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the files of the catalogue. One per file. Immutable. */
final class CatalogueFile {
    private final FieldReader in;
    private final Map<String, SourceNote> sources;

    private CatalogueFile(FieldReader in) {
        this.in = in;
        this.sources = in.object("sources", notes -> {
            Map<String, SourceNote> byName = new HashMap<>();
            notes.names().forEach(name -> byName.put(name, notes.object(name, CatalogueFile::note)));
            return byName;
        });
    }

    /** Opens a file. */
    static CatalogueFile of(String text, String name, String format) {
        return new CatalogueFile(FieldReader.ofJson(text, name, format));
    }

    /** A file that ships beside a class. */
    static String shipped(Class<?> beside, String name) {
        try (InputStream stream = beside.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the file " + name + " was not built in");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<VmType> vmTypes() {
        return in.objects("vm_types", type -> {
            SourceNote source = source(type);
            VmCaps caps = new VmCaps(
                    required(type, "egress", Bandwidth::parse),
                    required(type, "ingress", Bandwidth::parse),
                    type.findParsed("per_flow", Bandwidth::parse),
                    type.findObject("token_bucket", CatalogueFile::bucket));
            return new VmType(
                    type.text("provider"),
                    type.text("name"),
                    type.smallInteger("vcpus"),
                    Optional.of(caps),
                    source.text(),
                    source.asOf());
        });
    }

    List<VmPrice> vmPrices() {
        return in.objects("vm_prices", this::vmPrice).stream()
                .flatMap(Function.identity())
                .toList();
    }

    /** Boot time and shortest billing by provider; each entry names its source. */
    Map<String, BillingTerms> billing() {
        Map<String, BillingTerms> terms = new HashMap<>();
        in.objects("billing", entry -> {
            source(entry);
            return Optional.ofNullable(terms.put(
                    entry.text("provider"),
                    BillingTerms.DURATION_ONLY
                            .withVmBoot(entry.seconds("boot_s"))
                            .withMinimumBilling(entry.seconds("minimum_s"))));
        });
        return terms;
    }

    List<EgressRule> egress() {
        return in.objects(
                "egress",
                rule -> new EgressRule(
                        rule.text("provider"),
                        rule.texts("from"),
                        rule.text("to"),
                        rule.objects("tiers", CatalogueFile::tier),
                        source(rule)));
    }

    List<Region> regions() {
        return in.objects("regions", region -> {
            SiteId site = region.site("id");
            return new Region(
                    site,
                    region.text("name"),
                    region.text("city"),
                    region.text("country"),
                    region.text("continent"),
                    region.decimal("latitude"),
                    region.decimal("longitude"),
                    region.flag("exact"),
                    source(site.provider(), region));
        });
    }

    private Stream<VmPrice> vmPrice(FieldReader price) {
        SourceNote source = source(price);
        List<String> regions = price.texts("regions");
        Stream<Optional<String>> places = regions.isEmpty()
                ? Stream.of(Optional.empty())
                : regions.stream().map(Optional::of);
        return places.map(region -> new VmPrice(
                price.text("provider"),
                region,
                price.text("vm_type"),
                new PricePerHour(price.nanoDollars("usd_per_hour")),
                source.text(),
                Optional.of(source.asOf())));
    }

    private SourceNote source(FieldReader entry) {
        return source(entry.text("source"), entry);
    }

    private SourceNote source(String name, FieldReader entry) {
        SourceNote note = sources.get(name);
        if (note == null) {
            throw entry.invalid("source", "is \"" + name + "\", which is not among the sources");
        }
        return note;
    }

    private static SourceNote note(FieldReader in) {
        return new SourceNote(
                in.text("text"), in.findDate("as_of").orElseThrow(() -> in.invalid("as_of", "is missing")));
    }

    private static PriceTier tier(FieldReader in) {
        return new PriceTier(
                in.findParsed("up_to", DataSize::parse), new PricePerGigabyte(in.nanoDollars("usd_per_gb")));
    }

    private static TokenBucket bucket(FieldReader in) {
        return new TokenBucket(
                required(in, "high", Bandwidth::parse),
                required(in, "low", Bandwidth::parse),
                required(in, "budget", DataSize::parse),
                required(in, "refill", Bandwidth::parse));
    }

    private static <T> T required(FieldReader in, String field, Function<String, T> parser) {
        return in.findParsed(field, parser).orElseThrow(() -> in.invalid(field, "is missing"));
    }
}
