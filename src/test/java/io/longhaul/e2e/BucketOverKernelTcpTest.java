package io.longhaul.e2e;

import static io.longhaul.e2e.BucketPlans.BOOT;
import static io.longhaul.e2e.BucketPlans.BUDGET;
import static io.longhaul.e2e.BucketPlans.HALF_HOUR;
import static io.longhaul.e2e.BucketPlans.HIGH;
import static io.longhaul.e2e.BucketPlans.LINK;
import static io.longhaul.e2e.BucketPlans.LOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualLab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@link BucketPlans} carried out over kernel TCP by the faithful lab, one site for each VM: rates divided by 400, times
 * by 10, 50 or 200, volumes and credit by both; a round trip of 10 ms and 4 streams a sender, since windows do not scale.
 */
@Tag("alone")
class BucketOverKernelTcpTest {
    private static final double SLOWER = 400;
    private static final int STREAMS = 4;
    private static final Duration ROUND_TRIP = Duration.ofMillis(10);
    /** When senders begin, so that all of them are there. */
    private static final Duration START = Duration.ofMillis(500);

    private static final DataSize SMALL = DataSize.ofGigabytes(100);
    private static final DataSize LARGE = DataSize.ofGigabytes(10_000);

    @BeforeAll
    static void needsTheFaithfulLab() {
        Assumptions.assumeTrue(LabCheck.missing().isEmpty(), () -> String.join(" ", LabCheck.missing()));
    }

    /** What the caps of the lab count besides the data: headers. */
    private static Bandwidth scaled(Bandwidth payload) {
        return payload.times(1 / SLOWER / VirtualLab.Options.KERNEL_PAYLOAD);
    }

    private static VmCaps sender(double faster) {
        DataSize budget =
                DataSize.ofBytes((long) (BUDGET.bytes() / SLOWER / faster / VirtualLab.Options.KERNEL_PAYLOAD));
        var bucket = new TokenBucket(scaled(HIGH), scaled(LOW), budget, scaled(LOW));
        return new VmCaps(scaled(HIGH), scaled(HIGH), Optional.empty(), Optional.of(bucket));
    }

    private static LabSite site(String id, VmCaps caps) {
        return new LabSite(
                SiteId.parse(id),
                "c5.xlarge",
                caps,
                Duration.ofMillis(50),
                DataSize.parse("4MiB"),
                "cubic",
                Optional.empty());
    }

    /** Seconds, of real time, that the last sender took; empty when some were not done by the horizon. */
    private static OptionalDouble carriedOut(
            int senders, int receivers, DataSize size, double faster, Duration horizon) {
        var sites = new ArrayList<LabSite>();
        for (int i = 0; i < receivers; i++) {
            sites.add(site("aws:receiver-" + i, VmCaps.of(scaled(HIGH), scaled(HIGH))));
        }
        DataSize part = DataSize.ofBytes((long) (size.bytes() / SLOWER / faster / senders));
        var flows = new ArrayList<LabFlow>();
        for (int i = 0; i < senders; i++) {
            LabSite sender = site("aws:sender-" + i, sender(faster));
            sites.add(sender);
            Link link = new Link(sender.id(), sites.get(i % receivers).id());
            flows.add(LabFlow.of(link, STREAMS, part, START));
        }
        LabTopology topology = FullMesh.of(sites, link -> ROUND_TRIP);
        try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
            CarriedFlows carried = lab.carry(flows, START.plus(horizon));
            double last = 0;
            for (int i = 0; i < senders; i++) {
                Optional<Duration> end = carried.finishedAt(i);
                if (end.isEmpty()) {
                    return OptionalDouble.empty();
                }
                last = Math.max(last, Durations.seconds(end.get().minus(START)));
            }
            return OptionalDouble.of(last);
        }
    }

    private static void assertWithinFivePercent(TransferPlan plan, DataSize size, double faster) {
        double predicted = Durations.seconds(plan.time().expected().minus(BOOT)) / faster;
        double observed = carriedOut(
                        plan.vmsAt(LINK.from()),
                        plan.vmsAt(LINK.to()),
                        size,
                        faster,
                        Durations.ofSeconds(3 * predicted))
                .orElseThrow();
        assertThat(observed).as("%s, seconds", size).isCloseTo(predicted, within(0.05 * predicted));
    }

    @Test
    void a_small_transfer_on_the_credit_of_one_vm() {
        TransferPlan quick = BucketPlans.of(SMALL, 64);
        assertThat(quick.vmsAt(LINK.from())).isEqualTo(1);
        assertWithinFivePercent(quick, SMALL, 10);
    }

    @Test
    void a_large_transfer_on_the_credit_of_fourteen_vms() {
        TransferPlan credited = BucketPlans.of(LARGE, 64);
        assertThat(credited.vmsAt(LINK.from())).isEqualTo(14);
        assertWithinFivePercent(credited, LARGE, 50);
    }

    /** Five VMs, which would do if credit were endless. */
    @Test
    void a_plan_blind_to_the_buckets_misses_its_deadline() {
        double faster = 200;
        Duration deadline = Durations.ofSeconds(Durations.seconds(HALF_HOUR.minus(BOOT)) / faster);
        assertThat(carriedOut(5, 5, LARGE, faster, deadline)).isEmpty();
    }
}
