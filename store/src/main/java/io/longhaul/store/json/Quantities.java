package io.longhaul.store.json;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
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

    static void interval(FieldWriter out, RateInterval interval) {
        out.bps("low", interval.low()).bps("high", interval.high()).decimal("level", interval.level());
    }

    static RateInterval interval(FieldReader in) {
        return new RateInterval(in.bps("low"), in.bps("high"), in.decimal("level"));
    }

    /** The budget is in bits, as in the literature on token buckets. */
    static void bucket(FieldWriter out, TokenBucket bucket) {
        out.bps("high_bps", bucket.high())
                .bps("low_bps", bucket.low())
                .bits("budget_bits", bucket.budget())
                .bps("refill_bps", bucket.refill());
    }

    static TokenBucket bucket(FieldReader in) {
        Bandwidth high = in.bps("high_bps");
        Bandwidth low = in.bps("low_bps");
        DataSize budget = in.bits("budget_bits");
        return new TokenBucket(high, low, budget, in.bps("refill_bps"));
    }
}
