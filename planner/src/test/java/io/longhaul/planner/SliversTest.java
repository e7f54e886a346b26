package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Routes that carry next to nothing go where that is as good as free, and stay where it is not. */
class SliversTest {
    private static final SiteId A = SiteId.parse("aws:a");
    private static final SiteId B = SiteId.parse("aws:b");
    private static final SiteId R = SiteId.parse("gcp:r");

    /** A relay that is a bit cheaper than the direct way, and carries 50 Mbit/s beside 10 Gbit/s. */
    private static NetworkModel network(double relayPrice) {
        Bandwidth cap = Bandwidth.parse("10Gbit/s");
        return new NetworkModel(
                Stream.of(A, B, R)
                        .map(site -> SiteModel.of(site, VmCaps.of(cap, cap), PricePerHour.ofDollars(0.0001)))
                        .toList(),
                List.of(
                        link(A, B, 60, "10Gbit/s", 0.1),
                        link(A, R, 4, "50Mbit/s", relayPrice / 2),
                        link(R, B, 4, "50Mbit/s", relayPrice / 2)));
    }

    private static LinkModel link(SiteId from, SiteId to, int streams, String rate, double price) {
        Link link = new Link(from, to);
        return LinkModel.of(
                link,
                RateCurve.of(streams, Bandwidth.parse(rate)),
                EgressPrice.flat(link, PricePerGigabyte.ofDollars(price), "list", Optional.empty()));
    }

    private static TransferPlan plan(double relayPrice, PlannerOptions options) {
        var request = TransferRequest.of(A, B, DataSize.parse("1TB"))
                .withRateAtLeast(Bandwidth.parse("9Gbit/s"))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1));
        var problem = new PlanningProblem(request, network(relayPrice));
        TransferPlan plan = new OverlayPlanner().plan(problem, options).plan().orElseThrow();
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }

    @Test
    void a_relay_for_half_a_percent_of_the_data_that_saves_a_two_thousandth_is_left_out() {
        TransferPlan optimal = plan(0.09, PlannerOptions.DEFAULT);
        TransferPlan folded = plan(0.09, PlannerOptions.DEFAULT.withFoldedSlivers());
        assertThat(optimal.trees()).hasSize(2);
        assertThat(folded.trees()).hasSize(1);
        assertThat(folded.relays()).isEmpty();
        double dearer = folded.cost().total().dollars() / optimal.cost().total().dollars() - 1;
        assertThat(dearer).isBetween(1e-5, 1e-3);
        assertThat(folded.proof().costBound()).isEqualTo(optimal.proof().costBound());
        assertThat(folded.proof().gap()).isBetween(dearer / 2, dearer * 2);
    }

    @Test
    void one_that_saves_more_than_a_thousandth_stays() {
        TransferPlan folded = plan(0.06, PlannerOptions.DEFAULT.withFoldedSlivers());
        assertThat(folded.trees()).hasSize(2);
        assertThat(folded.proof().gap()).isLessThan(1e-6);
    }
}
