package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An analytics job: data at several sites, a graph of stages over them, and what it has to run on. A stage begins when all
 * stages it takes from have ended. Immutable.
 *
 * @param name of the job
 * @param datasets what it reads
 * @param stages in an order in which each comes after those it takes from, whatever order they are given in
 * @param alternatives other graphs of stages over the same datasets that answer the same query, as an optimizer offers them
 * @param cluster what the job has, by site; it runs nowhere else, and its data pass through nowhere else
 * @param repeat how many rounds it is carried out
 * @param terms when it comes, and what is asked of it
 */
public record Job(
        String name,
        List<Dataset> datasets,
        List<Stage> stages,
        List<List<Stage>> alternatives,
        Map<SiteId, SiteShare> cluster,
        Repeat repeat,
        Terms terms) {
    /** No sum of sizes is larger, so that bits of it can be counted. */
    private static final BigDecimal MOST_OCTETS = BigDecimal.valueOf(1_000_000_000_000_000_000L);

    public Job {
        datasets = List.copyOf(datasets);
        cluster = Collections.unmodifiableMap(new TreeMap<>(cluster));
        Set<String> names = new HashSet<>();
        for (Dataset dataset : datasets) {
            require(names.add(dataset.name()), "The name " + dataset.name() + " is given twice.", "Give each once.");
            for (SiteId site : dataset.sizes().keySet()) {
                require(
                        cluster.containsKey(site),
                        "The dataset " + dataset.name() + " lies at " + site + ", where the job has no VM.",
                        "Add the site to the cluster.");
            }
        }
        stages = checked(name, datasets, stages, cluster);
        var others = new ArrayList<List<Stage>>();
        for (List<Stage> alternative : alternatives) {
            others.add(checked(name, datasets, alternative, cluster));
        }
        alternatives = List.copyOf(others);
    }

    /** One query plan, once, at once, in any time and at any cost but for a deadline. */
    public Job(
            String name,
            List<Dataset> datasets,
            List<Stage> stages,
            Map<SiteId, SiteShare> cluster,
            Optional<Duration> deadline) {
        this(name, datasets, stages, List.of(), cluster, Repeat.ONCE, Terms.NONE.withDeadline(deadline));
    }

    public Optional<Duration> deadline() {
        return terms.deadline();
    }

    public Job withTerms(Terms other) {
        return new Job(name, datasets, stages, alternatives, cluster, repeat, other);
    }

    /** How many query plans there are to choose among, 1 at least. */
    public int queries() {
        return alternatives.size() + 1;
    }

    /** This job with one of its query plans alone: 0 for its stages, else an alternative from 1. */
    public Job ofQuery(int query) {
        return alternatives.isEmpty()
                ? this
                : new Job(
                        name,
                        datasets,
                        query == 0 ? stages : alternatives.get(query - 1),
                        List.of(),
                        cluster,
                        repeat,
                        terms);
    }

    private static List<Stage> checked(
            String name, List<Dataset> datasets, List<Stage> stages, Map<SiteId, SiteShare> cluster) {
        require(!stages.isEmpty(), "The job " + name + " has no stage.", "Give one at least, as a read.");
        Set<String> names = new HashSet<>();
        datasets.forEach(dataset -> names.add(dataset.name()));
        for (Stage stage : stages) {
            require(names.add(stage.name()), "The name " + stage.name() + " is given twice.", "Give each once.");
        }
        for (Stage stage : stages) {
            for (String input : stage.inputs()) {
                require(
                        names.contains(input),
                        "The stage " + stage.name() + " takes " + input + ", which is no dataset and no stage.",
                        "Name one of the job, or add it.");
            }
        }
        List<Stage> sorted = sorted(name, datasets, stages);
        for (Stage stage : sorted) {
            requirePlaces(datasets, stage, cluster);
        }
        for (BigDecimal octets : octets(datasets, sorted).values()) {
            require(
                    octets.compareTo(MOST_OCTETS) <= 0,
                    "The job " + name + " has more than 10^18 octets at a stage.",
                    "Check sizes and selectivities.");
        }
        return sorted;
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    private static List<Stage> sorted(String job, List<Dataset> datasets, List<Stage> stages) {
        Set<String> there = new HashSet<>();
        datasets.forEach(dataset -> there.add(dataset.name()));
        List<Stage> left = new ArrayList<>(stages);
        List<Stage> sorted = new ArrayList<>();
        while (!left.isEmpty()) {
            int before = left.size();
            for (Stage stage : List.copyOf(left)) {
                if (there.containsAll(stage.inputs())) {
                    sorted.add(stage);
                    there.add(stage.name());
                    left.remove(stage);
                }
            }
            require(
                    left.size() < before,
                    "The stages of the job " + job + " wait for each other in a circle: "
                            + String.join(
                                    ", ",
                                    left.stream().map(Stage::name).limit(10).toList()) + ".",
                    "Take one of their inputs away.");
        }
        return List.copyOf(sorted);
    }

    private static void requirePlaces(List<Dataset> datasets, Stage stage, Map<SiteId, SiteShare> cluster) {
        stage.at()
                .ifPresent(site -> require(
                        cluster.containsKey(site),
                        "The stage " + stage.name() + " runs at " + site + ", where the job has no VM.",
                        "Add the site to the cluster."));
        List<SiteId> open = cluster.keySet().stream()
                .filter(site -> stage.at().map(site::equals).orElse(true))
                .filter(site -> mayRun(datasets, stage, site))
                .toList();
        boolean exchanges = stage.kind() == Stage.Kind.EXCHANGE;
        for (Dataset dataset : datasets) {
            for (SiteId site : exchanges && stage.inputs().contains(dataset.name())
                    ? dataset.sizes().keySet()
                    : Set.<SiteId>of()) {
                require(
                        dataset.mayGoTo(site),
                        "The stage " + stage.name() + " exchanges " + dataset.name() + " with " + site
                                + ", where it may not go.",
                        "Let it go there, or reduce it by a read first.");
            }
        }
        require(
                !open.isEmpty(),
                "The data of the stage " + stage.name() + " may go to no site where it could run.",
                "Let its datasets go to one of them, or read and reduce the data where they lie first.");
        require(
                !stage.computes()
                        || open.stream().anyMatch(site -> shareAt(cluster, site).slots() > 0),
                "The stage " + stage.name() + " computes, and no site where it may run has a slot.",
                "Give the cluster slots, or leave its computing out.");
    }

    private static SiteShare shareAt(Map<SiteId, SiteShare> cluster, SiteId site) {
        return Optional.ofNullable(cluster.get(site)).orElseThrow();
    }

    private static boolean mayRun(List<Dataset> datasets, Stage stage, SiteId site) {
        return datasets.stream()
                .filter(dataset -> stage.inputs().contains(dataset.name()))
                .allMatch(dataset -> dataset.mayGoTo(site)
                        || (reads(stage, dataset) && dataset.sizes().containsKey(site)));
    }

    /** Whether what lies at a site is worked on there, whatever runs elsewhere. */
    private static boolean reads(Stage stage, Dataset dataset) {
        boolean first = stage.inputs().get(0).equals(dataset.name());
        return stage.kind() == Stage.Kind.READ || (stage.kind() == Stage.Kind.BROADCAST && first);
    }

    /** The dataset of a name, if it is none of a stage. */
    public Optional<Dataset> findDataset(String input) {
        return datasets.stream().filter(dataset -> dataset.name().equals(input)).findFirst();
    }

    /** Octets of every dataset and of every stage's output, by name. */
    public Map<String, DataSize> octets() {
        var octets = new HashMap<String, DataSize>();
        octets(datasets, stages).forEach((input, size) -> octets.put(input, DataSize.ofBytes(size.longValue())));
        return octets;
    }

    private static Map<String, BigDecimal> octets(List<Dataset> datasets, List<Stage> stages) {
        var octets = new HashMap<String, BigDecimal>();
        for (Dataset dataset : datasets) {
            octets.put(
                    dataset.name(),
                    dataset.sizes().values().stream()
                            .map(size -> BigDecimal.valueOf(size.bytes()))
                            .reduce(BigDecimal.ZERO, BigDecimal::add));
        }
        for (Stage stage : stages) {
            BigDecimal in = stage.inputs().stream()
                    .map(input -> octets.getOrDefault(input, BigDecimal.ZERO))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            octets.put(
                    stage.name(),
                    stage.output()
                            .map(size -> BigDecimal.valueOf(size.bytes()))
                            .orElse(in.multiply(BigDecimal.valueOf(stage.selectivity())))
                            .min(MOST_OCTETS.add(BigDecimal.ONE)));
        }
        return octets;
    }
}
