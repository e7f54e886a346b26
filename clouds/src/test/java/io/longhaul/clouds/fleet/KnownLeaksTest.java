package io.longhaul.clouds.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.hostile.Fault;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HostileVms;
import io.longhaul.clouds.hostile.VirtualCalls;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Leaks reported of other tools, replayed by name, and what a fleet costs in time and money. */
class KnownLeaksTest {
    private static final SiteId VIRGINIA = SiteId.parse("aws:us-east-1");
    private static final SiteId CAROLINA = SiteId.parse("gcp:us-east1-b");
    private static final SiteId EAST_US = SiteId.parse("azure:eastus");

    private final VirtualCalls calls = new VirtualCalls(FaultScript.START, 7);
    private final HostileCloud cloud = new HostileCloud(calls, 7);
    private final Map<String, CloudVms> clouds = new LinkedHashMap<>();
    private final List<FleetEntry> journal = new ArrayList<>();

    KnownLeaksTest() {
        for (SiteId site : List.of(VIRGINIA, CAROLINA, EAST_US)) {
            clouds.put(site.provider(), new HostileVms(cloud, site.provider(), List.of(site.withoutZone())));
        }
    }

    private static Fleet fleet(Duration lifetime, Fleet.Group... groups) {
        return new Fleet(
                "grid",
                lifetime,
                lifetime.multipliedBy(2),
                Optional.empty(),
                List.of("203.0.113.7/32"),
                Optional.empty(),
                List.of(groups),
                List.of(),
                Fleet.Tuning.NONE,
                Optional.of(FaultScript.IDENTITY));
    }

    private FleetActor actor(Fleet fleet) {
        return FaultScript.actor(fleet, clouds, calls, journal, entry -> {
            calls.event();
            journal.add(entry);
        });
    }

    private void nothingIsLeft() {
        calls.sleepUntil(calls.now().plus(Duration.ofMinutes(10)));
        assertThat(cloud.left()).isEmpty();
    }

    /** SkyPilot #4410: cancelled while VMs were being made, before the automatic end was set. */
    @Test
    void skypilot_4410_cancelled_before_the_automatic_end_was_set() throws Exception {
        Fleet fleet = fleet(Duration.ofMinutes(30), FaultScript.group(VIRGINIA, 3));
        calls.killAfter(14);
        assertThatThrownBy(() -> actor(fleet).up("a1")).isInstanceOf(VirtualCalls.Killed.class);
        calls.lose();
        assertThat(cloud.vms()).isNotEmpty();
        Instant end = cloud.vms().get(0).label().orElseThrow().expires();
        calls.sleepUntil(end.plus(Duration.ofMinutes(5)));
        assertThat(cloud.vms()).noneMatch(vm -> vm.isBilled(calls.now()));
        assertThat(new Sweep(calls, Pace.REAL, clouds, said -> {})
                        .everywhere(thing -> thing.label().fleet().equals("grid"), Duration.ofHours(1)))
                .isEmpty();
        nothingIsLeft();
    }

