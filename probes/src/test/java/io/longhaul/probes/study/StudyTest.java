package io.longhaul.probes.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.study.ContentionRuns;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintRuns;
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
                    Optional.empty());
            List<Measurement> runs =
                    new Sweep(new Prober(LOOPS), new Random(1)).run(target(agent, "lab:there"), spec, heard::add);

            assertThat(heard).hasSize(8);
            assertThat(runs).containsExactlyElementsOf(heard);
            assertThat(runs.stream().map(run -> ((ThroughputMeasurement) run).asked()))
                    .as("each of four cells twice")
                    .hasSize(8)
                    .extracting(asked -> asked.streams() + " " + asked.window())
                    .containsExactlyInAnyOrder(
                            "1 Optional.empty",
                            "1 Optional.empty",
                            "2 Optional.empty",
                            "2 Optional.empty",
                            "1 Optional[1MiB]",
                            "1 Optional[1MiB]",
                            "2 Optional[1MiB]",
                            "2 Optional[1MiB]");
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
                    Optional.of(DataSize.ofBytes(1)));
            List<Measurement> runs =
                    new Sweep(new Prober(LOOPS), new Random(1)).run(target(agent, "lab:there"), spec, run -> {});

            assertThat(runs).hasSize(1);
        }
    }

    @Test
    void linksAreStartedAndStoppedInTurn() throws InterruptedException {
        try (Agent one = Agent.start(AgentOptions.onLoopback(0), LOOPS);
                Agent two = Agent.start(AgentOptions.onLoopback(0), LOOPS)) {
            ContentionRuns runs = new Contention(new Prober(LOOPS), Rest.SLEEP)
                    .run(List.of(target(one, "lab:one"), target(two, "lab:two")), paced(), run -> {});

            assertThat(runs.flow()).isEqualTo(ContentionRuns.Flow.OUT);
            assertThat(runs.alone()).hasSize(2);
            List<Measurement> inTurn = runs.inTurn();
            assertThat(inTurn).hasSize(2);
            assertThat(inTurn.get(1).header().started())
                    .as("the second starts after the first and before it ends")
                    .isBetween(
                            inTurn.get(0).header().started(),
                            inTurn.get(0).header().ended());
            assertThat(inTurn.get(1).header().ended())
                    .isAfter(inTurn.get(0).header().ended());
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
            FingerprintRuns runs = new Fingerprinting(new Prober(LOOPS), new Random(1), time -> {})
                    .take(target(agent, "lab:there"), spec, run -> {});

            assertThat(runs.atRest()).isPresent();
            assertThat(runs.beside()).isPresent();
            assertThat(runs.afterRests()).as("the rate did not fall").isEmpty();
            ThroughputMeasurement first = runs.first().orElseThrow();
            assertThat(first.received().flatMap(Transferred::size).orElseThrow().bytes())
                    .isBetween(500_000L, 1_500_000L);
            assertThat(first.rate().orElseThrow()).isGreaterThan(Bandwidth.ofMegabitsPerSecond(5));
            assertThat(runs.all()).hasSize(3);
            assertThat(Fingerprint.mtu(first))
                    .as("the largest of IP, on loopback")
                    .contains(65_535);
        }
    }
}
