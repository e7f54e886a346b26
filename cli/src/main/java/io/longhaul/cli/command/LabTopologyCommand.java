package io.longhaul.cli.command;

import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab topology NAME|FILE}: a topology as the lab understands it. */
@Command(
        name = "topology",
        description = "Prints a topology with every value written out: a start for one of your own, or a check of it.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul lab topology twelve > my-wan.yaml", "  longhaul lab topology my-wan.yaml"})
public final class LabTopologyCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME|FILE", description = "A ready-made topology or a file.")
    @SuppressWarnings("NullAway.Init")
    private String topology;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        LabTopology read = TopologyYaml.load(topology);
        out.print(TopologyYaml.write(read));
    }
}