    /** SkyPilot #4443: new VMs were not listed yet, so that there seemed to be nothing to delete. */
    @Test
    void skypilot_4443_not_listed_yet_is_not_gone() throws Exception {
        Fleet fleet = fleet(Duration.ofHours(2), FaultScript.group(VIRGINIA, 2));
        cloud.with((provider, call) -> call.equals("create vm") ? Fault.ANSWER_LOST : Fault.NONE);
        calls.killAfter(12);
        assertThatThrownBy(() -> actor(fleet).up("a1")).isInstanceOf(VirtualCalls.Killed.class);
        calls.lose();
        // made, never answered, and no list shows them
        assertThat(cloud.vms()).hasSize(2);
        assertThat(cloud.list("aws", "us-east-1", Kind.VM, true)).isEmpty();
        cloud.with((provider, call) -> Fault.NONE);
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    /** Skyplane #243: an error on the way left VMs behind. */
    @Test
    void skyplane_243_an_error_on_the_way_leaves_nothing() throws Exception {
        cloud.withoutRoom("gcp:us-east1-b").withQuota("azure:eastus", 1);
        Fleet fleet = fleet(
                Duration.ofHours(2),
                FaultScript.group(VIRGINIA, 2),
                FaultScript.group(CAROLINA, 2),
                FaultScript.group(EAST_US, 2));
        FleetActor.Raised raised = actor(fleet).up("a1");
        assertThat(raised.vms()).hasSize(3);
        assertThat(raised.failures())
                .hasSize(3)
                .anyMatch(why -> why.contains("capacity"))
                .anyMatch(why -> why.contains("quota"));
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    /** Skyplane #300: Ctrl-C left VMs behind. */
    @Test
    void skyplane_300_ctrl_c_leaves_nothing() throws Exception {
        Fleet fleet = fleet(Duration.ofHours(2), FaultScript.group(VIRGINIA, 2), FaultScript.group(EAST_US, 1));
        FleetActor actor = actor(fleet);
        cloud.with((provider, call) -> {
            if (call.equals("create vm")) {
                actor.stop();
            }
            return Fault.NONE;
        });
        actor.up("a1");
        assertThat(cloud.vms()).isNotEmpty();
        assertThat(actor.down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    /** terraform-provider-aws #1671: interfaces outlive their VMs, and the group cannot go while they do. */
    @Test
    void terraform_aws_1671_a_group_in_use_is_waited_for() throws Exception {
        Fleet fleet = fleet(Duration.ofHours(2), FaultScript.group(VIRGINIA, 2));
        actor(fleet).up("a1");
        assertThatThrownBy(() -> cloud.delete(cloud.left().stream()
                        .filter(thing -> thing.kind == Kind.FIREWALL)
                        .findFirst()
                        .orElseThrow()
                        .id))
                .hasMessageContaining("dependent");
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    @Test
    void a_call_that_is_made_again_makes_nothing_twice() throws Exception {
        int[] lost = {0};
        cloud.with(
                (provider, call) -> call.startsWith("create") && lost[0]++ % 2 == 0 ? Fault.ANSWER_LOST : Fault.NONE);
        Fleet fleet = fleet(
                Duration.ofHours(2),
                FaultScript.group(VIRGINIA, 2),
                FaultScript.group(CAROLINA, 2),
                FaultScript.group(EAST_US, 2));
        assertThat(actor(fleet).up("a1").vms()).hasSize(6);
        assertThat(cloud.vms()).hasSize(6);
        assertThat(actor(fleet).up("ignored").vms()).hasSize(6);
        assertThat(cloud.vms()).hasSize(6);
    }

    /** Four are made, the two that screened best are kept, and nobody else may reach their agents. */
    @Test
    void the_worst_candidates_are_given_back() throws Exception {
        Fleet fleet = fleet(
                Duration.ofHours(2),
                FaultScript.group(VIRGINIA, 2, 4),
                FaultScript.group(CAROLINA, 1),
                FaultScript.group(EAST_US, 1, 2));
        FleetActor actor = actor(fleet);
        assertThat(actor.up("a1").vms()).hasSize(7);
        List<Resource> kept = actor.keep(Comparator.comparing(Resource::name).reversed());
        assertThat(kept)
                .extracting(Resource::name)
                .containsExactlyInAnyOrder("lh-grid-a1-v2-0", "lh-grid-a1-v3-0", "lh-grid-a1-v4-0", "lh-grid-a1-v6-0");
        assertThat(billed())
                .containsExactlyInAnyOrderElementsOf(
                        kept.stream().map(Resource::name).toList());
        Set<String> allowed = kept.stream()
                .map(vm -> "rule " + vm.address().orElseThrow() + "/32")
                .collect(Collectors.toSet());
        assertThat(cloud.left().stream().filter(thing -> thing.kind == Kind.FIREWALL))
                .isNotEmpty()
                .allSatisfy(firewall -> assertThat(firewall.facts.keySet()).isEqualTo(allowed));
        assertThat(FleetState.of(journal).perHour()).isEqualTo(PricePerHour.ofDollars(4));
        // whoever goes on with it makes none anew
        FleetActor again = actor(fleet);
        assertThat(again.up("ignored").vms()).hasSize(4);
        assertThat(again.keep(Comparator.comparing(Resource::name))).hasSize(4);
        assertThat(cloud.vms()).hasSize(7);
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    private List<String> billed() {
        return cloud.vms().stream()
                .filter(vm -> vm.isBilled(calls.now()))
                .map(vm -> vm.name)
                .toList();
    }

    @Test
    void a_candidate_without_room_is_no_failure_where_enough_others_run() throws Exception {
        cloud.withQuota("aws:us-east-1", 3);
        Fleet fleet = fleet(Duration.ofHours(2), FaultScript.group(VIRGINIA, 2, 4));
        FleetActor actor = actor(fleet);
        FleetActor.Raised raised = actor.up("a1");
        assertThat(raised.vms()).hasSize(3);
        assertThat(raised.failures()).isEmpty();
        assertThat(actor.keep(Comparator.comparing(Resource::name))).hasSize(2);
        cloud.withQuota("gcp:us-east1", 1);
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    /** Killed between the intent to give one back and the call: who goes on gives it back. */
    @Test
    void a_candidate_that_was_to_be_given_back_is_given_back_by_the_next() throws Exception {
        Fleet fleet = fleet(Duration.ofHours(2), FaultScript.group(VIRGINIA, 1, 3));
        FleetActor actor = actor(fleet);
        actor.up("a1");
        cloud.with((provider, call) -> call.equals("delete vm") ? Fault.REQUEST_LOST : Fault.NONE);
        calls.killAfter(3);
        assertThatThrownBy(() -> actor.keep(Comparator.comparing(Resource::name)))
                .isInstanceOf(VirtualCalls.Killed.class);
        calls.lose();
        cloud.with((provider, call) -> Fault.NONE);
        assertThat(billed()).hasSize(3);
        FleetActor again = actor(fleet);
        again.up("ignored");
        assertThat(again.keep(Comparator.comparing(Resource::name)))
                .extracting(Resource::name)
                .containsExactly("lh-grid-a1-v0-0");
        assertThat(billed()).containsExactly("lh-grid-a1-v0-0");
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        nothingIsLeft();
    }

    @Test
    void twelve_vms_in_three_clouds_are_made_at_once() throws Exception {
        cloud.prompt();
        calls.taking(Duration.ofSeconds(1));
        Fleet fleet = fleet(
                Duration.ofHours(2),
                FaultScript.group(VIRGINIA, 4),
                FaultScript.group(CAROLINA, 4),
                FaultScript.group(EAST_US, 4));
        cloud.with((provider, call) -> {
            calls.taking(Duration.ofSeconds(call.equals("create vm") ? 30 : 1));
            return Fault.NONE;
        });
        FleetActor.Raised raised = actor(fleet).up("a1");
        assertThat(raised.vms()).hasSize(12);
        assertThat(Duration.between(FaultScript.START, calls.now())).isLessThan(Duration.ofSeconds(45));
        assertThat(cloud.calls()).containsEntry("aws create vm", 4).containsEntry("gcp create vm", 4);
    }

    @Test
    void what_it_has_cost_is_what_the_cloud_bills() throws Exception {
        Fleet fleet = fleet(Duration.ofHours(3), FaultScript.group(VIRGINIA, 3), FaultScript.group(CAROLINA, 2));
        actor(fleet).up("a1");
        calls.sleepUntil(FaultScript.START.plus(Duration.ofMinutes(50)));
        double half = FleetState.of(journal).cost(calls.now()).dollars();
        assertThat(half).isBetween(cloud.bill(1) * 0.98, cloud.bill(1) * 1.02);
        assertThat(actor(fleet).down(Duration.ofHours(1))).isEmpty();
        calls.sleepUntil(calls.now().plus(Duration.ofHours(1)));
        double all = FleetState.of(journal).cost(calls.now()).dollars();
        assertThat(all).isBetween(cloud.bill(1) * 0.98, cloud.bill(1) * 1.02);
    }

    @Test
    void the_budget_is_a_shorter_lease() throws Exception {
        Fleet fleet = fleet(Duration.ofHours(3), FaultScript.group(VIRGINIA, 3), FaultScript.group(CAROLINA, 1));
        Fleet poor = new Fleet(
                fleet.name(),
                fleet.lifetime(),
                fleet.longest(),
                Optional.of(Money.ofDollars(4)),
                fleet.reach(),
                fleet.archive(),
                fleet.groups(),
                fleet.elsewhere(),
                fleet.tuning(),
                fleet.azureIdentity());
        actor(poor).up("a1");
        assertThatThrownBy(() -> actor(poor).extend(Duration.ofHours(2))).hasMessageContaining("at the longest");
        // nobody looks any more
        calls.sleepUntil(FaultScript.START.plus(Duration.ofHours(3)));
        assertThat(cloud.bill(1)).isBetween(3.8, 4.2);
    }

    /** Google takes 63 lower-case letters, digits and dashes. */
    @Test
    void names_fit_the_strictest_cloud() throws Exception {
        Fleet usual = fleet(Duration.ofHours(2), FaultScript.group(SiteId.parse("gcp:northamerica-northeast1-b"), 1));
        Fleet longName = new Fleet(
                "a".repeat(20),
                usual.lifetime(),
                usual.longest(),
                usual.budget(),
                usual.reach(),
                usual.archive(),
                usual.groups(),
                usual.elsewhere(),
                usual.tuning(),
                usual.azureIdentity());
        actor(longName).up("ffffff");
        assertThat(cloud.left()).isNotEmpty().allMatch(thing -> thing.name.matches("[a-z][a-z0-9-]{0,61}[a-z0-9]"));
    }
}
