package io.longhaul.campaign.run;

import io.longhaul.campaign.plan.Budget;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.core.units.Money;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.RecordFields;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a coordinator intends, before it does it, and what came of it. A journal is a list of these, and what a campaign has done is the
 * sum of the list. Implementations are immutable.
 */
public sealed interface JournalEntry
        permits JournalEntry.Begun, JournalEntry.Intended, JournalEntry.Recorded, JournalEntry.Ended {
    /** {@code longhaul-campaign-journal/1}; see {@code docs/formats/campaign-journal.md}. */
    JsonFormat<JournalEntry> JSON = RecordFields.events(
            "longhaul-campaign-journal/1",
            Map.of(
                    "begun",
                    RecordFields.of(Begun.class)
                            .plain("at", "run", "name", "digest", "planned", "leave_out_after")
                            .custom(
                                    (FieldWriter out, Budget budget) ->
                                            out.object("budget", budget, (fields, limits) -> limits.write(fields)),
                                    in -> in.findObject("budget", Budget::read).orElse(Budget.NONE)),
                    "intended",
                    RecordFields.of(Intended.class)
                            .plain("at", "order", "block", "probe", "from", "to", "attempt", "agent_run")
                            .custom((out, costs) -> write(out, "reserved", costs), in -> read(in, "reserved")),
                    "recorded",
                    RecordFields.of(Recorded.class)
                            .plain("at", "order")
                            .text("outcome", Outcome::id, Outcome::ofId)
                            .plain("blamed")
                            .custom((out, costs) -> write(out, "spent", costs), in -> read(in, "spent"))
                            .plain("verdict"),
                    "ended",
                    RecordFields.of(Ended.class).plain("at", "reason")));

    private static void write(FieldWriter out, String name, Map<String, Cost> costs) {
        out.objects(
                name,
                new TreeMap<>(costs).entrySet(),
                (fields, cost) -> fields.text("provider", cost.getKey())
                        .bytes("volume_bytes", cost.getValue().volume())
                        .usd("usd", cost.getValue().money()));
    }

    private static Map<String, Cost> read(FieldReader in, String name) {
        Map<String, Cost> costs = new TreeMap<>();
        in.objects(
                name,
                each -> costs.put(
                        each.text("provider"),
                        new Cost(each.bytes("volume_bytes"), new Money(each.nanoDollars("usd")))));
        return costs;
    }

    /** When it was written. */
    Instant at();

    /**
     * The first of all.
     *
     * @param run of this campaign; the ids of its orders come from it
     * @param name of the campaign
     * @param digest of its file
     * @param planned measurements of all blocks, without those that are tried again
     * @param leaveOutAfter failures in a row after which an agent is left out
     */
    record Begun(Instant at, String run, String name, String digest, long planned, int leaveOutAfter, Budget budget)
            implements JournalEntry {}

    /**
     * An order that is about to be given.
     *
     * @param order id, also of the measurement
     * @param block from 0
     * @param probe by name
     * @param from sender by name
     * @param to receiver by name
     * @param attempt from 1
     * @param agentRun of the sender that the order is for
     * @param reserved set aside for it, by provider
     */
    record Intended(
            Instant at,
            String order,
            int block,
            String probe,
            String from,
            String to,
            int attempt,
            String agentRun,
            Map<String, Cost> reserved)
            implements JournalEntry {
        public Intended {
            reserved = Map.copyOf(reserved);
        }
    }

    /** What a measurement is worth. */
    enum Outcome {
        OK,
        FAILED,
        /** The user ended it: it is in the log, and is measured again. */
        INTERRUPTED;

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Outcome ofId(String id) {
            return Arrays.stream(values())
                    .filter(outcome -> outcome.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no outcome is called so"));
        }
    }

    /**
     * An order whose measurement is in the log.
     *
     * @param blamed agent that it failed for, by name; empty when it did not fail, or nobody is to blame
     * @param spent by provider; the difference to what was reserved is free again
     * @param verdict of a fingerprint that was checked; empty for all else
     */
    record Recorded(
            Instant at,
            String order,
            Outcome outcome,
            Optional<String> blamed,
            Map<String, Cost> spent,
            Optional<String> verdict)
            implements JournalEntry {
        public Recorded {
            spent = Map.copyOf(spent);
        }
    }

    /** The last of all: nothing is left to do, or nothing more may be. */
    record Ended(Instant at, String reason) implements JournalEntry {}
}
