package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What to do about one link. Immutable.
 *
 * @param link the link
 * @param verdict streams, VMs, a relay, nothing, or to measure again
 * @param direct what one VM pair carries straight, with the streams of the basis; empty when no sound run tells
 * @param bestRelay the cheapest of the relays within a tenth of the fastest, whatever the verdict; empty without any
 * @param relayRate what it carries: min(rate to it, rate from it)
 * @param gain rate over the fastest relay over {@code direct}, whatever the verdict
 * @param priceRatio egress price over {@code bestRelay}, both legs, over the direct price; empty when a price is unknown
 * @param streamsRate rate of the same VM pair with more streams, larger windows or other settings; empty when not known
 * @param secondVm rate with a second VM at both ends; empty when the quota allows none
 * @param vms VMs at each end the verdict asks for
 * @param why one or two sentences with numbers
 * @param commands what to type, in order; empty when nothing is to be set or measured
 */
public record Recommendation(
        Link link,
        Verdict verdict,
        Optional<Bandwidth> direct,
        Optional<SiteId> bestRelay,
        Optional<Bandwidth> relayRate,
        OptionalDouble gain,
        OptionalDouble priceRatio,
        Optional<Bandwidth> streamsRate,
        Optional<Bandwidth> secondVm,
        int vms,
        String why,
        List<String> commands) {
    public Recommendation {
        commands = List.copyOf(commands);
    }
}
