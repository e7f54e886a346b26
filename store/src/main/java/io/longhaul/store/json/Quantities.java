package io.longhaul.store.json;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.RateInterval;

/** Parts that several formats share. Stateless. */
final class Quantities {
    private Quantities() {}

    static Link link(FieldReader in) {
        return new Link(in.site("from"), in.site("to"), in.has("class") ? in.text("class") : "");
    }

    static void link(FieldWriter out, Link link) {
        out.text("from", link.from().toString()).text("to", link.to().toString());
        if (!link.linkClass().isEmpty()) {
            out.text("class", link.linkClass());
        }
    }

    static final RecordFields<RateInterval> RATES =
            RecordFields.of(RateInterval.class).plain("low", "high", "level");

    /** The budget is in bits, as in the literature on token buckets. */
    static final RecordFields<TokenBucket> BUCKET =
            RecordFields.of(TokenBucket.class).plain("high_bps", "low_bps", "budget_bits", "refill_bps");
}
