package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.JobCarriedText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.units.Show;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.JobFlows;
import io.longhaul.lab.Lab;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyNetwork;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.store.json.JobCarriedJson;
import io.longhaul.store.json.JobPlansJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code job carry-out}: the flows of a plan over kernel TCP in the faithful lab, or in virtual time. */
@Command(
        name = "carry-out",
        description = {
            "Carries the flows of a plan out in the lab, stage by stage, and says how long that took beside what was"
                    + " predicted.",
            "Computing is time that passes. Sites of the plan have to be sites of the topology, with one VM each."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul job plan job.yaml --topology twelve --format json > plan.json",
            "  longhaul job carry-out plan.json --topology twelve --lab virtual",
            "  longhaul job carry-out plan.json --topology twelve --lab faithful --strategy longhaul --format json",
            "",
            "Exit code 4: some flow was not whole in time, or the lab was too late for its numbers to count."
        })
public final class JobCarryOutCommand implements Callable<Integer> {
    /** How much longer than predicted it may take. */
    private static final int PATIENCE = 3;

    private static final Duration BESIDE = Duration.ofSeconds(10);

    /** Where flows are carried. */
    enum Where {
        faithful,
        virtual
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "PLAN", description = "What job plan --format json wrote.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--lab",
            paramLabel = "faithful|virtual",
            defaultValue = "virtual",
            description = "Over kernel TCP, or in virtual time (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Where where;

    @Option(
            names = "--topology",
            paramLabel = "NAME|FILE",
            required = true,
            description = "The topology of the lab: one that comes with it (longhaul lab topologies), or a file.")
    @SuppressWarnings("NullAway.Init")
    private String topology;

    @Option(names = "--strategy", paramLabel = "NAME", description = "Whose plan, where the file has several.")
    private @Nullable String strategy;

    @Option(
            names = "--at-most",
            paramLabel = "TIME",
            defaultValue = "10min",
            description =
                    "Carry nothing out over kernel TCP that is predicted to take longer (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration atMost;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        JobPlansJson.Answer plans = new JobPlansJson().read(file);
        JobPlan plan = chosen(plans);
        Job job = once(plans.job());
        LabTopology world = TopologyYaml.load(topology);
        requireSingleVms(plan, world);
        JobRun predicted =
                JobJudge.carryOutAtPace(job, plan, TopologyNetwork.of(world, VirtualLab.Options.KERNEL_BOTH_WAYS));
        if (where == Where.faithful && predicted.taken().compareTo(atMost) > 0) {
            throw new InvalidInputException(
                    "The plan is predicted to take " + Show.time(predicted.taken()) + ", more than the "
                            + Show.time(atMost) + " allowed.",
                    "Give a job with fewer octets, --at-most, or --lab virtual.");
        }
        JobCarriedJson.Answer answer = carryOut(job, plan, world, predicted);
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new JobCarriedJson().toJson(answer));
        } else {
            out.println(JobCarriedText.of(answer));
        }
        boolean counts = answer.carried().isPresent() && answer.complaints().isEmpty();
        return (counts ? ExitCode.OK : ExitCode.INCOMPLETE).code();
    }

    private JobPlan chosen(JobPlansJson.Answer plans) {
        List<JobPlan> named = plans.plans().stream()
                .map(JobPlansJson.Timed::plan)
                .filter(plan -> strategy == null || plan.strategy().equals(strategy))
                .toList();
        if (named.size() != 1) {
            throw new InvalidInputException(
                    file + " has " + named.size() + " plans" + (strategy == null ? "" : " of " + strategy) + ".",
                    "Name one by --strategy: "
                            + String.join(
                                    ", ",
                                    plans.plans().stream()
                                            .map(timed -> timed.plan().strategy())
                                            .toList())
                            + ".");
        }
        return named.get(0);
    }

    /** One round, that begins at once. */
    private static Job once(Job job) {
        return new Job(
                        job.name(),
                        job.datasets(),
                        job.stages(),
                        job.alternatives(),
                        job.cluster(),
                        new Repeat(1, job.repeat().factor()),
                        job.terms())
                .withTerms(job.terms().withArrival(Duration.ZERO));
    }

    private static void requireSingleVms(JobPlan plan, LabTopology world) {
        plan.vms().forEach((site, count) -> {
            world.getSite(site);
            if (count != 1) {
                throw new InvalidInputException(
                        "The plan has " + count + " VMs at " + site + ", and a site of the lab is one.",
                        "Plan the job on a cluster with one VM a site.");
            }
        });
    }

    private JobCarriedJson.Answer carryOut(Job job, JobPlan plan, LabTopology world, JobRun predicted) {
        var flows = new JobFlows(job, plan);
        Duration horizon = predicted.taken().multipliedBy(PATIENCE).plus(BESIDE);
        CarriedFlows carried;
        List<String> complaints = List.of();
        if (where == Where.virtual) {
            try (Lab lab = new VirtualLab(world, VirtualLab.Options.defaults())) {
                carried = lab.carry(flows.flows(), horizon);
            }
        } else {
            try (FaithfulLab lab = FaithfulLab.start(world, FaithfulLab.Options.defaults());
                    Interruption ignored = Interruption.calling(lab::close)) {
                spec.commandLine()
                        .getErr()
                        .println("Carrying out " + flows.flows().size() + " flows over kernel TCP, about "
                                + Show.time(predicted.taken()) + ".");
                carried = lab.carry(flows.flows(), horizon);
                complaints = lab.health().complaints();
            }
        }
        return new JobCarriedJson.Answer(
                plan, world.name(), where.name(), predicted, flows.stages(carried), complaints);
    }
}
