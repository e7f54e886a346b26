package io.longhaul.store.json;

import io.longhaul.core.plan.Frontier;

/** The cost/time frontier of a request, {@code longhaul-frontier/1}. Stateless, safe for any thread. */
public final class FrontierJson extends JsonDocument<Frontier> {
    public FrontierJson() {
        super("longhaul-frontier/1");
    }

    @Override
    protected void encode(FieldWriter out, Frontier frontier) {
        out.flag("proven", frontier.proven())
                .objects(
                        "points",
                        frontier.corners(),
                        (point, corner) -> point.bps("rate_bps", corner.rate())
                                .seconds("time_s", corner.time())
                                .usd("cost_usd", corner.cost())
                                .text("verdict", corner.verdict().id())
                                .flag("linear_to_next", corner.linearToNext()));
    }
}
