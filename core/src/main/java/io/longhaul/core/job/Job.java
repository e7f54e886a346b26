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
 * @param cluster what the job has, by site; it runs nowhere else
 * @param deadline when it should be done, from its start; empty when any time will do
 */
public record Job(
        String name,
        List<Dataset> datasets,
        List<Stage> stages,
        Map<SiteId, SiteShare> cluster,
        Optional<Duration> deadline) {
    /** No sum of sizes is larger, so that bits of it can be counted. */
    private static final BigDecimal MOST_OCTETS = BigDecimal.valueOf(1_000_000_000_000_000_000L);

    public Job {
        datasets = List.copyOf(datasets);
        cluster = Collections.unmodifiableMap(new TreeMap<>(cluster));
        require(!stages.isEmpty(), "The job " + name + " has no stage.", "Give one at least, as a read.");
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
        stages = sorted(name, datasets, stages);
        for (Stage stage : stages) {
            requirePlaces(datasets, stage, cluster);
        }
        require(
                deadline.map(limit -> !limit.isZero() && !limit.isNegative()).orElse(true),
                "The deadline of the job " + name + " is not after its start.",
                "Give a time from its start, as 10min.");
        for (BigDecimal octets : octets(datasets, stages).values()) {
            require(
                    octets.compareTo(MOST_OCTETS) <= 0,
                    "The job " + name + " has more than 10^18 octets at a stage.",
                    "Check sizes and selectivities.");
        }
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
        require(
                !open.isEmpty(),
                "The data of the stage " + stage.name() + " may go to no site where it could run.",
                "Let its datasets go to one of them, or read and reduce the data where they lie first.");
        require(
                stage.perGigabyte().isZero()
                        || open.stream().anyMatch(site -> shareAt(cluster, site).slots() > 0),
                "The stage " + stage.name() + " computes, and no site where it may run has a slot.",
                "Give the cluster slots, or leave its seconds_per_gb out.");
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
