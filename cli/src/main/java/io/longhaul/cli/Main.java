package io.longhaul.cli;

import io.longhaul.cli.input.Converters;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.HashMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** Entry point. {@link #run} is the same without leaving the process, for tests and embedders. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        ProcessEnd.after(() -> run(System.out, System.err, arguments));
    }

    /** Runs one command and returns its exit code. Data go to {@code out}, talk and progress to {@code err}. */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        CommandLine commandLine = CommandTree.of(arguments);
        Converters.register(commandLine);
        commandLine.setOut(new PrintWriter(new TerminalSafe(out), false));
        commandLine.setErr(new PrintWriter(new TerminalSafe(err), true));
        commandLine.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
        commandLine.setExecutionStrategy(parsed -> {
            ZeroOptions.refuse(parsed);
            return new CommandLine.RunLast().execute(parsed);
        });
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpAutoWidth(true);
        // an example that is wrapped cannot be pasted
        var sections = new HashMap<>(commandLine.getHelpSectionMap());
        sections.put(
                CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER,
                help -> String.join(
                                System.lineSeparator(),
                                help.commandSpec().usageMessage().footer())
                        + System.lineSeparator());
        commandLine.setHelpSectionMap(sections);
        commandLine.setParameterExceptionHandler(Failures::ofUsage);
        commandLine.setExecutionExceptionHandler(Failures::ofRunning);
        int code = commandLine.execute(arguments);
        commandLine.getOut().flush();
        commandLine.getErr().flush();
        return code;
    }
}
