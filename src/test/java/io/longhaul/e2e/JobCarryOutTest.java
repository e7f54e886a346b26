package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobRun.StageRun;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.JobFlows;
import io.longhaul.lab.Lab;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyNetwork;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.job.JobPlanner;
import io.longhaul.store.json.JobJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Plans of jobs carried out beside what the judge says of them. The study, {@code -Dlonghaul.study=carried-jobs}: 30 jobs of two
 * to five of the twelve sites, each by one of three strategies in turn, over kernel TCP; it prints a table, takes about ten
 * minutes, and wants a quiet machine.
 */
@Tag("alone")
class JobCarryOutTest {
    private static final LabTopology TWELVE = TopologyYaml.load("twelve");
    private static final NetworkModel NETWORK = TopologyNetwork.of(TWELVE, VirtualLab.Options.KERNEL_BOTH_WAYS);
    private static final List<String> STRATEGIES = List.of("in-place", "iridium", "longhaul");
    private static final int JOBS = 30;

    static boolean canRun() {
        return LabCheck.missing().isEmpty();
    }

    /** One job: what was predicted and what was carried out. */
    private record Case(int number, String strategy, int flows, double predicted, double carried) {
        double error() {
            return Math.abs(carried / predicted - 1);
        }
    }

    /** Data at two to five sites, a read, a shuffle and a write; octets such that a stage takes seconds. */
    private static Job job(int number) {
        var random = new SplittableRandom(number);
        var sites = new ArrayList<>(
                TWELVE.sites().stream().map(site -> site.id().toString()).toList());
        for (int i = sites.size() - 1; i > 0; i--) {
            Collections.swap(sites, i, random.nextInt(i + 1));
        }
        List<String> chosen = sites.subList(0, 2 + random.nextInt(4));
        var cluster = new StringBuilder();
        var sizes = new StringBuilder();
        for (String site : chosen) {
            cluster.append(String.format(Locale.ROOT, "  \"%s\": {slots: %d}%n", site, 1 + random.nextInt(8)));
            sizes.append(String.format(
                    Locale.ROOT, "%s\"%s\": %dMB", sizes.isEmpty() ? "" : ", ", site, 10 + random.nextInt(60)));
        }
        String text = "format: longhaul-job/1\nname: job " + number + "\ncluster:\n" + cluster
                + "datasets: [{name: d, sizes: {" + sizes + "}}]\nstages:\n"
                + "  - {name: map, kind: read, inputs: [d], selectivity: 0.9, seconds_per_gb: 20}\n"
                + "  - {name: reduce, kind: shuffle, inputs: [map], selectivity: 0.5, seconds_per_gb: 10}\n"
                + "  - {name: store, kind: write, inputs: [reduce], at: \"" + chosen.get(0) + "\"}\n";
        try {
            var file = Files.createTempFile("job", ".yaml");
            try {
                return new JobJson().readJsonOrYaml(Files.writeString(file, text));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Case carryOut(Lab lab, int number) {
        Job job = job(number);
        String strategy = STRATEGIES.get(number % STRATEGIES.size());
        JobPlan plan = JobPlanner.plan(job, NETWORK, GdaPlanner.ofName(strategy));
        JobRun predicted = JobJudge.carryOutAtPace(job, plan, NETWORK);
        var flows = new JobFlows(job, plan);
        Duration horizon = predicted.taken().multipliedBy(3).plusSeconds(10);
        List<StageRun> stages = flows.stages(lab.carry(flows.flows(), horizon)).orElseThrow();
        double carried = stages.stream()
                .mapToDouble(stage -> Durations.seconds(stage.end()))
                .max()
                .orElse(0);
        return new Case(number, strategy, flows.flows().size(), Durations.seconds(predicted.taken()), carried);
    }

    private static List<Case> carryOut(Lab lab, int from, int to) {
        var cases = new ArrayList<Case>();
        for (int number = from; number <= to; number++) {
            cases.add(carryOut(lab, number));
        }
        return cases;
    }

    private static double median(List<Case> cases) {
        double[] errors = cases.stream().mapToDouble(Case::error).sorted().toArray();
        return (errors[(errors.length - 1) / 2] + errors[errors.length / 2]) / 2;
    }

    private static double worst(List<Case> cases) {
        return cases.stream().mapToDouble(Case::error).max().orElse(0);
    }

    /** The judge on what a planner knows, and the lab in virtual time on the topology: two models of the same jobs. */
    @Test
    void theJudgeAgreesWithTheLabInVirtualTime() {
        try (var lab = new VirtualLab(TWELVE, VirtualLab.Options.defaults())) {
            List<Case> cases = carryOut(lab, 1, JOBS);
            print("virtual time", cases);
            assertThat(median(cases)).isLessThan(0.001);
            assertThat(worst(cases)).isLessThan(0.005);
        }
    }

    /** Three jobs over kernel TCP, whatever else the machine does meanwhile: nobody is faster than predicted, all end. */
    @Test
    @EnabledIf(value = "canRun", disabledReason = "no faithful lab on this machine; longhaul lab check says why")
    void plansAreCarriedOutOverKernelTcp() {
        try (FaithfulLab lab = FaithfulLab.start(TWELVE, FaithfulLab.Options.defaults())) {
            List<Case> cases = carryOut(lab, 101, 103);
            print("kernel TCP, " + lab.health().complaints(), cases);
            assertThat(cases)
                    .allSatisfy(one -> assertThat(one.carried()).isBetween(0.9 * one.predicted(), 2 * one.predicted()));
        }
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "carried-jobs")
    void study() {
        try (FaithfulLab lab = FaithfulLab.start(TWELVE, FaithfulLab.Options.defaults())) {
            List<Case> cases = carryOut(lab, 1, JOBS);
            print("kernel TCP, " + lab.health().complaints(), cases);
            assertThat(median(cases)).isLessThanOrEqualTo(0.05);
            assertThat(worst(cases)).isLessThanOrEqualTo(0.15);
        }
    }

    private static void print(String where, List<Case> cases) {
        cases.forEach(one -> System.out.printf(
                Locale.ROOT,
                "| %d | %s | %d | %.2f | %.2f | %.1f %% |%n",
                one.number(),
                one.strategy(),
                one.flows(),
                one.predicted(),
                one.carried(),
                100 * (one.carried() / one.predicted() - 1)));
        System.out.printf(
                Locale.ROOT,
                "%s: median error %.1f %%, worst %.1f %%%n",
                where,
                100 * median(cases),
                100 * worst(cases));
    }
}
