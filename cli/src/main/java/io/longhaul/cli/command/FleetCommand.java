package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.fleet.FleetText;
import io.longhaul.cli.input.CloudAccountOptions;
import io.longhaul.cli.input.FormatOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What all commands of a fleet share: its file, its folder, the accounts, and the session that is opened of them. */
abstract class FleetCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The fleet file; docs/formats/fleet.md describes it.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description = "The fleet's journal and certificates (default: NAME.fleet beside the file).")
    private @Nullable Path state;

    @Mixin
    private CloudAccountOptions account = new CloudAccountOptions();

    @Override
    public final Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try (var session = new FleetSession(file, Optional.ofNullable(state), account, err)) {
            return act(session, spec.commandLine().getOut(), err).code();
        }
    }

    /**
     * Does what the command is for.
     *
     * @param out for the answer
     * @param err for talk
     */
    abstract ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) throws InterruptedException;

    final Path file() {
        return file;
    }

    static void print(FleetText.Status status, FormatOption format, PrintWriter out) {
        if (format.isJson()) {
            out.print(FleetText.JSON.toJson(status));
        } else {
            out.println(FleetText.of(status));
        }
    }
}
