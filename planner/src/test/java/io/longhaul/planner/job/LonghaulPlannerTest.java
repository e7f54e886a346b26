package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobCheck;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LonghaulPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new LonghaulPlanner();
    }

    /** Three sites of four VMs with 1 Gbit/s at a dollar an hour; 300, 200 and 100 MB, shuffled once. */
    private static final NetworkModel PRICED = new NetworkModel(
            List.of(priced(0), priced(1), priced(2)),
            Jobs.network(new double[] {1000, 1000, 1000}, new double[] {1000, 1000, 1000}, Optional.empty())
                    .links());

    private static SiteModel priced(int site) {
        Bandwidth rate = new Bandwidth(Jobs.megabits(1000));
        return SiteModel.of(Jobs.site(site), VmCaps.of(rate, rate), PricePerHour.ofDollars(1));
    }

    private static Job shuffle() {
        var cluster = new TreeMap<>(Jobs.cluster(3, 1));
        cluster.replaceAll((site, share) -> new SiteShare(4, 1));
        return Jobs.job(
                cluster, List.of(Jobs.dataset("d", 30_000, 20_000, 10_000)), Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));
    }

    /** No point of the frontier is worse than another; its first is the fastest, and money buys time along it. */
    @Test
    void theFrontierTradesMoneyForTime() {
        List<JobPlan> frontier = new LonghaulPlanner().frontier(shuffle(), PRICED);

        assertThat(frontier).hasSizeGreaterThan(2);
        for (int k = 1; k < frontier.size(); k++) {
            assertThat(frontier.get(k).time()).isGreaterThan(frontier.get(k - 1).time());
            assertThat(frontier.get(k).cost()).isLessThan(frontier.get(k - 1).cost());
        }
        assertThat(frontier.get(0).time()).isEqualTo(plan(shuffle(), PRICED).time());
        for (JobPlan plan : frontier) {
            assertThat(JobCheck.violations(shuffle(), PRICED, plan)).isEmpty();
        }
    }

    /** A deadline buys the cheapest that meets it, a budget the fastest within it. */
    @Test
    void termsAreKept() {
        List<JobPlan> frontier = new LonghaulPlanner().frontier(shuffle(), PRICED);
        JobPlan fastest = frontier.get(0);
        JobPlan cheapest = frontier.get(frontier.size() - 1);
        Duration later = cheapest.time().multipliedBy(2);

        JobPlan patient = plan(shuffle().withTerms(Terms.NONE.withDeadline(Optional.of(later))), PRICED);
        assertThat(patient.cost()).isLessThanOrEqualTo(cheapest.cost());
        JobPlan hurried = plan(shuffle().withTerms(Terms.NONE.withDeadline(Optional.of(fastest.time()))), PRICED);
        assertThat(hurried.time()).isLessThanOrEqualTo(fastest.time());
        Money half = new Money((fastest.cost().nanoDollars() + cheapest.cost().nanoDollars()) / 2);
        JobPlan thrifty = plan(shuffle().withTerms(Terms.NONE.withBudget(Optional.of(half))), PRICED);
        assertThat(thrifty.cost()).isLessThanOrEqualTo(half);
        assertThat(thrifty.time()).isLessThanOrEqualTo(cheapest.time());
    }

    /** What cannot be is refused with the limit that binds and the nearest that can. */
    @Test
    void whatCannotBeSaysWhatCould() {
        Duration fastest = plan(shuffle(), PRICED).time();
        Job hopeless = shuffle().withTerms(Terms.NONE.withDeadline(Optional.of(Duration.ofSeconds(1))));
        JobsPlan late = planner().plan(JobSet.of(hopeless), PRICED);
        assertThat(late.plans()).isEmpty();
        assertThat(late.refused().get(0).reason()).contains("The deadline of 1.00 s is not met", "waits for");
        assertThat(late.refused().get(0).nearest()).contains(fastest);

        Job poor = shuffle().withTerms(Terms.NONE.withBudget(Optional.of(Money.ofDollars(0.01))));
        assertThat(planner().plan(JobSet.of(poor), PRICED).refused().get(0).reason())
                .contains("The budget of USD 0.01", "the nearest costs");
    }

    /** Placement and relays together: the narrow link of the second test of Terra, with a read that could move. */
    @Test
    void relaysAreTakenWherePathsBind() {
        JobPlan plan = plan(TerraPlannerTest.oneFlow(), TerraPlannerTest.detourPays());

        assertThat(seconds(plan)).isCloseTo(2, within(1e-6));
        assertThat(plan.gap()).isLessThan(1e-5);
    }

    /** Of drawn sets of requests ours takes at least as many as Amoeba, and breaks no promise. */
    @Test
    void takesAtLeastAsManyAsAmoeba() {
        int ours = 0;
        int theirs = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(4);
            NetworkModel network = random.nextBoolean()
                    ? Jobs.randomNetwork(sites, random, false)
                    : TerraPlannerTest.narrowed(sites, random);
            JobSet set = AmoebaPlannerTest.requests(sites, 5 + random.nextInt(15), random);
            JobsPlan plan = planner().plan(set, network);
            int amoeba = new AmoebaPlanner("amoeba", false)
                    .plan(set, network)
                    .plans()
                    .size();

            assertThat(JobCheck.violations(set, network, plan))
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(plan.plans().size()).as("seed %d", seed).isGreaterThanOrEqualTo(amoeba);
            for (JobPlan one : plan.plans()) {
                double deadline =
                        Durations.seconds(Objects.requireNonNull(set.byName().get(one.job()))
                                .deadline()
                                .orElseThrow());
                assertThat(seconds(one)).as("seed %d", seed).isLessThanOrEqualTo(deadline * (1 + 1e-9) + 1e-6);
            }
            ours += plan.plans().size();
            theirs += amoeba;
        }
        assertThat(ours).isGreaterThan(theirs);
    }
}
