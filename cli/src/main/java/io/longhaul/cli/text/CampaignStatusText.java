package io.longhaul.cli.text;

import io.longhaul.campaign.plan.Budget;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.campaign.run.JournalEntry.Begun;
import io.longhaul.campaign.run.JournalEntry.Ended;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.RunState;
import io.longhaul.core.text.Printable;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How far a campaign is, as text and as {@code longhaul-campaign/1}. */
public final class CampaignStatusText {
    /** See {@code docs/formats/campaign-journal.md}. */
    public static final JsonDocument<RunState> JSON = new Json();

    private CampaignStatusText() {}

    /** Some lines. */
    public static String of(RunState state) {
        List<String> lines = new ArrayList<>();
        long planned = state.begun().map(Begun::planned).orElse(0L);
        lines.add(
                "Campaign " + state.begun().map(Begun::name).map(Printable::of).orElse("(not begun)") + ", begun "
                        + state.begun().map(Begun::at).map(Object::toString).orElse("never") + ".");
        lines.add(state.count(Outcome.OK) + " of " + planned + " measured; " + state.count(Outcome.FAILED)
                + " failed, " + state.count(Outcome.INTERRUPTED) + " cut short, "
                + state.open().size()
                + " under way.");
        String byProvider = state.spent().entrySet().stream()
                .map(one -> Printable.of(one.getKey()) + " "
                        + Show.money(one.getValue().money()))
                .collect(Collectors.joining(", "));
        lines.add("Spent: " + Show.size(state.spentInAll().volume()) + " of payload, "
                + Show.money(state.spentInAll().money()) + " of egress"
                + (byProvider.isEmpty() ? "." : " (" + byProvider + ")."));
        if (!state.measuredFrom().isEmpty()) {
            lines.add("Measured from: "
                    + state.measuredFrom().entrySet().stream()
                            .map(one -> Printable.of(one.getKey()) + " " + one.getValue())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        if (!state.leftOut().isEmpty()) {
            lines.add("Left out after failures: "
                    + state.leftOut().stream().map(Printable::of).collect(Collectors.joining(", ")) + ".");
        }
        state.drifted()
                .forEach((block, agents) -> lines.add("Block " + (block + 1) + ": not what their fingerprints say: "
                        + agents.stream().map(Printable::of).collect(Collectors.joining(", ")) + "."));
        lines.add(state.ended()
                .map(ended -> "Ended " + ended.at() + ": " + Printable.of(ended.reason()) + ".")
                .orElse("Not ended."));
        return String.join(System.lineSeparator(), lines);
    }

    private static final class Json extends JsonDocument<RunState> {
        Json() {
            super("longhaul-campaign/1");
        }

        @Override
        protected void encode(FieldWriter out, RunState state) {
            out.text("name", state.begun().map(Begun::name))
                    .text("run", state.begun().map(Begun::run))
                    .instant("begun", state.begun().map(Begun::at))
                    .integer("measurements", state.begun().map(Begun::planned).orElse(0L))
                    .bytes("bytes", state.spentInAll().volume())
                    .usd("cost_usd", state.spentInAll().money())
                    .seconds("duration_s", state.lasted())
                    .integer("done", state.count(Outcome.OK))
                    .integer("failed", state.count(Outcome.FAILED))
                    .integer("skipped", state.skipped())
                    .object(
                            "budget",
                            state.begun().map(Begun::budget).orElse(Budget.NONE),
                            (fields, budget) -> budget.write(fields))
                    .integer("cut_short", state.count(Outcome.INTERRUPTED))
                    .integer("under_way", state.open().size())
                    .objects("spent", state.spent().entrySet(), (fields, cost) -> spent(fields, cost))
                    .objects(
                            "agents",
                            state.measuredFrom().entrySet(),
                            (fields, agent) ->
                                    fields.text("agent", agent.getKey()).integer("done", agent.getValue()))
                    .texts("left_out", state.leftOut())
                    .objects(
                            "drifted",
                            state.drifted().entrySet(),
                            (fields, block) ->
                                    fields.integer("block", block.getKey()).texts("agents", block.getValue()))
                    .instant("ended", state.ended().map(Ended::at))
                    .text("reason", state.ended().map(Ended::reason));
        }

        private static void spent(FieldWriter fields, Map.Entry<String, Cost> cost) {
            fields.text("provider", cost.getKey())
                    .bytes("volume_bytes", cost.getValue().volume())
                    .usd("usd", cost.getValue().money());
        }
    }
}
