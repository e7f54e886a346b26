package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.Table;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Show;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.catalogue.Region;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands below {@code catalog}: what this version knows of the clouds, without asking them. */
final class CatalogCommands {
    private CatalogCommands() {}

    /** What a command of the catalogue lists: rows, each with its source and date. */
    abstract static class Listing<R> implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli before run()
        private CommandSpec spec;

        @Option(names = "--provider", paramLabel = "CLOUD", description = "Of one cloud: aws, azure or gcp.")
        private @Nullable String provider;

        @Mixin
        private FormatOption format = new FormatOption();

        /** Rows of all clouds. */
        abstract List<R> rows(Catalogue catalogue);

        abstract String providerOf(R row);

        abstract String sourceOf(R row);

        abstract Table<R> columns(Table<R> table);

        abstract void fields(FieldWriter out, R row);

        /** The field of the rows in JSON, as {@code vm_types}; the name of the format too. */
        abstract String name();

        @Override
        public void run() {
            Catalogue catalogue = Catalogue.shipped();
            if (provider != null
                    && catalogue.regions().stream()
                            .noneMatch(region -> region.site().provider().equals(provider))) {
                throw new InvalidInputException(
                        "The catalogue knows nothing of the cloud (" + provider + ").", "It knows aws, azure and gcp.");
            }
            List<R> rows = rows(catalogue).stream()
                    .filter(row -> provider == null || providerOf(row).equals(provider))
                    .toList();
            PrintWriter out = spec.commandLine().getOut();
            if (format.isJson()) {
                out.print(new Rows<R>(name(), this::fields).toJson(rows));
                return;
            }
            out.println(columns(Table.of(rows)).render());
            Set<String> sources = new LinkedHashSet<>();
            rows.forEach(row -> sources.add(sourceOf(row)));
            out.println();
            out.println("Sources:");
            sources.forEach(source -> out.println("  " + source));
        }
    }

    /** Rows under one name, {@code longhaul-catalog-NAME/1}. */
    private static final class Rows<R> extends JsonDocument<List<R>> {
        private final String name;
        private final BiConsumer<FieldWriter, R> fields;

        Rows(String name, BiConsumer<FieldWriter, R> fields) {
            super("longhaul-catalog-" + name.replace('_', '-') + "/1");
            this.name = name;
            this.fields = fields;
        }

        @Override
        protected void encode(FieldWriter out, List<R> rows) {
            out.objects(name, rows, fields);
        }
    }

    private static void sourced(FieldWriter out, String source, Optional<LocalDate> asOf) {
        out.text("source", source).text("as_of", asOf.map(LocalDate::toString));
    }

    /** {@code catalog regions}. */
    @Command(
            name = "regions",
            description = "Regions with city and coordinates.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = "  longhaul catalog regions --provider gcp")
    static final class Regions extends Listing<Region> {
        @Override
        List<Region> rows(Catalogue catalogue) {
            return catalogue.regions().stream()
                    .sorted(Comparator.comparing(Region::site))
                    .toList();
        }

        @Override
        String providerOf(Region region) {
            return region.site().provider();
        }

        @Override
        String sourceOf(Region region) {
            return region.source().text() + ", " + region.source().asOf();
        }

        @Override
        Table<Region> columns(Table<Region> table) {
            return table.left("region", region -> region.site().toString())
                    .left("city", Region::city)
                    .left("country", Region::country)
                    .left("continent", Region::continent)
                    .right("latitude", region -> String.valueOf(region.latitude()))
                    .right("longitude", region -> String.valueOf(region.longitude()))
                    .left("point", region -> region.exact() ? "documented" : "centre of the city");
        }

        @Override
        void fields(FieldWriter out, Region region) {
            out.text("id", region.site().toString())
                    .text("name", region.name())
                    .text("city", region.city())
                    .text("country", region.country())
                    .text("continent", region.continent())
                    .decimal("latitude", region.latitude())
                    .decimal("longitude", region.longitude())
                    .flag("exact", region.exact());
            sourced(out, region.source().text(), Optional.of(region.source().asOf()));
        }

        @Override
        String name() {
            return "regions";
        }
    }

    /** {@code catalog vm-types}. */
    @Command(
            name = "vm-types",
            description = "VM types with the caps that their providers document for the wide area.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = "  longhaul catalog vm-types --provider aws")
    static final class VmTypes extends Listing<VmType> {
        @Override
        List<VmType> rows(Catalogue catalogue) {
            return catalogue.vmTypes();
        }

        @Override
        String providerOf(VmType type) {
            return type.provider();
        }

        @Override
        String sourceOf(VmType type) {
            return type.source() + ", " + type.asOf();
        }

        @Override
        Table<VmType> columns(Table<VmType> table) {
            return table.left("VM type", VmType::toString)
                    .right("vCPUs", type -> String.valueOf(type.vcpus()))
                    .right("egress", type -> rate(type, caps -> Optional.of(Show.rate(caps.egress()))))
                    .right("ingress", type -> rate(type, caps -> Optional.of(Show.rate(caps.ingress()))))
                    .right("per flow", type -> rate(type, caps -> caps.perFlow().map(Show::rate)))
                    .right(
                            "after the credit",
                            type -> rate(type, caps -> caps.egressBucket().map(bucket -> Show.rate(bucket.low()))));
        }

        private static String rate(VmType type, Function<VmCaps, Optional<String>> cap) {
            return type.caps().flatMap(cap).orElse("-");
        }

        @Override
        void fields(FieldWriter out, VmType type) {
            out.text("provider", type.provider())
                    .text("name", type.name())
                    .integer("vcpus", type.vcpus())
                    .bps("egress_bps", type.caps().map(VmCaps::egress))
                    .bps("ingress_bps", type.caps().map(VmCaps::ingress))
                    .bps("per_flow_bps", type.caps().flatMap(VmCaps::perFlow));
            sourced(out, type.source(), Optional.of(type.asOf()));
        }

        @Override
        String name() {
            return "vm_types";
        }
    }

    /** A price of either kind, for one table. */
    private record Price(
            String provider,
            String what,
            String where,
            String text,
            Consumer<FieldWriter> amount,
            String source,
            Optional<LocalDate> asOf) {}

    /** {@code catalog prices}. */
    @Command(
            name = "prices",
            description = {
                "List prices: of VM types on demand, by hour; with --from, of data that leave a site for each region,",
                "by GB and step of the month's volume."
            },
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul catalog prices --provider azure",
                "  longhaul catalog prices --from aws:us-east-1",
                "  longhaul catalog prices --from aws:us-east-1 --to gcp:us-central1 --format json"
            })
    static final class Prices extends Listing<Price> {
        @Option(names = "--from", paramLabel = "SITE", description = "Prices of data that leave this site.")
        private @Nullable SiteId from;

        @Option(names = "--to", paramLabel = "SITE", description = "Only to this site.")
        private @Nullable SiteId to;

        @Override
        List<Price> rows(Catalogue catalogue) {
            SiteId source = from;
            if (source == null) {
                return catalogue.prices(List.of()).vms().stream()
                        .map(Prices::of)
                        .toList();
            }
            if (catalogue.findRegion(source).isEmpty()) {
                throw new InvalidInputException(
                        "The catalogue knows no region of the site (" + source + ").", "See longhaul catalog regions.");
            }
            return catalogue.regions().stream()
                    .map(Region::site)
                    .filter(site -> to == null || to.withoutZone().equals(site))
                    .filter(site -> !site.equals(source))
                    .sorted()
                    .flatMap(site -> catalogue.findEgress(new Link(source, site)).stream())
                    .map(Prices::of)
                    .toList();
        }

        private static Price of(VmPrice price) {
            return new Price(
                    price.provider(),
                    price.vmType(),
                    price.region().orElse("any other region"),
                    price.price().toString(),
                    out -> out.usd("usd_per_hour", price.price().nanoDollars()),
                    price.source(),
                    price.asOf());
        }

        private static Price of(EgressPrice price) {
            var steps = new StringBuilder();
            price.tiers()
                    .forEach(tier -> steps.append(steps.isEmpty() ? "" : ", ")
                            .append(tier.price())
                            .append(tier.upTo()
                                    .map(size -> " up to " + Show.size(size))
                                    .orElse("")));
            return new Price(
                    price.link().from().provider(),
                    price.link().from().toString(),
                    price.link().to().toString(),
                    steps.toString(),
                    out -> out.objects(
                            "tiers",
                            price.tiers(),
                            (tier, step) -> tier.bytes("up_to_bytes", step.upTo())
                                    .usd("usd_per_gb", step.price().nanoDollars())),
                    price.source(),
                    price.asOf());
        }

        @Override
        String providerOf(Price price) {
            return price.provider();
        }

        @Override
        String sourceOf(Price price) {
            return price.source() + price.asOf().map(date -> ", " + date).orElse("");
        }

        @Override
        Table<Price> columns(Table<Price> table) {
            return table.left(from == null ? "VM type" : "from", Price::what)
                    .left(from == null ? "region" : "to", Price::where)
                    .left("price", Price::text)
                    .left(
                            "as of",
                            price -> price.asOf().map(LocalDate::toString).orElse("-"));
        }

        @Override
        void fields(FieldWriter out, Price price) {
            out.text("provider", price.provider())
                    .text(from == null ? "vm_type" : "from", price.what())
                    .text(from == null ? "region" : "to", price.where());
            price.amount().accept(out);
            sourced(out, price.source(), price.asOf());
        }

        @Override
        String name() {
            return "prices";
        }
    }
}
