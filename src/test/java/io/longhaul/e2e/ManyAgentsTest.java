package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.desk.DeskOptions;
import io.longhaul.campaign.desk.DeskServer;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * One coordinator, a process of its own, and many agents, event loops of this one, over mutual TLS: nothing is late or
 * missing, and the coordinator stays small. {@code -Dlonghaul.study=many-agents} has 200 agents, {@code
 * -Dlonghaul.study.agents=N} another number.
 */
class ManyAgentsTest {
    private static final int POLL_MILLIS = 50;

    @TempDir
    private Path folder;

    @Test
    void twentyAgentsAreNoLoadForACoordinator() throws Exception {
        run(20);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "many-agents")
    void study() throws Exception {
        run(Integer.getInteger("longhaul.study.agents", 200));
    }

    /** Each sends to the next three: round trips, and a load of a second at 2 Mbit/s. */
    private void run(int count) throws Exception {
        String pki = folder.resolve("pki").toString();
        Command.run("certs", "init", pki).exits(0);
        Command.run("certs", "issue", pki, "me", "--role", "coordinator").exits(0);
        Command.run("certs", "issue", pki, "vm", "--host", "127.0.0.1").exits(0);
        Path own = folder.resolve("pki").resolve("vm");
        var access = new Access(
                List.of(),
                Optional.of(CertificateAuthority.identity(own)),
                Access.namesOf(own.resolve(CertificateAuthority.NAMES)),
                List.of());
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Deque<AutoCloseable> running = new ArrayDeque<>();
        try (EventLoops loops = EventLoops.start(2)) {
            var file = new StringBuilder("format: longhaul-campaign/1\nname: many\nagents:\n");
            var links = new StringBuilder("links:\n");
            for (int i = 0; i < count; i++) {
                Agent agent = Agent.start(AgentOptions.of(anyPort, () -> access), loops);
                running.push(agent);
                SiteId site = SiteId.parse("aws:s" + i);
                DeskServer desk = DeskServer.start(
                        DeskOptions.of(anyPort, () -> access, Optional.of(site), Optional.of("test")), agent, loops);
                running.push(desk);
                file.append(String.format(
                        Locale.ROOT,
                        "  a%d: {site: \"%s\", vm: test, orders: \"127.0.0.1:%d\", probes: \"127.0.0.1:%d\"}%n",
                        i,
                        site,
                        desk.address().orElseThrow().getPort(),
                        agent.address().getPort()));
                for (int step = 1; step <= 3; step++) {
                    links.append(String.format(Locale.ROOT, "  - {from: a%d, to: a%d}%n", i, (i + step) % count));
                }
            }
            file.append(links)
                    .append("probes:\n  rtt: {latency: {count: 3, spacing: 20ms}}\n")
                    .append("  load: {throughput: {duration: 1s, most_rate: 2Mbit/s, interval: 500ms}}\n")
                    .append("retries: 0\n");
            String path = Files.writeString(folder.resolve("many.yaml"), file).toString();
            long began = System.nanoTime();
            long peak = 0;
            Command ended;
            try (CommandProcess coordinator = CommandProcess.start(
                    folder,
                    List.of(
                            "campaign",
                            "run",
                            path,
                            "--into",
                            folder.resolve("log").toString(),
                            "--identity",
                            pki + "/me",
                            "--format",
                            "json"))) {
                for (long now = coordinator.peakMemory(); now > 0; now = coordinator.peakMemory()) {
                    peak = Math.max(peak, now);
                    Thread.sleep(POLL_MILLIS);
                }
                ended = coordinator.ends();
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d agents, %d measurements: %.1f s, coordinator's peak %d MiB%n",
                    count,
                    6 * count,
                    (System.nanoTime() - began) / 1e9,
                    peak >> 20);
            JsonNode done = ended.exits(0).json();
            assertThat(done.get("done").asInt()).as(ended.err()).isEqualTo(6 * count);
            assertThat(done.get("failed").asInt()).isZero();
            assertThat(peak).isLessThan(256L << 20);
        } finally {
            for (AutoCloseable open : running) {
                open.close();
            }
        }
    }
}
