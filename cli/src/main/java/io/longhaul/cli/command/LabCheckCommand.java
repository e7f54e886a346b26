package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.lab.faithful.LabCheck;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab check}: whether a faithful lab can run here. */
@Command(
        name = "check",
        description =
                "Says whether the faithful lab can run on this machine, and if not, what is missing and how to mend it.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul lab check"})
public final class LabCheckCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<String> missing = LabCheck.missing();
        if (missing.isEmpty()) {
            out.println("The faithful lab can run here.");
            return ExitCode.OK.code();
        }
        out.println("The faithful lab cannot run here; the portable one can.");
        missing.forEach(line -> out.println("  " + line));
        return ExitCode.FAILED.code();
    }
}
