package io.longhaul.store.json;

import io.longhaul.core.job.LeagueRow;
import java.util.OptionalDouble;

/**
 * A row of a league, {@code longhaul-league-row/1}; see {@code docs/formats/league.md}. Stateless, safe for any thread.
 */
public final class LeagueRowJson extends JsonFormat<LeagueRow> {
    public LeagueRowJson() {
        super("longhaul-league-row/1");
    }

    @Override
    protected void encode(FieldWriter out, LeagueRow row) {
        out.text("network", row.network())
                .text("jobs", row.jobs())
                .text("job", row.job())
                .text("strategy", row.strategy())
                .text("input", row.input().id())
                .decimal("time_s", row.seconds())
                .decimal("cost_usd", row.dollars())
                .decimal("relayed", row.relayed())
                .decimal("direct_s", row.withoutRelays())
                .decimal("planning_ms", row.planningMillis())
                .text("failure", row.failure());
    }

    @Override
    protected LeagueRow decode(FieldReader in) {
        return new LeagueRow(
                in.text("network"),
                in.text("jobs"),
                in.text("job"),
                in.text("strategy"),
                in.findParsed("input", LeagueRow.Input::ofId).orElseThrow(() -> in.invalid("input", "is missing")),
                positive(in, "time_s"),
                notNegative(in, "cost_usd"),
                notNegative(in, "relayed"),
                positive(in, "direct_s"),
                notNegative(in, "planning_ms"),
                in.text("failure"));
    }

    private static OptionalDouble positive(FieldReader in, String field) {
        OptionalDouble value = in.findDecimal(field);
        if (value.isPresent() && !(value.getAsDouble() >= 0)) {
            throw in.invalid(field, "is " + value.getAsDouble() + ", below zero");
        }
        return value;
    }

    private static double notNegative(FieldReader in, String field) {
        return positive(in, field).orElseThrow(() -> in.invalid(field, "is missing"));
    }
}
