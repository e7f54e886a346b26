package io.longhaul.core.estimate;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;

/**
 * What one would measure on a link, from the caps of its VMs and from links of equal VMs at a like round-trip time. Immutable.
 *
 * @param link the link
 * @param streams TCP connections it is predicted for
 * @param rate what to expect
 * @param interval 95 of 100 links like it lie inside; empty when too few like it were measured
 * @param measured what was measured, for a link that breaks the prediction; empty for a link never measured
 * @param basis one sentence: from what it follows, or why there is no interval
 */
public record Prediction(
        Link link,
        int streams,
        Bandwidth rate,
        Optional<RateInterval> interval,
        Optional<Bandwidth> measured,
        String basis) {}
