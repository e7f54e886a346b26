package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.stats.repetition.StoppingRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

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
 * @param sparse that loads a part of the links only; empty loads all
 * @param gate that agents pass before each block; empty lets all in
 * @param rest of the agents after a load, so that token buckets fill again
 * @param refill share of its bucket that a sender must have before a load, where its fingerprint is known; zero does not wait
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
        Optional<Sparse> sparse,
        Optional<Gate> gate,
        Duration rest,
        double refill,
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
        if (sparse.isPresent()
                && (blocks != 1
                        || precision.isPresent()
                        || probes.stream()
                                        .filter(Probe::isLoad)
                                        .filter(probe -> probe.task() instanceof Task.Throughput)
                                        .count()
                                != 1
                        || probes.stream().filter(Probe::isLoad).count() != 1)) {
            throw new InvalidInputException(
                    "A sparse campaign has one block, one throughput probe and no other load, and no precision.",
                    "Give latency beside it, and put the rest into another campaign.");
        }
        if (gate.isPresent() && probes.stream().anyMatch(probe -> probe.name().equals(Gate.NAME))) {
            throw new InvalidInputException(
                    "A probe is named " + Gate.NAME + ", as the fingerprint gate is.", "Name it otherwise.");
        }
        unique(
                "door for orders",
                agents.stream()
                        .flatMap(agent -> agent.orders().stream())
                        .map(HostPort::toString)
                        .toList());
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

    /**
     * What a probe measures: all pairs; a contention study each sender with some of its receivers, drawn by the seed; the gate each
     * sender with the receiver that comes next after it in the file.
     */
    public List<Pair> pairs(Probe probe) {
        boolean isGate = gate.isPresent() && probe.name().equals(Gate.NAME);
        if (!isGate && !(probe.task() instanceof Task.Contention)) {
            return pairs;
        }
        Map<Participant, List<Participant>> receivers = new LinkedHashMap<>();
        pairs.forEach(pair ->
                receivers.computeIfAbsent(pair.from(), any -> new ArrayList<>()).add(pair.to()));
        List<Pair> found = new ArrayList<>();
        receivers.forEach((from, to) -> {
            if (isGate) {
                int own = agents.indexOf(from);
                to.sort(Comparator.comparingInt(
                        other -> Math.floorMod(agents.indexOf(other) - own - 1, agents.size())));
                found.add(new Pair(from, to.get(0)));
            } else if (probe.task() instanceof Task.Contention study && to.size() >= study.peers()) {
                Collections.shuffle(to, new Random(seed * 31 + agents.indexOf(from)));
                found.add(new Pair(from, to.get(0), to.subList(1, study.peers())));
            }
        });
        return List.copyOf(found);
    }

    /** The probe of a name; also the gate. */
    public Optional<Probe> findProbe(String name) {
        return Stream.concat(gate.map(Gate::probe).stream(), probes.stream())
                .filter(probe -> probe.name().equals(name))
                .findFirst();
    }

    /** Measurements of all blocks, without those that are tried again. */
    public long measurements() {
        long all =
                gate.map(passed -> (long) blocks * pairs(passed.probe()).size()).orElse(0L);
        for (Probe probe : probes) {
            long times = (blocks + probe.every() - 1L) / probe.every();
            long each = pairs(probe).size();
            all += times
                    * (probe.isLoad()
                            ? sparse.map(how -> Math.min(each, loads(how))).orElse(each)
                            : each);
        }
        return all;
    }

    private long loads(Sparse how) {
        return (long) how.perAgent() * agents.size();
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
