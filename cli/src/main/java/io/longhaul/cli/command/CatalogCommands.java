package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.CloudRooms;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.LiveOptions;
import io.longhaul.cli.text.Table;
import io.longhaul.clouds.catalog.CloudEgress;
import io.longhaul.clouds.catalog.CloudFacts;
import io.longhaul.clouds.catalog.CloudFactsJson;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmPrice;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.Origin;
import io.longhaul.clouds.catalog.Question;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.catalogue.CatalogueChange;
import io.longhaul.store.catalogue.CatalogueRenewal;
import io.longhaul.store.catalogue.Region;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.json.PriceBookJson;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands below {@code catalog} that list: what this version knows of the clouds, and what they say of themselves. */
final class CatalogCommands {
    private CatalogCommands() {}

    /**
     * What a command lists. Immutable.
     *
     * @param rows each with its source
     * @param columns for people
     * @param fields for programs
     * @param source of a row, with its date
     */
    record Sheet<R>(
            List<R> rows,
            UnaryOperator<Table<R>> columns,
            BiConsumer<FieldWriter, R> fields,
            Function<R, String> source) {
        private String text() {
            Set<String> sources = new LinkedHashSet<>();
            rows.forEach(row -> sources.add(source.apply(row)));
            return columns.apply(Table.of(rows)).render()
                    + String.format("%n%nSources:%n")
                    + sources.stream().map(each -> "  " + each).collect(Collectors.joining(System.lineSeparator()));
        }

        private void encode(FieldWriter out, String name) {
            out.objects(name, rows, fields);
        }
    }

    /** A command that lists what is shipped, or what clouds say. */
    abstract static class Listing implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli before call()
        private CommandSpec spec;

        @Option(names = "--provider", paramLabel = "CLOUD", description = "Of one cloud: aws, azure or gcp.")
        private @Nullable String provider;

        @Mixin
        private LiveOptions live = new LiveOptions();

        @Mixin
        private FormatOption format = new FormatOption();

        abstract Question.What what();

        /** Of the shipped catalogue, for a cloud or all. */
        abstract Sheet<?> shipped(Catalogue catalogue, Predicate<String> meant);

        /** Of what clouds said. */
        abstract Sheet<?> said(List<CloudFacts> facts);

        /** VM types beside those of the catalogue. */
        Set<String> more() {
            return Set.of();
        }

        /** What is done with it beside printing. */
        void keep(List<CloudFacts> facts) {}

        @Override
        public Integer call() {
            if (provider != null && !CloudRooms.KNOWN.contains(provider)) {
                throw new InvalidInputException(
                        "The catalogue knows nothing of the cloud (" + provider + ").", "It knows aws, azure and gcp.");
            }
            PrintWriter out = spec.commandLine().getOut();
            if (!live.isWanted() && what() != Question.What.QUOTAS) {
                print(out, shipped(Catalogue.shipped(), name -> provider == null || name.equals(provider)), List.of());
                keep(List.of());
                return ExitCode.OK.code();
            }
            List<LiveOptions.Answer> answers = live.ask(
                    List.of(what()), provider, more(), spec.commandLine().getErr());
            List<CloudFacts> facts =
                    answers.stream().flatMap(answer -> answer.facts().stream()).toList();
            print(out, said(facts), answers);
            if (!facts.isEmpty()) {
                keep(facts);
            }
            return LiveOptions.exit(answers);
        }

