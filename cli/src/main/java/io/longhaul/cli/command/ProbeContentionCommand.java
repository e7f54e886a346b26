package io.longhaul.cli.command;

import io.longhaul.cli.command.StudyRunner.Study;
import io.longhaul.cli.input.StreamOptions;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.input.TlsOptions;
import io.longhaul.cli.text.ContentionText;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.estimator.Contentions;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.TlsIdentity;
import io.longhaul.probes.study.Contention;
import io.longhaul.store.json.ContentionJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code probe contention HOST:PORT HOST:PORT...}. */
@Command(
        name = "contention",
        description = {
            "Measures links of this VM one by one, then starts and stops them in turn: links that together carry",
            "what one carries alone share this VM's cap; links that do not disturb each other have caps of their own.",
            "With --reverse the agents send, and the question is the cap on what this VM receives."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe contention 10.0.0.7 10.1.0.7",
            "  longhaul probe contention 10.0.0.7:5201 10.1.0.7:5201 --streams 8 --reverse",
            "  longhaul probe contention 10.0.0.7 10.1.0.7 --from aws:us-east-1 --to aws:eu-west-1,gcp:us-central1"
        })
public final class ProbeContentionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "HOST[:PORT]", arity = "2..*", description = "Where the agents listen, two or more.")
    @SuppressWarnings("NullAway.Init")
    private List<HostPort> agents;

    @Option(names = "--from", paramLabel = "SITE", description = "Site of this machine, as aws:us-east-1.")
    private @Nullable SiteId from;

    @Option(names = "--to", paramLabel = "SITE", split = ",", description = "Sites of the agents, in their order.")
    private @Nullable List<SiteId> to;

    @Option(names = "--token-file", paramLabel = "FILE", description = "File with the agents' token.")
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Mixin
    private StreamOptions load = new StreamOptions();

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "8s",
            description = "Of each run alone; together, one starts or stops every half of it"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Mixin
    private StudyRunner runner = new StudyRunner();

    @Override
    public Integer call() {
        List<ProbeTarget> targets = targets();
        return runner.run(
                spec,
                new Study<>(
                        "Contention",
                        2L * agents.size(),
                        (prober, rest, done) ->
                                Contentions.of(new Contention(prober, rest).run(targets, load.spec(duration), done)),
                        new ContentionJson(),
                        ContentionText::of));
    }

    private List<ProbeTarget> targets() {
        if (to != null && to.size() != agents.size()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--to names " + to.size() + " sites for " + agents.size() + " agents: give one for each.");
        }
        Optional<AccessToken> token = TargetOptions.token(tokenFile);
        Optional<TlsIdentity> identity = tls.identity();
        var targets = new ArrayList<ProbeTarget>();
        for (int i = 0; i < agents.size(); i++) {
            HostPort agent = agents.get(i);
            SiteId there = to == null ? agent.asSite() : to.get(i);
            Link link = new Link(Optional.ofNullable(from).orElse(new SiteId("host", "here")), there);
            ProbeTarget plain = new ProbeTarget(
                    agent.host(), agent.port(), link, Optional.empty(), Optional.empty(), Optional.empty(), token);
            targets.add(identity.map(plain::withTls).orElse(plain));
        }
        return targets;
    }
}
