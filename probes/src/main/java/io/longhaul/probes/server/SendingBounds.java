package io.longhaul.probes.server;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.flow.SendBudget;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.Parameters;

/**
 * Holds an agent's own senders near its limits until {@link RunGuard} ends a test that passes them. They may go past a limit, but
 * not far: a test that ran at the limit would be taken for one that found the network's. Stateless.
 */
final class SendingBounds {
    private static final double RATE_FACTOR = 2;

    private SendingBounds() {}

    /** The octets all senders of a test may send: one more than the volume, so that the guard sees it passed. */
    static SendBudget budget(AgentLimits limits) {
        return limits.volume()
                .map(DataSize::bytes)
                .map(most -> new SendBudget(most + 1))
                .orElseGet(SendBudget::unlimited);
    }

    /** The test with its agent's senders held to twice the limit together. */
    static Parameters paced(Parameters asked, AgentLimits limits) {
        return limits.rate()
                .map(most -> (long) Math.ceil(most.bitsPerSecond() * RATE_FACTOR / asked.parallel()))
                .filter(most ->
                        asked.stream().bandwidth() == 0 || asked.stream().bandwidth() > most)
                .map(most -> asked.withStream(asked.stream().withBandwidth(most)))
                .orElse(asked);
    }
}