        private void print(PrintWriter out, Sheet<?> sheet, List<LiveOptions.Answer> answers) {
            if (format.isJson()) {
                out.print(new Rows(what().id(), live.isWanted()).toJson(new Said(sheet, answers)));
            } else if (!sheet.rows.isEmpty()) {
                out.println(sheet.text());
            }
        }
    }

    private record Said(Sheet<?> sheet, List<LiveOptions.Answer> answers) {}

    /** Rows under one name, {@code longhaul-catalog-NAME/1}. */
    private static final class Rows extends JsonDocument<Said> {
        private final String name;
        private final boolean live;

        Rows(String name, boolean live) {
            super("longhaul-catalog-" + name + "/1");
            this.name = name.replace('-', '_');
            this.live = live;
        }

        @Override
        protected void encode(FieldWriter out, Said said) {
            if (live || !said.answers.isEmpty()) {
                out.objects("answers", said.answers, CatalogCommands::answer);
            }
            said.sheet.encode(out, name);
        }
    }

    /** What came of a question to a cloud, as programs read it. */
    static void answer(FieldWriter out, LiveOptions.Answer answer) {
        out.text("provider", answer.provider())
                .instant("asked", answer.facts().map(CloudFacts::asked))
                .seconds("age_s", answer.facts().map(facts -> answer.age()))
                .flag("cached", answer.cached())
                .text("problem", answer.problem().map(LonghaulException::message))
                .text("advice", answer.problem().map(LonghaulException::advice));
    }

    /** {@code --write} and {@code --base}. */
    static final class WriteOptions {
        @Option(
                names = "--write",
                paramLabel = "FILE",
                description = "Write the catalogue with what was said over it, in the form of the shipped one.")
        private @Nullable Path file;

        @Option(
                names = "--base",
                paramLabel = "FILE",
                description = "The catalogue to write over (default: the shipped one).")
        private @Nullable Path base;

        CatalogueRenewal renewed(List<CloudFacts> facts, Set<String> added) {
            CatalogueRenewal renewal = CatalogueRenewal.of(Optional.ofNullable(base));
            facts.forEach(said -> said.renew(renewal, added));
            return renewal;
        }

        void write(List<CloudFacts> facts, Set<String> added) {
            if (file != null) {
                renewed(facts, added).write(file);
            }
        }
    }

    private static void sourced(FieldWriter out, String source, Optional<LocalDate> asOf) {
        out.text("source", source).text("as_of", asOf.map(LocalDate::toString));
    }

    /** {@code catalog regions}. */
    @Command(
            name = "regions",
            description =
                    "Regions with city and coordinates; as a cloud says it: with zones, and whether they are open.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {"  longhaul catalog regions --provider gcp", "  longhaul catalog regions --live --provider aws"})
    static final class Regions extends Listing {
        @Override
        Question.What what() {
            return Question.What.REGIONS;
        }

        @Override
        Sheet<?> shipped(Catalogue catalogue, Predicate<String> meant) {
            return new Sheet<>(
                    catalogue.regions().stream()
                            .filter(region -> meant.test(region.site().provider()))
                            .sorted(Comparator.comparing(Region::site))
                            .toList(),
                    table -> table.left("region", region -> region.site().toString())
                            .left("city", Region::city)
                            .left("country", Region::country)
                            .left("continent", Region::continent)
                            .right("latitude", region -> String.valueOf(region.latitude()))
                            .right("longitude", region -> String.valueOf(region.longitude()))
                            .left("point", region -> region.exact() ? "documented" : "centre of the city"),
                    Regions::fields,
                    region -> region.source().text() + ", " + region.source().asOf());
        }

        private static void fields(FieldWriter out, Region region) {
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
        Sheet<?> said(List<CloudFacts> facts) {
            return new Sheet<>(
                    facts.stream().flatMap(said -> said.regions().stream()).toList(),
                    table -> table.left("region", region -> region.site().toString())
                            .left("name", CloudRegion::name)
                            .left("open", region -> region.open() ? "yes" : "no")
                            .left("zones", region -> String.join(" ", region.zones())),
                    CloudFactsJson::region,
                    region -> sourceOf(region.origin()));
        }
    }

    private static String sourceOf(Origin origin) {
        return origin.text() + ", " + origin.asOf();
    }

    /** {@code catalog vm-types}. */
    @Command(
            name = "vm-types",
            description = {
                "VM types with the caps that their providers document for the wide area; as a cloud says it: with what each",
                "network card carries for ever and at most."
            },
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul catalog vm-types --provider aws",
                "  longhaul catalog vm-types --live --provider aws --region aws:eu-west-1",
                "  longhaul catalog vm-types --live --vm-types m7i.8xlarge --write catalogue.json"
            })
    static final class VmTypes extends Listing {
        @Option(
                names = "--vm-types",
                paramLabel = "NAME",
                split = ",",
                description = "Write these too, beside those that the catalogue has.")
        private Set<String> more = Set.of();

        @Mixin
        private WriteOptions write = new WriteOptions();

        @Override
        Question.What what() {
            return Question.What.VM_TYPES;
        }

        @Override
        void keep(List<CloudFacts> facts) {
            write.write(facts, more);
        }

        @Override
        Sheet<?> shipped(Catalogue catalogue, Predicate<String> meant) {
            return new Sheet<>(
                    catalogue.vmTypes().stream()
                            .filter(type -> meant.test(type.provider()))
                            .toList(),
                    table -> table.left("VM type", VmType::toString)
                            .right("vCPUs", type -> String.valueOf(type.vcpus()))
                            .right("egress", type -> rate(type.caps(), caps -> Optional.of(caps.egress())))
                            .right("ingress", type -> rate(type.caps(), caps -> Optional.of(caps.ingress())))
                            .right("per flow", type -> rate(type.caps(), VmCaps::perFlow))
                            .right(
                                    "after the credit",
                                    type -> rate(
                                            type.caps(),
                                            caps -> caps.egressBucket().map(TokenBucket::low))),
                    VmTypes::fields,
                    type -> type.source() + ", " + type.asOf());
        }

        private static String rate(Optional<VmCaps> caps, Function<VmCaps, Optional<Bandwidth>> cap) {
            return caps.flatMap(cap).map(Show::rate).orElse("-");
        }

        private static void fields(FieldWriter out, VmType type) {
            out.text("provider", type.provider())
                    .text("name", type.name())
                    .integer("vcpus", type.vcpus())
                    .bps("egress_bps", type.caps().map(VmCaps::egress))
                    .bps("ingress_bps", type.caps().map(VmCaps::ingress))
                    .bps("per_flow_bps", type.caps().flatMap(VmCaps::perFlow));
            sourced(out, type.source(), Optional.of(type.asOf()));
        }

        @Override
        Sheet<?> said(List<CloudFacts> facts) {
            return new Sheet<>(
                    facts.stream().flatMap(said -> said.vmTypes().stream()).toList(),
                    table -> table.left("VM type", type -> type.provider() + ":" + type.name())
                            .right("vCPUs", type -> String.valueOf(type.vcpus()))
                            .right("egress", type -> rate(type.wideArea(), caps -> Optional.of(caps.egress())))
                            .right("ingress", type -> rate(type.wideArea(), caps -> Optional.of(caps.ingress())))
                            .right("per flow", type -> rate(type.wideArea(), VmCaps::perFlow))
                            .right("cards", type -> String.valueOf(type.cards().size()))
                            .right("first, for ever", type -> card(type, CloudVmType.Card::baseline))
                            .right("at most", type -> card(type, CloudVmType.Card::peak)),
                    CloudFactsJson::vmType,
                    type -> sourceOf(type.caps()));
        }

        private static String card(CloudVmType type, Function<CloudVmType.Card, Bandwidth> rate) {
            return type.cards().stream().findFirst().map(rate).map(Show::rate).orElse("-");
        }
    }

    /** A price of either kind, for one table. */
    private record Price(
            String provider,
            String what,
            String where,
            String text,
            BiConsumer<FieldWriter, Price> fields,
            String source,
            Optional<LocalDate> asOf) {}

    /** {@code catalog prices}. */
    @Command(
            name = "prices",
            description = {
                "List prices: of VM types on demand, by hour; with --from, of data that leave a site for each region,",
                "by GB and step of the month's volume. As a cloud says it: spot prices too."
            },
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul catalog prices --provider azure",
                "  longhaul catalog prices --from aws:us-east-1",
                "  longhaul catalog prices --from aws:us-east-1 --to gcp:us-central1 --format json",
                "  longhaul catalog prices --live --provider azure --region azure:japaneast --book log/prices.json"
            })
    static final class Prices extends Listing {
        @Option(names = "--from", paramLabel = "SITE", description = "Prices of data that leave this site.")
        private @Nullable SiteId from;

        @Option(names = "--to", paramLabel = "SITE", description = "Only to this site.")
        private @Nullable SiteId to;

        @Option(
                names = "--vm-types",
                paramLabel = "NAME",
                split = ",",
                description = "Ask for these too, beside those that the catalogue has.")
        private Set<String> more = Set.of();

        @Option(
                names = "--book",
                paramLabel = "FILE",
                description =
                        "Write a price book of what was said: VM prices, and data among the regions that were asked.")
        private @Nullable Path book;

        @Mixin
        private WriteOptions write = new WriteOptions();

        @Override
        Question.What what() {
            return Question.What.PRICES;
        }

        @Override
        Set<String> more() {
            return more;
        }

        @Override
        void keep(List<CloudFacts> facts) {
            write.write(facts, more);
            if (book != null) {
                List<SiteId> asked = facts.stream()
                        .flatMap(said -> said.question().regions().stream())
                        .toList();
                new PriceBookJson()
                        .write(book, write.renewed(facts, more).catalogue().prices(asked));
            }
        }

        @Override
        Sheet<?> shipped(Catalogue catalogue, Predicate<String> meant) {
            return sheet(listed(catalogue)
                    .filter(price -> meant.test(price.provider()))
                    .toList());
        }

        private Stream<Price> listed(Catalogue catalogue) {
            SiteId source = from;
            if (source == null) {
                return catalogue.prices(List.of()).vms().stream().map(Prices::of);
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
                    .map(Prices::of);
        }

        /** VM prices; with {@code --from}, the lines of the list of data that leave that region. */
        @Override
        Sheet<?> said(List<CloudFacts> facts) {
            SiteId source = from;
            if (source == null) {
                return sheet(facts.stream()
                        .flatMap(said -> said.vmPrices().stream())
                        .map(Prices::of)
                        .toList());
            }
            return sheet(facts.stream()
                    .flatMap(said -> said.egress().stream())
                    .filter(line -> line.provider().equals(source.provider())
                            && line.from().equals(source.withoutZone().name()))
                    .filter(line ->
                            to == null || line.to().equals(to.withoutZone().toString()))
                    .map(Prices::of)
                    .toList());
        }

        private Sheet<Price> sheet(List<Price> prices) {
            return new Sheet<>(
                    prices,
                    table -> table.left(from == null ? "VM type" : "from", Price::what)
                            .left(from == null ? "region" : "to", Price::where)
                            .left("price", Price::text)
                            .left(
                                    "as of",
                                    price -> price.asOf()
                                            .map(LocalDate::toString)
                                            .orElse("-")),
                    (out, price) -> price.fields().accept(out, price),
                    price -> price.source()
                            + price.asOf().map(date -> ", " + date).orElse(""));
        }

        private static Price of(VmPrice price) {
            return new Price(
                    price.provider(),
                    price.vmType(),
                    price.region().orElse("any other region"),
                    price.price().toString(),
                    (out, row) -> {
                        out.text("provider", row.provider())
                                .text("vm_type", row.what())
                                .text("region", row.where())
                                .usd("usd_per_hour", price.price().nanoDollars());
                        sourced(out, row.source(), row.asOf());
                    },
                    price.source(),
                    price.asOf());
        }

        private static Price of(EgressPrice price) {
            return new Price(
                    price.link().from().provider(),
                    price.link().from().toString(),
                    price.link().to().toString(),
                    CatalogueChange.steps(price.tiers()),
                    (out, row) -> {
                        out.text("provider", row.provider())
                                .text("from", row.what())
                                .text("to", row.where())
                                .objects(
                                        "tiers",
                                        price.tiers(),
                                        (tier, step) -> tier.bytes("up_to_bytes", step.upTo())
                                                .usd("usd_per_gb", step.price().nanoDollars()));
                        sourced(out, row.source(), row.asOf());
                    },
                    price.source(),
                    price.asOf());
        }

        private static Price of(CloudVmPrice price) {
            return new Price(
                    price.region().provider(),
                    price.vmType(),
                    price.region().toString(),
                    price.price() + (price.spot() ? " spot" : ""),
                    (out, row) -> CloudFactsJson.vmPrice(out, price),
                    price.origin().text(),
                    Optional.of(price.origin().asOf()));
        }

        private static Price of(CloudEgress line) {
            return new Price(
                    line.provider(),
                    line.provider() + ":" + line.from(),
                    line.to(),
                    CatalogueChange.steps(line.tiers()),
                    (out, row) -> CloudFactsJson.egress(out, line),
                    line.origin().text(),
                    Optional.of(line.origin().asOf()));
        }
    }

    /** {@code catalog quotas}. */
    @Command(
            name = "quotas",
            description =
                    "What the account may have in a region, and what is used of it: as clouds say it, or said before.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul catalog quotas --live --provider aws",
                "  longhaul catalog quotas --live --provider gcp --project grid --region gcp:europe-west4",
                "  longhaul catalog quotas --offline --format json"
            })
    static final class Quotas extends Listing {
        @Override
        Question.What what() {
            return Question.What.QUOTAS;
        }

        @Override
        Sheet<?> shipped(Catalogue catalogue, Predicate<String> meant) {
            throw new IllegalStateException("quotas are an account's, and in no catalogue");
        }

        @Override
        Sheet<?> said(List<CloudFacts> facts) {
            return new Sheet<>(
                    facts.stream().flatMap(said -> said.quotas().stream()).toList(),
                    table -> table.left("region", quota -> quota.region().toString())
                            .left("quota", Quota::id)
                            .left("of", Quota::name)
                            .right(
                                    "used",
                                    quota -> quota.used().isPresent()
                                            ? amount(quota.used().getAsDouble())
                                            : "-")
                            .right("limit", quota -> amount(quota.limit())),
                    CloudFactsJson::quota,
                    quota -> sourceOf(quota.origin()));
        }

        private static String amount(double value) {
            return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
        }
    }
}
