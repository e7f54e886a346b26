package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;

/**
 * A measured rate on which the verdict hangs: what to measure next. Immutable.
 *
 * @param link the link whose rate it is
 * @param now the rate planned with
 * @param flipsAt the nearest lower rate at which the verdict changes
 * @param becomes the verdict then; the same verdict when the plan changes to other relays or becomes infeasible
 * @param consequence one sentence with numbers
 */
public record Sensitivity(Link link, Bandwidth now, Bandwidth flipsAt, Verdict becomes, String consequence) {
    /** How much lower the rate would have to be, in (0, 1). */
    public double drop() {
        return 1 - flipsAt.dividedBy(now);
    }
}
