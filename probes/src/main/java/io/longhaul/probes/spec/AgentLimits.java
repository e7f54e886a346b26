package io.longhaul.probes.spec;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What an agent lets a client have. An echo session has the duration, rate and volume of a test. Immutable.
 *
 * @param duration of one test, with its omitted part; then the client owes the end, and has the agent's patience for it
 * @param rate of one test, all octets of any five seconds, both directions together; empty is no limit
 * @param volume of one test, both directions together; empty is no limit
 * @param tests that run at the same time
 * @param waiting tests that wait for their turn; one more is denied, and so is an echo session when there are as many as both
 * @param connections open at the same time, of all kinds
 * @param streams of one test in each direction
 */
public record AgentLimits(
        Duration duration,
        Optional<Bandwidth> rate,
        Optional<DataSize> volume,
        int tests,
        int waiting,
        int connections,
        int streams) {
    public static final AgentLimits DEFAULT = new AgentLimits(
            Duration.ofHours(1), Optional.empty(), Optional.empty(), 64, 64, 4096, ThroughputSpec.MAX_STREAMS);

    public AgentLimits {
        Checks.inRange("duration", duration, Duration.ofMillis(1), StopRule.MAX_TIME.plusMinutes(10));
        Checks.positive("rate", rate.map(Bandwidth::bitsPerSecond));
        Checks.positive("volume", volume.map(DataSize::bytes));
        Checks.inRange("number of tests", tests, 1, 10_000, "Give at least one.");
        Checks.inRange("number of waiting tests", waiting, 0, 10_000, "Give zero to let nobody wait.");
        Checks.inRange("number of connections", connections, 2, 1_000_000, "A test needs two at least.");
        Checks.inRange(
                "number of streams", streams, 1, ThroughputSpec.MAX_STREAMS, "Give 1 to " + ThroughputSpec.MAX_STREAMS);
    }
}
