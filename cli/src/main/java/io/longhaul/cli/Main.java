package io.longhaul.cli;

import io.longhaul.cli.input.Quantities;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry point. {@link #run} is the same without leaving the process, for tests and embedders. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        ProcessEnd.after(() -> run(System.out, System.err, arguments));
    }

    /** Runs one command and returns its exit code. Data go to {@code out}, talk and progress to {@code err}. */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        CommandLine commandLine = CommandTree.of(arguments);
        Quantities.register(commandLine);
        commandLine.setOut(new PrintWriter(out, false, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setParameterExceptionHandler(Failures::ofUsage);
        commandLine.setExecutionExceptionHandler(Failures::ofRunning);
        int code = commandLine.execute(arguments);
        commandLine.getOut().flush();
        commandLine.getErr().flush();
        return code;
    }
}
