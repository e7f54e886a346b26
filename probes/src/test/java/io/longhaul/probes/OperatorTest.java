package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Administration;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessFiles;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentBudget;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.wire.AdminMessages.RunningTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What who runs an agent sees of it and can do at it, and that nobody else can. */
class OperatorTest {
    private static final String ALICE = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String BOB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path folder;

    private static ProbeTarget as(Rig rig, String token) {
        return rig.target().withToken(AccessToken.of(token));
    }

    @Test
    void aCoordinatorSeesTestsAndEndsThem() throws IOException, InterruptedException {
        Path admin = folder.resolve("admin");
        AgentOptions options = AgentOptions.of(ANY, Optional.of(AccessToken.of(ALICE)))
                .withOperator(OptionalInt.of(0), Optional.of(admin));
        try (Rig rig = Rig.open(options)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(admin)))
                    .isEqualTo("rw-------");
            var moving = new CountDownLatch(1);
            ProbeRun run = rig.prober.throughput(
                    as(rig, ALICE), Rig.brief().duration(Duration.ofSeconds(30)).build(), sample -> moving.countDown());
            assertThat(moving.await(30, TimeUnit.SECONDS)).isTrue();
            ProbeTarget coordinator = as(rig, Files.readString(admin));

            List<RunningTest> tests = Administration.ask(coordinator, OptionalLong.empty(), rig.proberLoops);
            assertThat(tests).singleElement().satisfies(test -> {
                assertThat(test.who()).isEqualTo("token:token");
                assertThat(test.stage()).isEqualTo("running");
            });
            assertThatThrownBy(() -> Administration.ask(
                            as(rig, ALICE), OptionalLong.of(tests.get(0).id()), rig.proberLoops))
                    .isInstanceOf(AgentException.class)
                    .hasMessageContaining("login");
            assertThat(run.result()).isNotDone();

            Administration.ask(coordinator, OptionalLong.of(tests.get(0).id()), rig.proberLoops);
            assertThat(Rig.failed(run.join()).reason()).isEqualTo("peer-closed");
            assertThat(counters(rig)).contains("longhaul_agent_clients_served_total", "longhaul_agent_tests_running");
        }
        assertThat(admin).doesNotExist();
    }

    private static String counters(Rig rig) throws IOException {
        InetSocketAddress address = rig.agent.metricsAddress().orElseThrow();
        assertThat(address.getAddress().isLoopbackAddress()).isTrue();
        var url = new java.net.URL("http://127.0.0.1:" + address.getPort() + "/metrics");
        try (var in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void tokensAreReadAgainWhenTheirFileChanges() throws IOException {
        Path file = Files.writeString(folder.resolve("tokens"), "# ours\nalice client " + ALICE + "\n");
        var clock = new AtomicLong();
        var files = new AccessFiles(
                List.of(file),
                () -> new Access(Access.tokensOf(file), Optional.empty(), List.of(), List.of()),
                clock::get);
        assertThat(files.get().tokens()).extracting(Access.Token::name).containsExactly("alice");

        Files.writeString(file, "alice client " + ALICE + "\nbob coordinator " + BOB + "\n");
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(files.get().tokens()).extracting(Access.Token::role).containsExactly(Role.CLIENT, Role.COORDINATOR);

        Files.writeString(file, "nonsense\nwith four words here\n");
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(files.get().tokens()).as("the last good state").hasSize(2);

        Files.writeString(file, "bob coordinator " + BOB + "\n");
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(files.get().tokens()).extracting(Access.Token::name).containsExactly("bob");
        assertThatThrownBy(() -> Access.tokensOf(folder.resolve("missing"))).isInstanceOf(InvalidInputException.class);
    }

    /** Each test within its own limits; the day is not. */
    @Test
    void aDayThatIsUsedUpRefusesWhoComesAgain() {
        var budget = new AgentBudget(
                Optional.empty(),
                Optional.empty(),
                Optional.of(DataSize.ofMegabytes(20)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("usage")));
        var spec = Rig.brief()
                .stop(io.longhaul.probes.spec.StopRule.after(DataSize.ofMegabytes(12), Duration.ofSeconds(20)))
                .build();
        AgentOptions options = AgentOptions.onLoopback(0).withBudget(budget);
        try (Rig rig = Rig.open(options)) {
            Rig.measured(rig.run(spec));
            assertThat(Rig.failed(rig.run(spec)).message()).contains("volume");
        }
        try (Rig restarted = Rig.open(options)) {
            assertThat(Rig.failed(restarted.run(spec)).message()).contains("volume");
            assertThat(Rig.failed(restarted
                                    .prober
                                    .throughput(restarted.target(), Rig.brief().build(), ProgressListener.NONE)
                                    .join())
                            .reason())
                    .isEqualTo("rejected");
        }
    }
}
