package io.longhaul.cli.command;

import io.longhaul.cli.lab.LabJoin;
import io.longhaul.lab.faithful.RunningLab;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab shell [TOPOLOGY] [-- COMMAND]}: in a new lab, or in one that runs already. */
@Command(
        name = "shell",
        description = {
            "Opens a shell at a site: of a new lab when a topology is named, else of the lab that runs already.",
            "So one terminal starts a lab, and others join it at other sites."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul lab shell demo",
            "  longhaul lab shell --site gcp:us-central1          (from a second terminal)",
            "  longhaul lab shell --site aws:us-east-1 -- iperf3 -s -p 5300"
        })
public final class LabShellCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            index = "0..*",
            arity = "0..*",
            paramLabel = "[TOPOLOGY] [-- COMMAND]",
            description = {
                "A ready-made topology or a file, for a new lab. After two dashes, what to run instead of a shell",
                "in the lab that runs already."
            })
    private List<String> words = List.of();

    @Option(
            names = "--lab",
            paramLabel = "ID",
            description = "Which running lab, if there are several (longhaul lab status lists them).")
    private @Nullable String lab;

    @Mixin
    private LabPlace place = new LabPlace();

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> original = spec.commandLine().getParseResult().originalArgs();
        boolean hasCommand = original.contains("--");
        if (!words.isEmpty() && !hasCommand) {
            return place.in(TopologyYaml.load(words.get(0)))
                    .run(LabJoin.shell(System.getenv()), spec.commandLine().getErr());
        }
        RunningLab running = LabJoin.choose(RunningLab.all(), lab);
        List<String> command = words.isEmpty() ? LabJoin.shell(System.getenv()) : words;
        return LabJoin.run(running, place.siteOf(running.topology()), command);
    }
}
