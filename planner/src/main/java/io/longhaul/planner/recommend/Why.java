package io.longhaul.planner.recommend;

import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.Locale;
import java.util.Optional;

/** The one sentence behind a verdict. Stateless. */
final class Why {
    /** Direct counts as reaching the bound from this share of it. */
    private static final double REACHES = 0.95;

    private Why() {}

    static String sentence(LinkCase link, Verdict verdict, int vms, Optional<OfferCosts> costs) {
        return switch (verdict) {
            case DIRECT -> direct(link);
            case MORE_STREAMS -> moreStreams(link);
            case MORE_VMS -> moreVms(link, vms, costs);
            case RELAY -> relay(link, costs);
        };
    }

    private static String direct(LinkCase link) {
        String rate = "One VM pair carries " + Show.rate(link.onePair());
        if (link.bound().isPresent()
                && link.onePair().bitsPerSecond()
                        >= REACHES * link.bound().get().bitsPerSecond()) {
            return rate + ", "
                    + Show.percent(link.onePair().dividedBy(link.bound().get())) + " of the lower VM cap of its ends, "
                    + Show.rate(link.bound().get()) + ": no relay can help.";
        }
        return link.relayRate()
                .map(relay -> rate + "; the best relay, " + name(link) + ", gives " + Show.rate(relay) + ", "
                        + times(relay, link.onePair()) + ": not worth a second egress.")
                .orElse(rate + " and no site has rates to both ends: there is no relay to compare.");
    }

    private static String moreStreams(LinkCase link) {
        Bandwidth streams = link.streams().orElseThrow();
        String free = "One stream carries " + Show.rate(link.direct()) + ", many on the same VMs " + Show.rate(streams)
                + ", " + times(streams, link.direct()) + ", for no extra charge";
        return link.relayRate()
                .map(relay -> free + "; the best relay, " + name(link) + ", gives one stream " + Show.rate(relay) + ".")
                .orElse(free + ".");
    }

    private static String moreVms(LinkCase link, int vms, Optional<OfferCosts> costs) {
        Bandwidth rate = link.onePair().times((long) vms);
        String fast = vms + " VMs at each end carry " + Show.rate(rate) + ", the best relay, " + name(link) + ", "
                + Show.rate(link.relayRate().orElseThrow());
        return costs.map(both -> fast + ", and cost " + Show.money(both.vms()) + " for " + Show.size(both.size())
                        + " against " + Show.money(both.relay()) + ".")
                .orElse(fast + "; prices are not known, but a relay pays egress twice.");
    }

    private static String relay(LinkCase link, Optional<OfferCosts> costs) {
        Bandwidth relay = link.relayRate().orElseThrow();
        String fast = "Over " + name(link) + " one VM pair carries " + Show.rate(relay) + ", "
                + times(relay, link.onePair()) + " the direct " + Show.rate(link.onePair());
        return costs.map(both -> fast + ", and no number of VMs allowed is as fast and cheaper; "
                        + Show.size(both.size()) + " costs " + Show.money(both.relay()) + " that way, "
                        + Show.money(both.vms()) + " directly.")
                .orElse(fast + ", and no number of VMs allowed is as fast; prices are not known.");
    }

    private static String name(LinkCase link) {
        return link.relay().map(SiteId::toString).orElse("none");
    }

    private static String times(Bandwidth offer, Bandwidth base) {
        return String.format(Locale.ROOT, "%.2fx", offer.dividedBy(base));
    }
}
