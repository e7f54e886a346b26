package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code export}: a measurement log in formats of other tools. */
@Command(
        name = "export",
        description = "Writes a measurement log in a format of other tools.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "FORMAT",
        subcommands = ExportParquetCommand.class)
public final class ExportCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No format to export was given.");
    }
}
