package io.longhaul.core.compare;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One link in two snapshots. Immutable.
 *
 * @param link the link
 * @param streams TCP connections compared: the most that both snapshots know
 * @param before rate then
 * @param after rate now
 * @param ratio now over then
 * @param interval of the ratio of medians at 95 %; empty with fewer than six runs on a side
 * @param p probability of a difference this large by chance, corrected for the number of links (Holm); empty when it cannot
 *     be tested
 * @param changed whether the rate changed: significant at 5 % and by 5 % or more
 * @param basis how it was tested, or why it was not
 * @param limitBefore what bound then
 * @param limitAfter what binds now
 * @param rttRatio round-trip time now over then; empty when not known twice
 * @param asOfBefore newest measurement then
 * @param asOfAfter newest measurement now
 */
public record LinkChange(
        Link link,
        int streams,
        Bandwidth before,
        Bandwidth after,
        double ratio,
        Optional<Range> interval,
        OptionalDouble p,
        boolean changed,
        String basis,
        BindingLimit limitBefore,
        BindingLimit limitAfter,
        OptionalDouble rttRatio,
        Instant asOfBefore,
        Instant asOfAfter) {
    /** An interval of a ratio. Immutable. */
    public record Range(double low, double high, double level) {}

    /** Whether another term binds now. */
    public boolean limitChanged() {
        return limitBefore != limitAfter;
    }
}
