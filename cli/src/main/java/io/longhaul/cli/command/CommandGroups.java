package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands that only have commands below them. */
public final class CommandGroups {
    private CommandGroups() {}

    /** Says what can follow, when nothing does. */
    private abstract static class Group implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli before run()
        private CommandSpec spec;

        @Override
        public void run() {
            throw new ParameterException(
                    spec.commandLine(),
                    "After " + spec.qualifiedName() + " one of these is needed: "
                            + String.join(", ", spec.subcommands().keySet()) + ".");
        }
    }

    /** {@code probe}: one measurement, or a study of many. */
    @Command(
            name = "probe",
            description = "Measures against an agent or an object store: one run, or a study of many.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "WHAT",
            subcommands = {
                ProbeThroughputCommand.class,
                ProbeLatencyCommand.class,
                ProbeLoadedCommand.class,
                ProbeSweepCommand.class,
                ProbeContentionCommand.class,
                ProbePatternCommand.class,
                ProbeFingerprintCommand.class,
                ProbeStoreCommand.class
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul probe throughput 10.0.0.7:5201 --streams 8",
                "  longhaul probe latency 10.0.0.7:5201",
                "  longhaul probe sweep 10.0.0.7 --max-volume 50GB",
                "  longhaul probe fingerprint 10.0.0.7 --max-volume 20GB -o link.json"
            })
    public static final class Probe extends Group {}

    /** {@code import}: foreign data into a measurement log. */
    @Command(
            name = "import",
            description = "Reads foreign measurements and prices into a measurement log.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "FORMAT",
            subcommands = {ImportSkyplaneCommand.class, ImportIperf3Command.class, ImportCsvCommand.class})
    public static final class Import extends Group {}

    /** {@code export}: a measurement log in formats of other tools. */
    @Command(
            name = "export",
            description = "Writes a measurement log in a format of other tools.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "FORMAT",
            subcommands = ExportParquetCommand.class)
    public static final class Export extends Group {}

    /** {@code log}: measurement logs as files. */
    @Command(
            name = "log",
            description = "Works on measurement logs.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            subcommands = LogMergeCommand.class)
    public static final class Log extends Group {}

    /** {@code catalog}: what is known of the clouds. */
    @Command(
            name = "catalog",
            description = "What is known of the clouds: each fact with its source and date.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "WHAT",
            subcommands = {
                CatalogCommands.Regions.class,
                CatalogCommands.VmTypes.class,
                CatalogCommands.Prices.class,
                CatalogCommands.Quotas.class,
                CatalogDiffCommand.class
            })
    public static final class Catalog extends Group {}

    /** {@code lab}: the emulated WAN. */
    @Command(
            name = "lab",
            description = {
                "A WAN of kernel TCP on this machine (Linux): any program runs in it unchanged, and nothing leaves it.",
                "docs/lab.md explains it."
            },
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "WHAT",
            subcommands = {
                LabRunCommand.class,
                LabShellCommand.class,
                LabStatusCommand.class,
                LabTopologiesCommand.class,
                LabTopologyCommand.class,
                LabCheckCommand.class
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul lab check",
                "  longhaul lab run demo -- iperf3 -c eu-central-1.aws -t 5",
                "  longhaul lab shell demo --site aws:us-east-1",
                "  longhaul lab status"
            })
    public static final class Lab extends Group {}

    /** {@code campaign}: many measurements from one file. */
    @Command(
            name = "campaign",
            description = "Many measurements between many agents, from one file, within a budget.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            subcommands = {
                CampaignInitCommand.class,
                CampaignPlanCommand.class,
                CampaignRunCommand.class,
                CampaignStatusCommand.class
            })
    public static final class Campaign extends Group {}

    /** {@code fleet}: VMs in the clouds that surely end. */
    @Command(
            name = "fleet",
            description = {
                "VMs in AWS, Google Cloud and Azure, with agents on them, that end with their lease whatever happens.",
                "docs/clouds.md explains it."
            },
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            subcommands = {
                FleetPlanCommand.class,
                FleetUpCommand.class,
                FleetStatusCommand.class,
                FleetExtendCommand.class,
                FleetDownCommand.class,
                FleetReapCommand.class
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  longhaul fleet plan grid.yaml",
                "  longhaul fleet up grid.yaml --home 203.0.113.7",
                "  longhaul fleet down grid.yaml"
            })
    public static final class Fleet extends Group {}

    /** {@code certs}: certificates of one's own for agents and coordinators. */
    @Command(
            name = "certs",
            description = "Makes a private authority, and certificates of short life for agents and coordinators.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            subcommands = {CertsInitCommand.class, CertsIssueCommand.class})
    public static final class Certs extends Group {}

    /** {@code job}: analytics jobs whose data lie at several sites. */
    @Command(
            name = "job",
            description = "Analytics jobs whose data lie at several sites.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            subcommands = {
                JobPlanCommand.class,
                JobDrawCommand.class,
                JobReplayCommand.class,
                JobLeagueCommand.class,
                JobCarryOutCommand.class
            })
    public static final class Job extends Group {}

    /** {@code coflow}: sets of flows that are done when their last flow is. */
    @Command(
            name = "coflow",
            description = "Sets of flows that are done when their last flow is.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            subcommands = CoflowReplayCommand.class)
    public static final class Coflow extends Group {}
}
