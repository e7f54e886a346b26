package io.longhaul.probes.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.study.ContentionResult;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.SweepResult;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Studies over loopback, where a rate held by the senders stands for a cap per flow. */
class StudyTest {
    private static final EventLoops LOOPS = EventLoops.start(2);
    private static final SiteId HERE = SiteId.parse("lab:here");

    @AfterAll
    static void close() {
        LOOPS.close();
    }

    private static ProbeTarget target(Agent agent, String there) {
        return ProbeTarget.of("127.0.0.1", agent.address().getPort(), new Link(HERE, SiteId.parse(there)));
    }

    private static ThroughputSpec paced() {
        return ThroughputSpec.builder()
                .duration(Duration.ofMillis(600))
                .interval(Duration.ofMillis(100))
                .rate(Bandwidth.ofMegabitsPerSecond(10))
                .writeSize(DataSize.ofBytes(4096))
                .build();
    }

    @Test
    void everyCellIsRunAsOftenAsAsked() {
        try (Agent agent = Agent.start(AgentOptions.onLoopback(0), LOOPS)) {
            var heard = new ArrayList<Measurement>();
            var spec = new SweepSpec(
                    paced(),
                    List.of(1, 2),
                    List.of(Optional.empty(), Optional.of(DataSize.ofMebibytes(1))),
                    List.of(DataSize.ofBytes(4096)),
                    2,
                    Optional.empty(),
                    BindingLimit.NOT_IDENTIFIED);
            SweepResult result =
                    new Sweep(new Prober(LOOPS), new Random(1)).run(target(agent, "lab:there"), spec, heard::add);

            assertThat(heard).hasSize(8);
            assertThat(result.cells()).hasSize(4);
            assertThat(result.measurements()).hasSize(8);
            assertThat(result.recommended().orElseThrow().streams()).isEqualTo(2);
        }
    }

    @Test
    void aVolumeEndsASweepEarly() {
        try (Agent agent = Agent.start(AgentOptions.onLoopback(0), LOOPS)) {
            var spec = new SweepSpec(
                    paced(),
                    List.of(1, 2, 4),
                    List.of(Optional.empty()),
                    List.of(DataSize.ofBytes(4096)),
                    1,
                    Optional.of(DataSize.ofBytes(1)),
                    BindingLimit.NOT_IDENTIFIED);
            SweepResult result =
                    new Sweep(new Prober(LOOPS), new Random(1)).run(target(agent, "lab:there"), spec, run -> {});

            assertThat(result.measurements()).hasSize(1);
        }
    }

    @Test
    void linksThatDoNotDisturbEachOtherHaveCapsOfTheirOwn() throws InterruptedException {
        try (Agent one = Agent.start(AgentOptions.onLoopback(0), LOOPS);
                Agent two = Agent.start(AgentOptions.onLoopback(0), LOOPS)) {
            ContentionResult result = new Contention(new Prober(LOOPS), Rest.SLEEP)
                    .run(List.of(target(one, "lab:one"), target(two, "lab:two")), paced(), run -> {});

            assertThat(result.peers()).hasSize(2);
            assertThat(result.limit()).isIn(BindingLimit.PATH_CAP, BindingLimit.ENDPOINT_CPU);
            assertThat(result.why()).contains("together");
            assertThat(result.phases())
                    .extracting(ContentionResult.Phase::running)
                    .containsExactly(List.of(0), List.of(0, 1), List.of(1));
            assertThat(result.phases().get(1).sum().bitsPerSecond() / 1e6).isBetween(15.0, 25.0);
        }
    }

    @Test
    void aFingerprintWithinAVolumeIsCensoredThere() throws InterruptedException {
        try (Agent agent = Agent.start(AgentOptions.onLoopback(0), LOOPS)) {
            var spec = new FingerprintSpec(
                    paced(),
                    LatencySpec.of(LatencyMethod.TCP_ECHO, 20).withSpacing(Duration.ofMillis(1)),
                    Duration.ofSeconds(20),
                    FingerprintSpec.USUAL_RESTS,
                    Optional.of(DataSize.ofBytes(1_000_000)));
            Fingerprint print = new Fingerprinting(new Prober(LOOPS), new Random(1), time -> {})
                    .take(target(agent, "lab:there"), spec, run -> {});

            assertThat(print.baseRtt()).isPresent();
            assertThat(print.loadedRtt()).isPresent();
            assertThat(print.bucket()).isEmpty();
            assertThat(print.censoredAt().orElseThrow().bytes()).isBetween(500_000L, 1_500_000L);
            assertThat(print.baseBandwidth().orElseThrow()).isGreaterThan(Bandwidth.ofMegabitsPerSecond(5));
            assertThat(print.measurements()).hasSize(3);
            assertThat(print.mtu()).as("the largest of IP, on loopback").contains(65_535);
        }
    }
}
