package io.longhaul.e2e;

import static io.longhaul.e2e.BucketPlans.BOOT;
import static io.longhaul.e2e.BucketPlans.HALF_HOUR;
import static io.longhaul.e2e.BucketPlans.HIGH;
import static io.longhaul.e2e.BucketPlans.LINK;
import static io.longhaul.e2e.BucketPlans.ROUND_TRIP;
import static io.longhaul.e2e.BucketPlans.SENDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.topology.Coordinates;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualLab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * {@link BucketPlans} for 100 GB and for 10 TB, carried out by the lab in virtual time at full size, one lab site for each
 * VM.
 */
class BucketTransferTest {
    /** One lab site for each VM of the plan; each sender carries its part over 64 streams, receivers take turns. */
    private static Duration carriedOut(TransferPlan plan, DataSize size) {
        int senders = plan.vmsAt(LINK.from());
        int receivers = plan.vmsAt(LINK.to());
        var sites = new ArrayList<LabSite>();
        var flows = new ArrayList<LabFlow>();
        for (int i = 0; i < receivers; i++) {
            sites.add(site("aws:receiver-" + i, VmCaps.of(HIGH, HIGH)));
        }
        DataSize part = DataSize.ofBytes((size.bytes() + senders - 1) / senders);
        for (int i = 0; i < senders; i++) {
            LabSite sender = site("aws:sender-" + i, SENDER);
            sites.add(sender);
            SiteId receiver = sites.get(i % receivers).id();
            flows.add(LabFlow.of(new Link(sender.id(), receiver), 64, part, Duration.ZERO));
        }
        LabTopology topology = FullMesh.of(sites, link -> ROUND_TRIP);
        CarriedFlows run =
                new VirtualLab(topology, new VirtualLab.Options(1, Duration.ZERO)).carry(flows, Duration.ofHours(3));
        Duration last = Duration.ZERO;
        for (int i = 0; i < senders; i++) {
            Duration end = run.finishedAt(i).orElseThrow();
            last = end.compareTo(last) > 0 ? end : last;
        }
        return last.plus(BOOT);
    }

    private static LabSite site(String id, VmCaps caps) {
        return new LabSite(
                SiteId.parse(id),
                "c5.xlarge",
                caps,
                Duration.ofMillis(50),
                DataSize.parse("64MiB"),
                "cubic",
                Optional.<Coordinates>empty());
    }

    private static void assertWithinFivePercent(TransferPlan plan, Duration observed) {
        double predicted = Durations.seconds(plan.time().expected());
        assertThat(Durations.seconds(observed)).isCloseTo(predicted, within(0.05 * predicted));
    }

    @Test
    void a_small_transfer_rides_on_the_credit_of_one_vm_and_a_large_one_buys_as_much_credit_as_it_needs() {
        DataSize small = DataSize.ofGigabytes(100);
        DataSize large = DataSize.ofGigabytes(10_000);
        TransferPlan quick = BucketPlans.of(small, 64);
        TransferPlan credited = BucketPlans.of(large, 64);

        assertThat(quick.vmsAt(LINK.from())).isEqualTo(1);
        assertThat(quick.rate()).isEqualTo(HIGH);
        // 80,000 Gbit over 6,000 Gbit that a fresh VM sends at 10 Gbit/s: 14 VMs, though 5 would do if credit were
        // endless
        assertThat(credited.vmsAt(LINK.from())).isEqualTo(14);

        assertWithinFivePercent(quick, carriedOut(quick, small));
        assertWithinFivePercent(credited, carriedOut(credited, large));
    }

    @Test
    void with_twelve_vms_at_most_the_large_transfer_spreads_its_credit_as_predicted() {
        DataSize large = DataSize.ofGigabytes(10_000);
        TransferPlan slow = BucketPlans.of(large, 12);
        // twelve senders at 5 Gbit/s into six receivers: a slower drain, and fewer VMs to pay for
        assertThat(slow.vmsAt(LINK.from())).isEqualTo(12);
        assertThat(slow.rate().bitsPerSecond()).isLessThan(70_000_000_000L);
        assertWithinFivePercent(slow, carriedOut(slow, large));
    }

    /** What a planner without buckets would do: five VMs at 10 Gbit/s. The lab misses its deadline by far. */
    @Test
    void a_plan_blind_to_the_buckets_misses_its_deadline_in_the_lab() {
        DataSize large = DataSize.ofGigabytes(10_000);
        TransferPlan aware = BucketPlans.of(large, 64);
        int blind = 5;
        var vms = new TreeMap<>(aware.vms());
        vms.replaceAll((site, count) -> blind);
        TransferPlan fewer = aware.withVms(vms, aware.verdict(), aware.cost(), aware.proof());
        assertThat(carriedOut(fewer, large)).isGreaterThan(HALF_HOUR.multipliedBy(2));
    }
}
