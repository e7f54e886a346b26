package io.longhaul.cli.command;

import io.longhaul.cli.input.CloudRooms;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.LiveOptions;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.report.Verdicts;
import io.longhaul.cli.text.Table;
import io.longhaul.clouds.catalog.CloudFacts;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.Question;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.catalogue.CatalogueChange;
import io.longhaul.store.catalogue.CatalogueRenewal;
import io.longhaul.store.catalogue.Region;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.json.SnapshotJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catalog diff}. */
@Command(
        name = "diff",
        description = {
            "What the clouds say otherwise than the shipped catalogue: caps, prices, regions; and which verdicts of a snapshot",
            "or a log flip with it. Without --live, what they said before counts."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul catalog diff --live --provider aws",
            "  longhaul catalog diff --offline --log log",
            "  longhaul catalog diff --live --base catalogue.json --snapshot snapshot.json --format json"
        })
final class CatalogDiffCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(names = "--provider", paramLabel = "CLOUD", description = "Of one cloud: aws, azure or gcp.")
    private @Nullable String provider;

    @Option(
            names = "--base",
            paramLabel = "FILE",
            description = "The catalogue to compare with (default: the shipped one).")
    private @Nullable Path base;

    @Option(
            names = "--snapshot",
            paramLabel = "FILE",
            description = "Say which verdicts flip with the new prices and documented caps.")
    private @Nullable Path snapshot;

    @Option(names = "--log", paramLabel = "DIR", description = "Likewise, of a log, and which limits of links change.")
    private @Nullable Path log;

    @Mixin
    private LogReading reading = new LogReading();

    @Mixin
    private LiveOptions live = new LiveOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    /** A verdict or a limit of a link that is another with what the clouds say. */
    private record Flip(String from, String to, String what, String before, String after) {}

    /** All that is told. */
    private record Difference(
            List<LiveOptions.Answer> answers,
            List<CatalogueChange> changes,
            Map<String, Integer> unlisted,
            Optional<List<Flip>> flips) {}

    @Override
    public Integer call() {
        if (provider != null && !CloudRooms.KNOWN.contains(provider)) {
            throw new InvalidInputException(
                    "The catalogue knows nothing of the cloud (" + provider + ").", "It knows aws, azure and gcp.");
        }
        if (snapshot != null && log != null) {
            throw new InvalidInputException("Both --snapshot and --log are given.", "Give one of them.");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<LiveOptions.Answer> answers = live.ask(
                List.of(Question.What.REGIONS, Question.What.VM_TYPES, Question.What.PRICES), provider, Set.of(), err);
        List<CloudFacts> facts =
                answers.stream().flatMap(answer -> answer.facts().stream()).toList();
        CatalogueRenewal renewal = CatalogueRenewal.of(Optional.ofNullable(base));
        Catalogue before = renewal.catalogue();
        facts.forEach(said -> said.renew(renewal, Set.of()));
        Catalogue after = renewal.catalogue();
        Set<SiteId> froms = facts.stream()
                .filter(said -> !said.egress().isEmpty())
                .flatMap(said -> said.question().regions().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<CatalogueChange> changes = new ArrayList<>();
        facts.forEach(said -> regions(before, said, changes));
        facts.forEach(said -> gone(before, said, changes));
        changes.addAll(CatalogueChange.between(before, after, froms));
        Map<String, Integer> unlisted = new TreeMap<>();
        facts.stream().flatMap(said -> said.vmTypes().stream()).forEach(type -> {
            if (before.findVmType(type.provider(), type.name()).isEmpty()) {
                unlisted.merge(type.provider(), 1, Integer::sum);
            }
        });
        var answer = new Difference(answers, changes, unlisted, flips(before, after, err));
        if (format.isJson()) {
            out.print(new Json().toJson(answer));
        } else if (!facts.isEmpty()) {
            print(out, answer);
        }
        return LiveOptions.exit(answers);
    }

    private static void regions(Catalogue before, CloudFacts said, List<CatalogueChange> changes) {
        if (said.question().what() != Question.What.REGIONS) {
            return;
        }
        String cloud = said.question().provider();
        Set<SiteId> listed = said.regions().stream().map(CloudRegion::site).collect(Collectors.toSet());
        Set<SiteId> known = before.regions().stream()
                .map(Region::site)
                .filter(site -> site.provider().equals(cloud))
                .collect(Collectors.toCollection(TreeSet::new));
        known.stream()
                .filter(site -> !listed.contains(site))
                .forEach(site -> changes.add(new CatalogueChange(
                        "region", cloud, site.toString(), "listed", Optional.of("yes"), Optional.empty())));
        listed.stream()
                .filter(site -> !known.contains(site))
                .sorted()
                .forEach(site -> changes.add(new CatalogueChange(
                        "region", cloud, site.toString(), "listed", Optional.empty(), Optional.of("yes"))));
    }

    private static void gone(Catalogue before, CloudFacts said, List<CatalogueChange> changes) {
        if (said.question().what() != Question.What.VM_TYPES) {
            return;
        }
        String cloud = said.question().provider();
        Set<String> listed = said.vmTypes().stream().map(CloudVmType::name).collect(Collectors.toSet());
        before.vmTypes().stream()
                .filter(type -> type.provider().equals(cloud) && !listed.contains(type.name()))
                .forEach(type -> changes.add(new CatalogueChange(
                        "vm_type", cloud, type.toString(), "listed", Optional.of("yes"), Optional.empty())));
    }

    private Optional<List<Flip>> flips(Catalogue before, Catalogue after, PrintWriter err) {
        Path directory = log;
        Path file = snapshot;
        Snapshot then;
        Snapshot now;
        if (directory != null) {
            then = reading.estimate(directory, before, err);
            now = reading.estimate(directory, after, err);
        } else if (file != null) {
            then = new SnapshotJson().read(file);
            now = documented(then, after);
        } else {
            return Optional.empty();
        }
        List<Flip> flips = new ArrayList<>();
        Map<Link, LinkEstimate> links =
                now.links().stream().collect(Collectors.toMap(LinkEstimate::link, Function.identity()));
        for (LinkEstimate link : then.links()) {
            Optional.ofNullable(links.get(link.link()))
                    .filter(later -> later.limit() != link.limit())
                    .ifPresent(later -> flips.add(flip(
                            link.link(),
                            "limit",
                            link.limit().id(),
                            later.limit().id())));
        }
        Recommendations was = recommend(then, before);
        Recommendations is = recommend(now, after);
        for (Recommendation verdict : was.links()) {
            is.find(verdict.link())
                    .filter(later -> later.verdict() != verdict.verdict())
                    .ifPresent(later -> flips.add(flip(
                            verdict.link(),
                            "verdict",
                            verdict.verdict().id(),
                            later.verdict().id())));
        }
        return Optional.of(flips);
    }

    private static Flip flip(Link link, String what, String before, String after) {
        return new Flip(link.from().toString(), link.to().toString(), what, before, after);
    }

    private static Recommendations recommend(Snapshot snapshot, Catalogue catalogue) {
        return Recommender.recommend(
                snapshot,
                NetworkModels.of(snapshot, catalogue.prices(snapshot.siteIds()), Verdicts.ASSUMPTIONS),
                RecommendOptions.DEFAULT);
    }

    /** A snapshot whose documented caps are those of a catalogue; what was measured stays. */
    private static Snapshot documented(Snapshot snapshot, DocumentedCaps catalogue) {
        List<SiteEstimate> sites = snapshot.sites().stream()
                .map(site -> site.vmType()
                        .flatMap(type -> catalogue.find(site.id(), type))
                        .map(caps -> documented(site, caps))
                        .orElse(site))
                .toList();
        return new Snapshot(snapshot.asOf(), sites, snapshot.links(), snapshot.failedRuns(), snapshot.predictions());
    }

    private static SiteEstimate documented(SiteEstimate site, VmCaps caps) {
        return new SiteEstimate(
                site.id(),
                site.vmType(),
                site.egress().map(cap -> cap(cap, Optional.of(caps.egress()))),
                site.ingress().map(cap -> cap(cap, Optional.of(caps.ingress()))),
                site.egressInside(),
                site.ingressInside(),
                site.perFlow().map(cap -> cap(cap, caps.perFlow())),
                site.tokenBucket(),
                site.bucketEstimate());
    }

    private static CapEstimate cap(CapEstimate cap, Optional<Bandwidth> documented) {
        return cap.source() == Source.DOCUMENTED
                ? documented.map(CapEstimate::documented).orElse(cap)
                : cap;
    }

    private static void print(PrintWriter out, Difference answer) {
        if (answer.changes.isEmpty()) {
            out.println("The catalogue says what the clouds say.");
        } else {
            out.println(Table.of(answer.changes)
                    .left("what", change -> change.what().replace('_', ' '))
                    .left("of", CatalogueChange::subject)
                    .left("", CatalogueChange::field)
                    .left("catalogue", change -> change.before().orElse("-"))
                    .left("cloud", change -> change.after().orElse("-"))
                    .render());
        }
        answer.unlisted.forEach((cloud, count) -> {
            out.println();
            out.println("VM types of " + cloud + " that the catalogue does not have: " + count + ".");
        });
        answer.flips.ifPresent(flips -> {
            out.println();
            out.println(
                    flips.isEmpty()
                            ? "No verdict and no limit flips with it."
                            : Table.of(flips)
                                    .left("from", Flip::from)
                                    .left("to", Flip::to)
                                    .left("what", Flip::what)
                                    .left("catalogue", Flip::before)
                                    .left("cloud", Flip::after)
                                    .render());
        });
    }

    /** {@code longhaul-catalog-diff/1}. */
    private static final class Json extends JsonDocument<Difference> {
        Json() {
            super("longhaul-catalog-diff/1");
        }

        @Override
        protected void encode(FieldWriter out, Difference answer) {
            out.objects("answers", answer.answers, CatalogCommands::answer)
                    .objects(
                            "changes",
                            answer.changes,
                            (row, change) -> row.text("what", change.what())
                                    .text("provider", change.provider())
                                    .text("of", change.subject())
                                    .text("field", change.field())
                                    .text("before", change.before())
                                    .text("after", change.after()))
                    .object("unlisted_vm_types", answer.unlisted, (row, unlisted) -> unlisted.forEach(row::integer));
            if (answer.flips.isPresent()) {
                out.objects(
                        "flips",
                        answer.flips.get(),
                        (row, flip) -> row.text("from", flip.from())
                                .text("to", flip.to())
                                .text("what", flip.what())
                                .text("before", flip.before())
                                .text("after", flip.after()));
            } else {
                out.nothing("flips");
            }
        }
    }
}
