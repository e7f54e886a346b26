package io.longhaul.cli.command;

import io.longhaul.lab.topology.TopologyYaml;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab run TOPOLOGY -- COMMAND}. */
@Command(
        name = "run",
        description = {
            "Starts the faithful lab, runs a program at one of its sites, and ends the lab with the program.",
            "An agent listens on port 5201 of every site. Sites know each other by name: eu-central-1.aws.",
            "The exit code is the program's."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul lab run demo -- iperf3 -c eu-central-1.aws -t 5",
            "  longhaul lab run study-7 --site lab:r300 -- longhaul probe latency hub.lab",
            "  longhaul lab run buckets --truth truth.json -- longhaul probe throughput us-west-2.aws --streams 8",
            "  longhaul lab run my-wan.yaml -- bash"
        })
public final class LabRunCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "TOPOLOGY",
            description = "A ready-made topology (longhaul lab topologies) or a file.")
    @SuppressWarnings("NullAway.Init")
    private String topology;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "-- COMMAND",
            description = "The program with its arguments, after two dashes.")
    @SuppressWarnings("NullAway.Init")
    private List<String> command;

    @Mixin
    private LabPlace place = new LabPlace();

    @Override
    public Integer call() {
        return place.in(TopologyYaml.load(topology))
                .run(command, spec.commandLine().getErr());
    }
}
