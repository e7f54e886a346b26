package io.longhaul.store.json;

import io.longhaul.core.job.LeagueRow;
import java.util.List;

/**
 * A row of a league, {@code longhaul-league-row/1}; see {@code docs/formats/league.md}. Stateless, safe for any thread.
 */
public final class LeagueRowJson extends JsonFormat<LeagueRow> {
    private static final RecordFields<LeagueRow> FIELDS = RecordFields.of(LeagueRow.class)
            .plain("network", "jobs", "job", "strategy")
            .text("input", LeagueRow.Input::id, LeagueRow.Input::ofId)
            .plain("time_s", "cost_usd", "relayed", "direct_s", "planning_ms", "failure");

    public LeagueRowJson() {
        super("longhaul-league-row/1");
    }

    @Override
    protected void encode(FieldWriter out, LeagueRow row) {
        FIELDS.write(out, row);
    }

    @Override
    protected LeagueRow decode(FieldReader in) {
        for (String amount : List.of("time_s", "cost_usd", "relayed", "direct_s", "planning_ms")) {
            if (!(in.findDecimal(amount).orElse(0) >= 0)) {
                throw in.invalid(amount, "is below zero");
            }
        }
        return FIELDS.read(in);
    }
}
