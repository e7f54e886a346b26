package io.longhaul.cli;

import io.longhaul.cli.command.AgentCommand;
import io.longhaul.cli.command.CommandGroups;
import io.longhaul.cli.command.CompareCommand;
import io.longhaul.cli.command.DemoCommand;
import io.longhaul.cli.command.EstimateCommand;
import io.longhaul.cli.command.NoiseCommand;
import io.longhaul.cli.command.PlanCommand;
import io.longhaul.cli.command.ProvisionCommand;
import io.longhaul.cli.command.RecommendCommand;
import io.longhaul.cli.command.ReportCommand;
import io.longhaul.cli.command.ScreenCommand;
import io.longhaul.cli.command.WhereAmICommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * The commands below {@code longhaul}. Reading the options of all of them takes longer than most plans, so a call that
 * names its command first gets that one alone. Stateless, safe for any thread.
 */
final class CommandTree {
    private static final String COMPLETION = "completion";
    private static final List<String> OF_NONE = List.of("--version", "-V");

    private CommandTree() {}

    /** The tree, as far as a call with these arguments can see it. */
    static CommandLine of(String... arguments) {
        var top = new CommandLine(new LonghaulCommand());
        String first = arguments.length == 0 ? "" : arguments[0];
        Map<String, Class<?>> commands = commands();
        if (commands.containsKey(first)) {
            commands.keySet().retainAll(List.of(first));
        } else if (OF_NONE.contains(first)) {
            commands.clear();
        } else {
            commands.put(COMPLETION, AutoComplete.GenerateCompletion.class);
        }
        commands.forEach((name, command) -> top.addSubcommand(name, new CommandLine(command)));
        return top;
    }

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> commands = new LinkedHashMap<>();
        commands.put("demo", DemoCommand.class);
        commands.put("agent", AgentCommand.class);
        commands.put("certs", CommandGroups.Certs.class);
        commands.put("campaign", CommandGroups.Campaign.class);
        commands.put("fleet", CommandGroups.Fleet.class);
        commands.put("probe", CommandGroups.Probe.class);
        commands.put("screen", ScreenCommand.class);
        commands.put("whereami", WhereAmICommand.class);
        commands.put("catalog", CommandGroups.Catalog.class);
        commands.put("import", CommandGroups.Import.class);
        commands.put("estimate", EstimateCommand.class);
        commands.put("compare", CompareCommand.class);
        commands.put("log", CommandGroups.Log.class);
        commands.put("export", CommandGroups.Export.class);
        commands.put("plan", PlanCommand.class);
        commands.put("provision", ProvisionCommand.class);
        commands.put("noise", NoiseCommand.class);
        commands.put("recommend", RecommendCommand.class);
        commands.put("job", CommandGroups.Job.class);
        commands.put("coflow", CommandGroups.Coflow.class);
        commands.put("report", ReportCommand.class);
        commands.put("lab", CommandGroups.Lab.class);
        return commands;
    }
}
