package io.longhaul.cli.command;

import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.certs.Holder;
import io.longhaul.probes.spec.Role;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code certs issue FOLDER NAME}. */
@Command(
        name = "issue",
        description = {
            "Issues a certificate with a new key: a folder with all that an agent or a coordinator needs.",
            "Running agents take a new certificate into use by themselves within a second of its files' change."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul certs issue pki aws-us-east-1 --host 10.0.0.7,198.51.100.7",
            "  longhaul certs issue pki me --role coordinator --valid 30d"
        })
public final class CertsIssueCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The authority's folder, from certs init.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Parameters(index = "1", paramLabel = "NAME", description = "Of the holder: lower-case letters, digits, dashes.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    /** What a holder does. */
    enum Kind {
        agent(Role.CLIENT),
        coordinator(Role.COORDINATOR);

        private final Role role;

        Kind(Role role) {
            this.role = role;
        }
    }

    @Option(
            names = "--role",
            paramLabel = "agent|coordinator",
            defaultValue = "agent",
            description = "Agents serve and measure, coordinators give orders (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Kind role;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            split = ",",
            description = "Addresses and names at which others reach an agent.")
    private List<String> hosts = new ArrayList<>();

    @Option(
            names = "--valid",
            paramLabel = "TIME",
            defaultValue = "14d",
            description = "How long it is good (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration valid;

    @Option(
            names = "--into",
            paramLabel = "FOLDER",
            description = "Where the holder's folder goes (default: below the authority's).")
    private @Nullable Path into;

    @Override
    public void run() {
        var holder = new Holder(name, role.role, hosts, valid);
        CertificateAuthority.Issued issued = CertificateAuthority.open(folder)
                .issue(holder, into == null ? folder : into, Instant.now(), new SecureRandom());
        PrintWriter out = spec.commandLine().getOut();
        out.println("Issued " + issued.folder() + ", good until "
                + issued.certificate().getNotAfter().toInstant() + ".");
        out.println(
                role == Kind.agent
                        ? "Copy that folder to the VM; there: longhaul agent --public --identity " + name
                        : "Use it with: longhaul campaign run FILE --identity " + issued.folder());
    }
}
