package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The example of docs/planning.md. */
class PlannerExampleTest {
    @Test
    void theExampleOfTheDocumentation() {
        // begin docs/planning.md
        var link = Link.between("aws:us-east-1", "gcp:asia-east1");
        var price = EgressPrice.flat(link, PricePerGigabyte.ofDollars(0.09), "list", Optional.empty());
        var caps = VmCaps.of(Bandwidth.parse("5Gbit/s"), Bandwidth.parse("10Gbit/s"));
        var vm = PricePerHour.ofDollars(0.54);
        var network = new NetworkModel(
                List.of(SiteModel.of(link.from(), caps, vm), SiteModel.of(link.to(), caps, vm)),
                List.of(LinkModel.of(link, RateCurve.of(64, Bandwidth.parse("4.7Gbit/s")), price)));
        var request = TransferRequest.of(link.from(), link.to(), DataSize.parse("1TB"))
                .withRateAtLeast(Bandwidth.parse("8Gbit/s"))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(2));
        PlanOutcome outcome = new OverlayPlanner().plan(new PlanningProblem(request, network));
        String answer = outcome.fold(
                found -> String.join("\n", found.best().explanation()),
                no -> String.join("\n", no.reasons()),
                late -> "no proof in time");
        // end docs/planning.md
        assertThat(answer).startsWith("Send 1.00 TB directly: 9.40 Gbit/s, 14 min 11 s, USD 90.51");
    }
}
