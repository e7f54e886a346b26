package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What to do about one link. Immutable.
 *
 * @param link the link
 * @param verdict streams, VMs, a relay, or nothing
 * @param direct its rate by the basis asked for
 * @param bestRelay the relay with the best min(rate to it, rate from it), whatever the verdict; empty without any
 * @param relayRate that minimum
 * @param gain {@code relayRate} over {@code direct}, whatever the verdict
 * @param priceRatio egress price over the relay, both legs, over the direct price; empty when a price is unknown
 * @param streamsRate rate with more streams on the same VM pair; empty when it is not known
 * @param secondVm rate with a second VM at both ends; empty when the quota allows none
 * @param vms VMs at each end the verdict asks for
 * @param why one sentence with numbers
 */
public record Recommendation(
        Link link,
        Verdict verdict,
        Bandwidth direct,
        Optional<SiteId> bestRelay,
        Optional<Bandwidth> relayRate,
        OptionalDouble gain,
        OptionalDouble priceRatio,
        Optional<Bandwidth> streamsRate,
        Optional<Bandwidth> secondVm,
        int vms,
        String why) {}
