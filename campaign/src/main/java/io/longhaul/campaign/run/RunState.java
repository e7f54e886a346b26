package io.longhaul.campaign.run;

import io.longhaul.campaign.plan.CampaignPlan;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.campaign.run.JournalEntry.Begun;
import io.longhaul.campaign.run.JournalEntry.Ended;
import io.longhaul.campaign.run.JournalEntry.Intended;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.JournalEntry.Recorded;
import io.longhaul.core.study.FingerprintCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far a campaign is: the sum of its journal. Not thread-safe: whoever shares it guards it.
 */
public final class RunState {
    private int leaveOutAfter = Integer.MAX_VALUE;
    private final Map<String, Intended> open = new LinkedHashMap<>();
    private final Map<String, Intended> known = new HashMap<>();
    private final Map<String, Integer> failedAttempts = new HashMap<>();
    private final Map<String, Integer> interrupted = new HashMap<>();
    private final Set<String> measured = new HashSet<>();
    private final Map<String, Integer> measuredFrom = new TreeMap<>();
    private final Map<String, Integer> failuresInARow = new TreeMap<>();
    private final Set<String> leftOut = new TreeSet<>();
    private final Map<String, Cost> spent = new TreeMap<>();
    private final Map<Outcome, Integer> counts = new TreeMap<>();
    private final Map<Integer, Set<String>> drifted = new TreeMap<>();
    private @Nullable Instant newest;
    private @Nullable Begun begun;
    private @Nullable Ended ended;

    /** Takes the next entry in. */
    public void apply(JournalEntry entry) {
        newest = entry.at();
        if (entry instanceof Begun first) {
            begun = first;
            leaveOutAfter = first.leaveOutAfter();
        } else if (entry instanceof Intended intended) {
            open.put(intended.order(), intended);
            known.put(intended.order(), intended);
            ended = null;
        } else if (entry instanceof Recorded recorded) {
            record(recorded);
        } else if (entry instanceof Ended last) {
            ended = last;
        }
    }

    private void record(Recorded recorded) {
        Intended intended = open.remove(recorded.order());
        if (intended == null) {
            return;
        }
        String cell = cell(intended.block(), intended.probe(), intended.from(), intended.to());
        counts.merge(recorded.outcome(), 1, Integer::sum);
        recorded.spent().forEach((provider, cost) -> spent.merge(provider, cost, Cost::plus));
        switch (recorded.outcome()) {
            case OK -> {
                measured.add(cell);
                measuredFrom.merge(intended.from(), 1, Integer::sum);
                failuresInARow.remove(intended.from());
                failuresInARow.remove(intended.to());
            }
            case FAILED -> failedAttempts.merge(cell, 1, Integer::sum);
            case INTERRUPTED -> interrupted.merge(cell, 1, Integer::sum);
        }
        if (recorded.verdict().equals(Optional.of(FingerprintCheck.Verdict.CHANGED.id()))) {
            drifted.computeIfAbsent(intended.block(), any -> new TreeSet<>()).add(intended.from());
        }
        recorded.blamed().ifPresent(agent -> {
            if (failuresInARow.merge(agent, 1, Integer::sum) >= leaveOutAfter) {
                leftOut.add(agent);
            }
        });
    }

    private static String cell(int block, String probe, String from, String to) {
        return block + " " + probe + " " + from + " " + to;
    }

    public Optional<Begun> begun() {
        return Optional.ofNullable(begun);
    }

    public Optional<Ended> ended() {
        return Optional.ofNullable(ended);
    }

    /** From its beginning to the newest that is known of it, rests and breaks included; empty when it has not begun. */
    public Optional<Duration> lasted() {
        return begun().map(first -> Duration.between(first.at(), Objects.requireNonNull(newest)));
    }

    /** Measurements that were planned and neither measured nor tried, once it has ended; empty before. */
    public OptionalLong skipped() {
        long tried = failedAttempts.keySet().stream()
                .filter(cell -> !measured.contains(cell))
                .count();
        return ended == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, begun().map(Begun::planned).orElse(0L) - count(Outcome.OK) - tried));
    }

    /** How far a journal has come. */
    public static RunState of(List<JournalEntry> journal) {
        var state = new RunState();
        journal.forEach(state::apply);
        return state;
    }

    /** Orders that were intended and have no record yet. */
    public List<Intended> open() {
        return new ArrayList<>(open.values());
    }

    /** The order of that id, whether it has its record or not. */
    Optional<Intended> find(String order) {
        return Optional.ofNullable(known.get(order));
    }

    /** Whether a pair has been measured in a block. */
    boolean isMeasured(int block, String probe, String from, String to) {
        return measured.contains(cell(block, probe, from, to));
    }

    /** How often it failed there. */
    int failures(int block, String probe, String from, String to) {
        return failedAttempts.getOrDefault(cell(block, probe, from, to), 0);
    }

    /** The next attempt, from 1; those that the user ended count here only. */
    int nextAttempt(int block, String probe, String from, String to) {
        String cell = cell(block, probe, from, to);
        return 1 + failedAttempts.getOrDefault(cell, 0) + interrupted.getOrDefault(cell, 0);
    }

    /** Agents that failed too often in a row. */
    public Set<String> leftOut() {
        return new TreeSet<>(leftOut);
    }

    /** Agents that were not what their fingerprint says, by block from 0. */
    public Map<Integer, Set<String>> drifted() {
        return new TreeMap<>(drifted);
    }

    /** Measurements that came out well, by the agent that sent. */
    public Map<String, Integer> measuredFrom() {
        return new TreeMap<>(measuredFrom);
    }

    /** Measurements of an outcome. */
    public int count(Outcome outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    /** By provider. */
    public Map<String, Cost> spent() {
        return new TreeMap<>(spent);
    }

    /** Of all providers together. */
    public Cost spentInAll() {
        return CampaignPlan.sum(spent);
    }
}
