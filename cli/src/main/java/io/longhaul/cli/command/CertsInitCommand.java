package io.longhaul.cli.command;

import io.longhaul.campaign.certs.CertificateAuthority;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code certs init FOLDER}. */
@Command(
        name = "init",
        description = {
            "Makes a private authority in a folder. Whoever reads its key can give orders to all agents:",
            "keep the folder on the coordinator's machine, and only there."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul certs init pki", "  longhaul certs init pki --name 'Data platform' --valid 90d"})
public final class CertsInitCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "Where the authority's files go; made when missing.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "Longhaul",
            description = "What the authority is called, for people (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(
            names = "--valid",
            paramLabel = "TIME",
            defaultValue = "365d",
            description = "How long it is good, and all it issues at most (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration valid;

    @Override
    public void run() {
        CertificateAuthority made = CertificateAuthority.create(folder, name, valid, Instant.now(), new SecureRandom());
        spec.commandLine()
                .getOut()
                .println("Made an authority in " + folder + ", good until " + made.goodUntil() + ".\n"
                        + "Next, for each VM: longhaul certs issue " + folder + " NAME --host ADDRESS\n"
                        + "and for this machine: longhaul certs issue " + folder + " me --role coordinator");
    }
}
