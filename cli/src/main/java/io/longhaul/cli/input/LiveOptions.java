package io.longhaul.cli.input;

import io.longhaul.cli.ExitCode;
import io.longhaul.clouds.catalog.CatalogCache;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.CloudFacts;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.catalog.Question;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Show;
import io.longhaul.store.catalogue.Catalogue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether clouds are asked, or what they said before is read. */
public final class LiveOptions {
    @Option(
            names = "--live",
            description = "Ask the clouds, and keep what they say; what was just said is not asked again.")
    private boolean live;

    @Option(names = "--offline", description = "Only what the clouds said before, however long ago.")
    private boolean offline;

    @Option(
            names = "--max-age",
            paramLabel = "TIME",
            defaultValue = "1d",
            description = "What was said longer ago is asked again; 0s asks always (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Duration maxAge;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Where what clouds said is kept (default: longhaul/catalog in the user's cache folder).")
    private @Nullable Path cache;

    @Option(
            names = "--region",
            paramLabel = "SITE",
            split = ",",
            description = "Ask about these regions (default: aws:us-east-1, azure:eastus, gcp:us-central1).")
    private List<SiteId> regions = List.of();

    @Mixin
    private CloudAccountOptions account = new CloudAccountOptions();

    /** Whether more than the shipped catalogue is wanted. */
    public boolean isWanted() {
        return live || offline;
    }

    /** Whether clouds may be asked. */
    public boolean isLive() {
        return live && !offline;
    }

    /**
     * What came of a question to a cloud. Immutable.
     *
     * @param provider the cloud
     * @param facts what it said, now or before; empty when nothing is known
     * @param cached whether it was said before
     * @param age how long ago
     * @param problem why it was not asked anew, with the way out; empty when there was no need, or it was
     */
    public record Answer(
            String provider,
            Optional<CloudFacts> facts,
            boolean cached,
            Duration age,
            Optional<LonghaulException> problem) {}

    /** Clouds that are asked: one that is named, those of the regions that are named, or all. */
    private List<String> providers(@Nullable String provider) {
        Set<String> named = new TreeSet<>();
        regions.forEach(region -> named.add(region.provider()));
        if (provider != null) {
            named.removeIf(other -> !other.equals(provider));
            if (named.isEmpty() && !regions.isEmpty()) {
                throw new InvalidInputException(
                        "No region of " + provider + " is among those of --region.", "Name one, or none at all.");
            }
            return List.of(provider);
        }
        return named.isEmpty() ? CloudRooms.KNOWN : List.copyOf(named);
    }

    /** Asks each cloud the same; a cloud that cannot be asked does not stop the others. */
    public List<Answer> ask(List<Question.What> whats, @Nullable String provider, Set<String> more, PrintWriter err) {
        List<Answer> answers = new ArrayList<>();
        for (String name : providers(provider)) {
            try (var cloud = new Opened(name)) {
                for (Question.What what : whats) {
                    Answer answer = ask(question(what, name, more), cloud);
                    answers.add(answer);
                    tell(what, answer, err);
                }
            }
        }
        err.flush();
        return answers;
    }

    /** A cloud that is opened when it is first asked. Confined to one thread. */
    private final class Opened implements AutoCloseable {
        private final String provider;
        private @Nullable CloudCatalog catalog;

        Opened(String provider) {
            this.provider = provider;
        }

        CloudCatalog get() {
            if (catalog == null) {
                catalog = CloudRooms.open(provider)
                        .catalog(account.access(provider), Patience.usual(new SplittableRandom()));
            }
            return catalog;
        }

        @Override
        public void close() {
            if (catalog != null) {
                catalog.close();
            }
        }
    }

    private Question question(Question.What what, String provider, Set<String> more) {
        List<SiteId> asked = regions.stream()
                .filter(region -> region.provider().equals(provider))
                .toList();
        Set<String> types = new TreeSet<>();
        if (what == Question.What.PRICES) {
            types.addAll(more);
            Catalogue.shipped().vmTypes().stream()
                    .filter(type -> type.provider().equals(provider))
                    .forEach(type -> types.add(type.name()));
        }
        return new Question(
                provider,
                what,
                what == Question.What.REGIONS
                        ? List.of()
                        : asked.isEmpty()
                                ? Catalogue.usualRegion(provider).stream().toList()
                                : asked,
                List.copyOf(types),
                what == Question.What.PRICES ? "" : account.name(provider));
    }

    private Answer ask(Question question, Opened cloud) {
        var kept = new CatalogCache(folder());
        Instant now = Instant.now();
        Optional<CloudFacts> before = Optional.empty();
        Optional<LonghaulException> problem = Optional.empty();
        try {
            before = kept.find(question);
        } catch (LonghaulException damaged) {
            problem = Optional.of(damaged);
        }
        Duration age = before.map(facts -> Duration.between(facts.asked(), now)).orElse(Duration.ZERO);
        if (!isLive()) {
            return before.isPresent() || problem.isPresent()
                    ? new Answer(question.provider(), before, true, age, problem)
                    : new Answer(question.provider(), before, true, age, Optional.of(neverAsked(question)));
        }
        if (before.isPresent() && !age.isNegative() && age.compareTo(maxAge) < 0) {
            return new Answer(question.provider(), before, true, age, problem);
        }
        try {
            CloudFacts facts = question.ask(cloud.get(), now);
            kept.keep(facts);
            return new Answer(question.provider(), Optional.of(facts), false, Duration.ZERO, Optional.empty());
        } catch (LonghaulException failure) {
            return new Answer(question.provider(), before, true, age, Optional.of(failure));
        }
    }

    private InvalidInputException neverAsked(Question question) {
        return new InvalidInputException(
                question.provider() + " was never asked for its "
                        + question.what().id().replace('-', ' ') + ".",
                "Give --live, with credentials of the cloud.");
    }

    private static void tell(Question.What what, Answer answer, PrintWriter err) {
        String name = answer.provider() + ", " + what.id().replace('-', ' ') + ": ";
        answer.problem().ifPresent(problem -> {
            err.println(name + problem.message());
            if (!problem.advice().isEmpty()) {
                err.println("  " + problem.advice());
            }
        });
        if (answer.cached() && answer.facts().isPresent()) {
            err.println(name + "said " + Show.time(answer.age()) + " ago.");
        }
    }

    private Path folder() {
        if (cache != null) {
            return cache;
        }
        String user = System.getenv("XDG_CACHE_HOME");
        Path folder =
                user != null && !user.isEmpty() ? Path.of(user) : Path.of(System.getProperty("user.home"), ".cache");
        return folder.resolve("longhaul").resolve("catalog");
    }

    /** How a command ends that asked so: incomplete when a cloud did not say what it was asked. */
    public static int exit(List<Answer> answers) {
        boolean all = answers.stream().allMatch(answer -> answer.problem().isEmpty());
        return (all ? ExitCode.OK : ExitCode.INCOMPLETE).code();
    }
}
