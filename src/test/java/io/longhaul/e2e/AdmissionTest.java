package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.TopologyNetwork;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.planner.job.GdaPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Sets of transfers with deadlines, drawn over sites of the lab's topologies, taken or refused by Amoeba and by ours, and all that
 * was taken carried out by the judge: connecting, slow start, shared ports and token buckets are in it. 24 sets in the normal run; {@code
 * -Dlonghaul.study=admission} draws 500 others, {@code -Dlonghaul.study.seed=N} begins at another seed.
 */
class AdmissionTest {
    private static final Duration EXACTLY = Duration.ofNanos(1000);
    private static final List<String> TOPOLOGIES = List.of("twelve", "forty", "buckets");

    private final Map<String, NetworkModel> networks = new TreeMap<>();

    /** What a planner took of one set, and who of those was late in the judge. */
    private record Outcome(int taken, List<String> late) {}

    private NetworkModel network(String topology) {
        return networks.computeIfAbsent(
                topology, name -> TopologyNetwork.of(TopologyYaml.load(name), VirtualLab.Options.KERNEL_BOTH_WAYS));
    }

    /** Five to 30 transfers between three to six sites within a minute, each with one to five times what it takes alone. */
    private static JobSet requests(NetworkModel network, Random random) {
        var sites =
                new ArrayList<>(network.sites().stream().map(site -> site.id()).toList());
        Collections.shuffle(sites, random);
        List<SiteId> some = sites.subList(0, Math.min(sites.size(), 3 + random.nextInt(4)));
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        some.forEach(site -> cluster.put(site, new SiteShare(1 + random.nextInt(2), 1)));
        var jobs = new ArrayList<Job>();
        int count = 5 + random.nextInt(26);
        for (int k = 0; k < count; k++) {
            SiteId from = some.get(random.nextInt(some.size()));
            SiteId to = some.get((some.indexOf(from) + 1 + random.nextInt(some.size() - 1)) % some.size());
            double seconds = 1 + 20 * random.nextDouble();
            double rate = network.getLink(new Link(from, to)).rates().maxRate().bitsPerSecond();
            long octets = Math.round(seconds * rate / 8);
            jobs.add(transfer(
                    "r" + k,
                    from,
                    to,
                    DataSize.ofBytes(octets),
                    60 * random.nextDouble(),
                    0.5 + seconds * (1 + 4 * random.nextDouble()),
                    cluster));
        }
        return new JobSet("requests", jobs);
    }

    private static Job transfer(
            String name,
            SiteId from,
            SiteId to,
            DataSize size,
            double arrival,
            double deadline,
            Map<SiteId, SiteShare> cluster) {
        var write =
                new Stage("write", Stage.Kind.WRITE, List.of("d"), 1, Optional.empty(), Duration.ZERO, Optional.of(to));
        return new Job(
                        name,
                        List.of(new Dataset("d", Map.of(from, size), Set.of())),
                        List.of(write),
                        cluster,
                        Optional.empty())
                .withTerms(new Terms(
                        Durations.ofSeconds(arrival), Optional.of(Durations.ofSeconds(deadline)), Optional.empty(), 1));
    }

    private static Outcome outcome(JobSet set, NetworkModel network, String strategy) {
        JobsPlan plan = GdaPlanner.ofName(strategy).plan(set, network);
        var late = new ArrayList<String>();
        if (!plan.plans().isEmpty()) {
            List<JobRun> runs = JobJudge.carryOut(set, plan, network, EXACTLY);
            for (JobRun run : runs) {
                Duration deadline = Objects.requireNonNull(set.byName().get(run.job()))
                        .deadline()
                        .orElseThrow();
                if (run.taken().compareTo(deadline.plus(EXACTLY)) > 0) {
                    Duration planned = plan.plans().stream()
                            .filter(one -> one.job().equals(run.job()))
                            .findFirst()
                            .map(JobPlan::time)
                            .orElseThrow();
                    late.add(run.job() + ": " + run.taken() + " of " + deadline + ", planned " + planned);
                }
            }
        }
        return new Outcome(plan.plans().size(), late);
    }

    private void run(long first, int sets) {
        int requests = 0;
        int ours = 0;
        int theirs = 0;
        var failures = new ArrayList<String>();
        for (long seed = first; seed < first + sets; seed++) {
            String topology = TOPOLOGIES.get((int) (seed % TOPOLOGIES.size()));
            NetworkModel network = network(topology);
            JobSet set = requests(network, new Random(seed));
            Outcome amoeba = outcome(set, network, "amoeba");
            Outcome longhaul = outcome(set, network, "longhaul");
            requests += set.jobs().size();
            theirs += amoeba.taken();
            ours += longhaul.taken();
            if (longhaul.taken() < amoeba.taken()) {
                failures.add("seed " + seed + ", " + topology + ": ours takes " + longhaul.taken() + " of "
                        + set.jobs().size() + ", Amoeba " + amoeba.taken());
            }
            String where = "seed " + seed + ", " + topology;
            amoeba.late().forEach(late -> failures.add(where + ", Amoeba, late: " + late));
            longhaul.late().forEach(late -> failures.add(where + ", ours, late: " + late));
        }
        System.out.printf(
                Locale.ROOT,
                "%d sets, %d requests: Amoeba takes %d, ours %d; %d faults%n",
                sets,
                requests,
                theirs,
                ours,
                failures.size());
        assertThat(failures).isEmpty();
        assertThat(ours).isGreaterThanOrEqualTo(theirs);
        assertThat(theirs).isBetween(requests / 4, requests - sets / 4);
    }

    @Test
    void noPromiseIsBrokenInTheJudge() {
        run(0, 24);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "admission")
    void study() {
        run(Long.getLong("longhaul.study.seed", 1_000), 500);
    }
}
