package io.longhaul.campaign.run;

import io.longhaul.campaign.plan.Budget;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.core.units.Money;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import java.time.Instant;
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
    JsonFormat<JournalEntry> JSON = new Json();

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

        static Outcome ofId(FieldReader in, String id) {
            for (Outcome outcome : values()) {
                if (outcome.id().equals(id)) {
                    return outcome;
                }
            }
            throw in.invalid("outcome", "is not known");
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

    /** One format for all of them, told apart by {@code event}. */
    final class Json extends JsonFormat<JournalEntry> {
        private Json() {
            super("longhaul-campaign-journal/1");
        }

        @Override
        protected void encode(FieldWriter out, JournalEntry entry) {
            if (entry instanceof Begun begun) {
                out.text("event", "begun")
                        .instant("at", begun.at)
                        .text("run", begun.run)
                        .text("name", begun.name)
                        .text("digest", begun.digest)
                        .integer("planned", begun.planned)
                        .integer("leave_out_after", begun.leaveOutAfter)
                        .object("budget", begun.budget, (fields, budget) -> budget.write(fields));
            } else if (entry instanceof Intended intended) {
                out.text("event", "intended")
                        .instant("at", intended.at)
                        .text("order", intended.order)
                        .integer("block", intended.block)
                        .text("probe", intended.probe)
                        .text("from", intended.from)
                        .text("to", intended.to)
                        .integer("attempt", intended.attempt)
                        .text("agent_run", intended.agentRun);
                costs(out, "reserved", intended.reserved);
            } else if (entry instanceof Recorded recorded) {
                out.text("event", "recorded")
                        .instant("at", recorded.at)
                        .text("order", recorded.order)
                        .text("outcome", recorded.outcome.id())
                        .text("blamed", recorded.blamed)
                        .text("verdict", recorded.verdict);
                costs(out, "spent", recorded.spent);
            } else if (entry instanceof Ended ended) {
                out.text("event", "ended").instant("at", ended.at).text("reason", ended.reason);
            }
        }

        private static void costs(FieldWriter out, String name, Map<String, Cost> costs) {
            out.objects(
                    name,
                    new TreeMap<>(costs).entrySet(),
                    (fields, cost) -> fields.text("provider", cost.getKey())
                            .bytes("volume_bytes", cost.getValue().volume())
                            .usd("usd", cost.getValue().money()));
        }

        @Override
        protected JournalEntry decode(FieldReader in) {
            Instant at = in.instant("at");
            return switch (in.text("event")) {
                case "begun" ->
                    new Begun(
                            at,
                            in.text("run"),
                            in.text("name"),
                            in.text("digest"),
                            in.integer("planned"),
                            in.smallInteger("leave_out_after"),
                            in.findObject("budget", Budget::read).orElse(Budget.NONE));
                case "intended" ->
                    new Intended(
                            at,
                            in.text("order"),
                            in.smallInteger("block"),
                            in.text("probe"),
                            in.text("from"),
                            in.text("to"),
                            in.smallInteger("attempt"),
                            in.text("agent_run"),
                            costs(in, "reserved"));
                case "recorded" ->
                    new Recorded(
                            at,
                            in.text("order"),
                            Outcome.ofId(in, in.text("outcome")),
                            in.findText("blamed"),
                            costs(in, "spent"),
                            in.findText("verdict"));
                case "ended" -> new Ended(at, in.text("reason"));
                default -> throw in.invalid("event", "is not known");
            };
        }

        private static Map<String, Cost> costs(FieldReader in, String name) {
            Map<String, Cost> costs = new TreeMap<>();
            in.objects(
                    name,
                    each -> costs.put(
                            each.text("provider"),
                            new Cost(each.bytes("volume_bytes"), new Money(each.nanoDollars("usd")))));
            return costs;
        }
    }
}
