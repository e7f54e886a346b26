package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.ScreenText;
import io.longhaul.core.study.ScreenResult;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Show;
import io.longhaul.probes.screen.Screen;
import io.longhaul.store.json.ScreenJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code screen}: is this machine fit? */
@Command(
        name = "screen",
        description = {
            "Says whether this machine is fit to measure or to serve: late wake-ups, processor time taken by others,",
            "the clock, and kernel settings that would clip windows; with the command that mends each."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul screen",
            "  longhaul screen --duration 60s --window 64MiB",
            "  longhaul screen --format json | jq -r '.findings[].command'"
        })
public final class ScreenCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long to count late wake-ups (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(
            names = {"-w", "--window"},
            paramLabel = "SIZE",
            defaultValue = "16MiB",
            description = "A stream must be able to reach this window (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private DataSize window;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        err.println("Counting late wake-ups for " + Show.time(duration) + ".");
        ScreenResult result = Screen.run(duration, window, System::nanoTime);
        if (format.isJson()) {
            out.print(new ScreenJson().toJson(result));
        } else {
            out.println(ScreenText.of(result));
        }
        return (result.fit() ? ExitCode.OK : ExitCode.FAILED).code();
    }
}
