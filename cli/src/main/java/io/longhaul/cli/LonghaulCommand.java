package io.longhaul.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The top of the command tree; {@link CommandTree} hangs the commands below it. */
@Command(
        name = "longhaul",
        description = {
            "Measures what the network between cloud datacenters can carry, and plans transfers on what it measured."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul demo",
            "  longhaul import skyplane grid.csv rtt.csv prices.csv --into log",
            "  longhaul recommend --log log --only aws",
            "  longhaul plan --log log --from aws:us-east-1 --to aws:ap-northeast-1 --size 20TB --deadline 6h",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 no plan meets the request, 4 incomplete."
        })
public final class LonghaulCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command was given.");
    }
}
