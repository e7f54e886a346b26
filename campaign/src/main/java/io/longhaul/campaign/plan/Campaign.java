package io.longhaul.campaign.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.stats.repetition.StoppingRule;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Many measurements: between whom, of what, how often and for how much. Immutable.
 *
 * @param name of the campaign, as in every measurement of it
 * @param seed of the order of rounds
 * @param agents that take part
 * @param pairs that are measured
 * @param probes that every pair has
 * @param ends what may happen at one agent at a time
 * @param blocks how often everything is measured, at most
 * @param precision when a pair has been measured often enough with a load; empty measures in every block
 * @param rest of the agents after a load, so that token buckets fill again
 * @param interval from the start of a block to that of the next; zero begins at once
 * @param retries of a measurement that failed
 * @param leaveOutAfter failures in a row after which an agent is left out
 * @param budget of the whole
 */
public record Campaign(
        String name,
        long seed,
        List<Participant> agents,
        List<Pair> pairs,
        List<Probe> probes,
        Ends ends,
        int blocks,
        Optional<StoppingRule> precision,
        Duration rest,
        Duration interval,
        int retries,
        int leaveOutAfter,
        Budget budget) {
    /** What an agent does at one time. */
    public enum Ends {
        /** It sends to one and receives from one: egress and ingress are caps of their own. */
        DIRECTIONS,
        /** It sends or receives, never both. */
        WHOLE
    }

    /** 200 agents, all pairs. */
    static final int MOST_PAIRS = 200 * 199;

    /**
     * @throws InvalidInputException when names are used twice, or nothing would be measured
     */
    public Campaign {
        agents = List.copyOf(agents);
        pairs = List.copyOf(pairs);
        probes = List.copyOf(probes);
        if (pairs.size() > MOST_PAIRS) {
            throw new InvalidInputException(
                    "The campaign has " + pairs.size() + " pairs, more than " + MOST_PAIRS + ".",
                    "Name the pairs to measure under links.");
        }
        unique("agent", agents.stream().map(Participant::name).toList());
        unique("probe", probes.stream().map(Probe::name).toList());
        unique(
                "door for orders",
                agents.stream().map(agent -> agent.orders().toString()).toList());
        unique("pair", pairs.stream().map(Pair::toString).toList());
        for (String provider : budget.providers().keySet()) {
            if (!providers(agents).contains(provider)) {
                throw new InvalidInputException(
                        "The budget has a limit for the provider " + provider + ", at which there is no agent.",
                        "Write it as in the agents' sites.");
            }
        }
        if (pairs.isEmpty() || probes.isEmpty()) {
            throw new InvalidInputException(
                    "The campaign has no " + (pairs.isEmpty() ? "pairs" : "probes") + ": nothing would be measured.",
                    "Give two agents at different sites, and a probe.");
        }
    }

    /** Providers that its agents are at. */
    private static Set<String> providers(List<Participant> agents) {
        Set<String> found = new HashSet<>();
        agents.forEach(agent -> found.add(agent.site().provider()));
        return found;
    }

    private static void unique(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new InvalidInputException(
                        "The " + what + " (" + name + ") stands there twice.", "Leave one out.");
            }
        }
    }
}
