package io.longhaul.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A plan over a small and a large VM at the source: 1 + 4 Gbit/s to two VMs, for 160 s. */
class VmTypeCheckTest {
    private static final SiteId A = SiteId.parse("aws:a");
    private static final SiteId B = SiteId.parse("aws:b");
    private static final Bandwidth FOUR = Bandwidth.ofGigabitsPerSecond(4);
    private static final Bandwidth ONE = Bandwidth.ofGigabitsPerSecond(1);
    private static final DataSize SIZE = DataSize.ofGigabytes(100);

    private static PlanningProblem problem(int largeQuota, int vmsPerSite) {
        var small = new VmChoice("small", VmCaps.of(ONE, ONE), PricePerHour.ofDollars(0.09), 3);
        var large = new VmChoice("large", VmCaps.of(FOUR, FOUR), PricePerHour.ofDollars(0.45), largeQuota);
        var link = new Link(A, B);
        var price = EgressPrice.flat(link, PricePerGigabyte.ofDollars(0.02), "list", Optional.empty());
        var network = new NetworkModel(
                List.of(
                        SiteModel.of(A, List.of(small, large)),
                        SiteModel.of(B, VmCaps.of(FOUR, FOUR), PricePerHour.ofDollars(0.9))),
                List.of(LinkModel.of(link, RateCurve.of(64, FOUR), price)));
        return new PlanningProblem(
                TransferRequest.of(A, B, SIZE).withLimits(Limits.DEFAULT.withMaxVmsPerSite(vmsPerSite)), network);
    }

    private static Tree route(Bandwidth rate, double share, String type) {
        return Tree.path(List.of(new VmGroup(A, type), new VmGroup(B, "")), rate, share, List.of(64));
    }

    private static TransferPlan plan(List<Tree> routes, Map<String, Integer> atSource, double vmDollars) {
        Duration time = Duration.ofSeconds(160);
        var vms = new TreeMap<>(Map.of(new VmGroup(B, ""), 2));
        atSource.forEach((type, count) -> vms.put(new VmGroup(A, type), count));
        var movement = new Movement(
                A,
                List.of(B),
                SIZE,
                routes,
                vms,
                Bandwidth.ofGigabitsPerSecond(5),
                new PlanTime(time, Optional.empty(), time),
                new PlanCost(Money.ofDollars(2), Money.ofDollars(vmDollars), Money.ZERO));
        return new TransferPlan(movement, Verdict.MORE_VMS, Proof.ofTime(time, time));
    }

    private static final List<Tree> BOTH = List.of(route(FOUR, 0.8, "large"), route(ONE, 0.2, "small"));
    private static final Map<String, Integer> ONE_EACH = Map.of("large", 1, "small", 1);

    /** 160 s of 0.45, 0.09 and twice 0.9 dollars an hour. */
    private static final double VM_DOLLARS = 0.104;

    @Test
    void acceptsAPlanThatMixesTypes() {
        assertThat(PlanCheck.violations(problem(1, 2), plan(BOTH, ONE_EACH, VM_DOLLARS)))
                .isEmpty();
    }

    @Test
    void refusesWhatTypesDoNotAllow() {
        List<Tree> swapped = List.of(route(FOUR, 0.8, "small"), route(ONE, 0.2, "large"));
        List<Tree> unknown = List.of(route(FOUR, 0.8, "large"), route(ONE, 0.2, "huge"));
        assertThat(PlanCheck.violations(problem(0, 2), plan(BOTH, ONE_EACH, VM_DOLLARS)))
                .as("above the quota of the type")
                .isNotEmpty();
        assertThat(PlanCheck.violations(problem(1, 1), plan(BOTH, ONE_EACH, VM_DOLLARS)))
                .as("above the VMs of the site, all types together")
                .isNotEmpty();
        assertThat(PlanCheck.violations(problem(1, 2), plan(swapped, ONE_EACH, VM_DOLLARS)))
                .as("the small VM does not carry that")
                .isNotEmpty();
        assertThat(PlanCheck.violations(problem(1, 2), plan(unknown, ONE_EACH, VM_DOLLARS)))
                .as("no VM of that type runs")
                .isNotEmpty();
        assertThat(PlanCheck.violations(problem(1, 2), plan(BOTH, Map.of("large", 1, "huge", 1), VM_DOLLARS)))
                .as("a type that may not be run")
                .isNotEmpty();
        assertThat(PlanCheck.violations(problem(1, 2), plan(BOTH, ONE_EACH, 0.096)))
                .as("priced as if both were small")
                .isNotEmpty();
    }
}
