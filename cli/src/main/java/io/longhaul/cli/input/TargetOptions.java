package io.longhaul.cli.input;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.ProbeTarget;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which agent a probe talks to, and what its two ends are called in the log. */
public final class TargetOptions {
    @Parameters(
            paramLabel = "HOST[:PORT]",
            description = "Where longhaul agent (or an iperf3 server) listens; port 5201 when none is given.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private HostPort agent;

    @Option(
            names = "--from",
            paramLabel = "SITE",
            converter = Here.Site.class,
            description = "Site of this machine, as aws:us-east-1; known inside a lab; auto asks the cloud it runs in.")
    private @Nullable SiteId from;

    @Option(names = "--to", paramLabel = "SITE", description = "Site of the agent; known inside a lab.")
    private @Nullable SiteId to;

    @Option(
            names = "--from-vm",
            paramLabel = "TYPE",
            description = "VM type of this machine, as m5.8xlarge; auto asks the cloud it runs in.")
    private @Nullable String fromVm;

    @Option(names = "--to-vm", paramLabel = "TYPE", description = "VM type of the agent's machine.")
    private @Nullable String toVm;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the agent's token; the variable " + AccessToken.VARIABLE + " serves as well.")
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    public HostPort address() {
        return agent;
    }

    public ProbeTarget target() {
        Optional<SiteId> labSite =
                Optional.ofNullable(System.getenv("LONGHAUL_SITE")).map(SiteId::parse);
        SiteId here = Here.site(from).or(() -> labSite).orElse(new SiteId("host", "here"));
        SiteId there = Optional.ofNullable(to)
                .or(() -> labSite.flatMap(inLab -> agent.asLabSite()))
                .orElseGet(agent::asSite);
        ProbeTarget plain = new ProbeTarget(
                agent.host(),
                agent.port(),
                new Link(here, there),
                Here.vmType(fromVm),
                Optional.ofNullable(toVm),
                Optional.empty(),
                token(tokenFile));
        return tls.identity().map(plain::withTls).orElse(plain);
    }

    /** The token of a file, else of the environment. */
    public static Optional<AccessToken> token(@Nullable Path file) {
        return file != null ? Optional.of(AccessToken.ofFile(file)) : AccessToken.ofEnvironment(System.getenv());
    }
}
