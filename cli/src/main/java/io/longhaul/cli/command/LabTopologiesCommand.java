package io.longhaul.cli.command;

import io.longhaul.cli.text.Table;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab topologies}: what comes with Longhaul. */
@Command(
        name = "topologies",
        description = "Lists the topologies that come with Longhaul.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul lab topologies", "  longhaul lab topology twelve > my-wan.yaml"})
public final class LabTopologiesCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        List<LabTopology> all =
                TopologyYaml.readyMade().stream().map(TopologyYaml::load).toList();
        spec.commandLine()
                .getOut()
                .println(Table.of(all)
                        .left("name", LabTopology::name)
                        .right(
                                "sites",
                                topology -> Integer.toString(topology.sites().size()))
                        .left("about", LabTopology::about)
                        .render());
    }
}
