package io.longhaul.bench.worlds;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.estimator.Estimator;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Draws worlds whose truth is known, measures them into logs, estimates each log as the command does, and prints how right the
 * answers are; {@code docs/estimation.md} has the definitions.
 *
 * <pre>java -cp ... io.longhaul.bench.worlds.Worlds [--worlds N] [--seed S] [--kind K,...] [--verbose] [--command LONGHAUL]
 * [--keep DIRECTORY]</pre>
 *
 * {@code --kind unlisted} takes kinds that look for what the usual ones miss. {@code --worlds} of each kind, 20 unless told; seeds are S, S + 1, ...; {@code --verbose} prints what is wrong; {@code --command}
 * asks that program in place of the library; {@code --keep} leaves the logs there.
 */
public final class Worlds {
    private static final JsonMapper JSON = new JsonMapper();
    private static final SnapshotJson SNAPSHOTS = new SnapshotJson();

    private Worlds() {}

    /** What was counted: by kind, and all together. */
    record Answer(Map<Kind, Judge.Tally> byKind, Judge.Tally all) {
        Answer {
            byKind = Map.copyOf(byKind);
        }
    }

    /** Turns a log into the document that {@code estimate --format json} prints. */
    @FunctionalInterface
    interface Estimating {
        String document(Path log);
    }

    public static void main(String[] arguments) {
        try {
            run(arguments);
        } catch (InvalidInputException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static void run(String[] arguments) {
        int worlds = 20;
        long seed = 1;
        boolean verbose = false;
        List<Kind> kinds = listed(true);
        Estimating estimating = library();
        Path keep = Path.of("");
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--worlds" -> worlds = Integer.parseInt(arguments[++i]);
                case "--seed" -> seed = Long.parseLong(arguments[++i]);
                case "--kind" -> kinds = kinds(arguments[++i]);
                case "--verbose" -> verbose = true;
                case "--command" -> estimating = command(arguments[++i]);
                case "--keep" -> keep = Path.of(arguments[++i]);
                default ->
                    throw new InvalidInputException(
                            "The option (" + arguments[i] + ") is not known.",
                            "Known are --worlds N, --seed S, --kind K,..., --verbose, --command LONGHAUL, --keep DIRECTORY.");
            }
        }
        boolean tells = verbose;
        Answer answer = judge(kinds, worlds, seed, estimating, keep, line -> {
            if (tells) {
                System.out.println(line);
            }
        });
        System.out.println(text(answer));
    }

    private static List<Kind> kinds(String text) {
        return text.equals("unlisted")
                ? listed(false)
                : Arrays.stream(text.split(",", -1)).map(Kind::ofId).toList();
    }

    /** The kinds asked for, or the others. */
    static List<Kind> listed(boolean listed) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.isListed() == listed)
                .toList();
    }

    /** What hears of each thing that is wrong. */
    @FunctionalInterface
    interface Remarks {
        void say(String line);
    }

    /** The library, called as {@code estimate} calls it. */
    static Estimating library() {
        Catalogue catalogue = Catalogue.shipped();
        return log -> {
            try (Stream<Measurement> all = MeasurementLog.at(log).stream(ReadOptions.skippingCorrupt(warning -> {}))) {
                Snapshot snapshot = Estimator.estimate(all, catalogue);
                return SNAPSHOTS.toJson(snapshot);
            }
        };
    }

    private static Estimating command(String longhaul) {
        return log -> {
            try {
                Process process = new ProcessBuilder(longhaul, "estimate", log.toString(), "--format", "json")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** @param keep where logs stay; empty for a temporary directory that is removed */
    static Answer judge(List<Kind> kinds, int worlds, long seed, Estimating estimating, Path keep, Remarks remarks) {
        Map<Kind, Judge.Tally> byKind = new EnumMap<>(Kind.class);
        var all = new Judge.Tally();
        for (Kind kind : kinds) {
            var tally = new Judge.Tally();
            for (long i = seed; i < seed + worlds; i++) {
                tally.add(judge(kind.draw(i), estimating, keep, remarks));
            }
            byKind.put(kind, tally);
            all.add(tally);
        }
        return new Answer(byKind, all);
    }

    private static Judge.Tally judge(World world, Estimating estimating, Path keep, Remarks remarks) {
        boolean stays = !keep.toString().isEmpty();
        try {
            Path directory = stays
                    ? Files.createDirectories(keep.resolve(world.kind.id() + "-" + world.seed))
                    : Files.createTempDirectory("world");
            try {
                Path log = directory.resolve("log");
                Set<Link> sawFall = Measuring.into(world, log);
                JsonNode snapshot = JSON.readTree(estimating.document(log));
                List<String> lines = new ArrayList<>();
                Judge.Tally tally = Judge.judge(world, new Truth(world, sawFall), snapshot, lines);
                lines.forEach(remarks::say);
                return tally;
            } finally {
                if (!stays) {
                    remove(directory);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    // --- the tables ---

    static String text(Answer answer) {
        var text = new StringBuilder();
        text.append(
                "| kind | links | wrong of named | abstained of knowable | cannot be known, named all the same | caps"
                        + " named | within 5 % | within 10 % | false caps | cap intervals | rate intervals | RTT intervals |\n");
        text.append("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
        for (Kind kind : Kind.values()) {
            Judge.Tally tally = answer.byKind().get(kind);
            if (tally != null) {
                text.append(row(kind.id(), tally));
            }
        }
        Judge.Tally all = answer.all();
        text.append(row("**all**", all)).append('\n');
        text.append(String.format(
                Locale.ROOT,
                "%d worlds. Of %d knowable caps that the runs can tell within 5 %%, %s are named and within 5 %%.%n%n",
                all.worlds,
                all.capsResolvable,
                share(all.capsWithin5, all.capsResolvable)));
        text.append("| limit | named | right |\n|---|--:|--:|\n");
        for (BindingLimit limit : BindingLimit.values()) {
            int[] counts = all.byLimit.getOrDefault(limit, new int[2]);
            if (counts[0] > 0) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %d | %s |%n",
                        limit.id(),
                        counts[0],
                        share(counts[0] - counts[1], counts[0])));
            }
        }
        text.append("\n| `limit_certainty` | limits named | mean certainty | right |\n|---|--:|--:|--:|\n");
        if (all.certainty.isEmpty()) {
            text.append("| none is told | | | |\n");
        }
        all.certainty.forEach((bin, counts) -> text.append(String.format(
                Locale.ROOT,
                "| from %d %% | %.0f | %.1f %% | %s |%n",
                bin,
                counts[0],
                100 * counts[2] / counts[0],
                share((int) counts[1], (int) counts[0]))));
        return text.toString();
    }

    private static String row(String name, Judge.Tally tally) {
        return Stream.of(
                        name,
                        "" + tally.links,
                        share(tally.wrong, tally.named),
                        share(tally.abstained, tally.knowable),
                        tally.namedUnknowable + " of " + tally.unknowable,
                        tally.capsNamed + " of " + tally.caps,
                        share(tally.capsWithin5, tally.resolvableNamed),
                        share(tally.capsWithin10, tally.resolvableNamed),
                        "" + tally.falseCaps,
                        covered(tally.capIntervals),
                        covered(tally.rateIntervals),
                        covered(tally.rttIntervals))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String share(int part, int of) {
        return of == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / of);
    }

    private static String covered(Judge.Coverage coverage) {
        return share(coverage.covering, coverage.intervals);
    }
}
