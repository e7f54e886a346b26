package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code import}: foreign data into a measurement log. */
@Command(
        name = "import",
        description = "Reads foreign measurements and prices into a measurement log.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "FORMAT",
        subcommands = {ImportSkyplaneCommand.class, ImportIperf3Command.class, ImportCsvCommand.class})
public final class ImportCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No format to import was given.");
    }
}
