package io.longhaul.clouds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetActor;
import io.longhaul.clouds.fleet.FleetEntry;
import io.longhaul.clouds.fleet.FleetState;
import io.longhaul.clouds.fleet.Pace;
import io.longhaul.clouds.fleet.ThreadCalls;
import io.longhaul.clouds.hostile.Fault;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every provider keeps, by its real SDK against a {@link HostileCloud}. */
public abstract class CloudVmsContract {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final InstantSource clock = now::get;

    protected HostileCloud cloud = new HostileCloud(clock, 16);
    private HttpFace face;
    private CloudVms vms;
    private Label label;

    /** The protocol of the cloud. */
    protected abstract HttpFace face(HostileCloud cloud) throws IOException;

    /** The provider, told to ask there. */
    protected abstract CloudVms open(HttpFace face);

    /** What the cloud says of itself there. */
    protected abstract CloudCatalog catalog(HttpFace face);

    /** A place for VMs. */
    protected abstract SiteId site();

    /** A type of VM there. */
    protected abstract String type();

    /** What a VM may act by there, where that is needed to end it from inside. */
    protected Optional<String> identity() {
        return Optional.empty();
    }

    /** The name that the cloud counts the making of VMs by. */
    protected abstract String createCall();

    @BeforeEach
    void start() throws IOException {
        face = face(cloud);
        vms = open(face);
        label = new Label("grid", "a1b2c3", clock.instant().plus(Duration.ofHours(1)));
    }

    @AfterEach
    void stop() {
        vms.close();
        face.close();
    }

    private void pass(Duration time) {
        now.updateAndGet(at -> at.plus(time));
    }

    private Order order(Kind kind, String part, List<Resource> base) {
        var vm = new Order.Vm(
                type(), Optional.empty(), Optional.empty(), false, "#cloud-config\n", label.expires(), identity());
        String name = "lh-grid-a1b2c3-" + part;
        return new Order(
                kind,
                name,
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString(),
                site(),
                label,
                Optional.of(vm),
                base,
                List.of("203.0.113.7/32"));
    }

    private List<Resource> base() {
        List<Resource> base = new ArrayList<>();
        for (Kind kind : vms.base()) {
            base.add(vms.create(order(kind, "r-" + kind.id(), base)));
        }
        return base;
    }

    private Order vmOrder(List<Resource> base, int number) {
        List<Resource> parts = new ArrayList<>(base);
        for (Kind kind : vms.perVm()) {
            if (kind == Kind.VM) {
                break;
            }
            parts.add(vms.create(order(kind, "v" + number + "-" + kind.id(), parts)));
        }
        return order(Kind.VM, "v" + number, parts);
    }

    private List<Resource> listed() {
        return vms.list(vms.regionOf(site()), Optional.of("grid"));
    }

    private static void fails(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CloudException.class,
                        e -> assertThat(e.reason()).as(e.message()).isEqualTo(reason));
    }

    private void once(String call, Fault fault) {
        boolean[] over = {false};
        cloud.with((provider, name) -> {
            if (!over[0] && name.equals(call)) {
                over[0] = true;
                return fault;
            }
            return Fault.NONE;
        });
    }

    @Test
    void a_vm_carries_its_label_from_its_first_moment_and_ends_when_deleted() {
        Resource vm = vms.create(vmOrder(base(), 0));
        assertThat(cloud.vms())
                .singleElement()
                .satisfies(thing -> assertThat(thing.label()).contains(label));
        pass(Duration.ofMinutes(2));
        assertThat(listed()).anySatisfy(thing -> {
            assertThat(thing.kind()).isEqualTo(Kind.VM);
            assertThat(thing.id()).isEqualTo(vm.id());
            assertThat(thing.label()).isEqualTo(label);
            assertThat(thing.state()).isEqualTo(Resource.State.RUNNING);
            assertThat(thing.address()).isPresent();
        });
        vms.delete(vm);
        pass(Duration.ofMinutes(5));
        assertThat(listed()).noneMatch(thing -> thing.kind() == Kind.VM);
        vms.delete(vm);
    }

    @Test
    void the_same_order_twice_makes_one_vm() {
        Order order = vmOrder(base(), 0);
        Resource first = vms.create(order);
        assertThat(vms.create(order).id()).isEqualTo(first.id());
        assertThat(cloud.vms()).hasSize(1);
    }

    @Test
    void an_answer_that_is_lost_after_the_vm_was_made_is_no_second_vm() {
        Order order = vmOrder(base(), 0);
        once(createCall(), Fault.ANSWER_LOST);
        fails(Reason.UNANSWERED, () -> vms.create(order));
        assertThat(cloud.vms()).hasSize(1);
        Resource again = vms.create(order);
        assertThat(cloud.vms()).hasSize(1);
        pass(HostileCloud.LONGEST_LAG);
        assertThat(listed())
                .filteredOn(thing -> thing.kind() == Kind.VM)
                .extracting(Resource::id)
                .containsExactly(again.id());
    }

    @Test
    void throttling_and_failures_of_the_cloud_are_told_apart_and_not_tried_again_by_the_sdk() {
        Order order = vmOrder(base(), 0);
        once(createCall(), Fault.THROTTLED);
        fails(Reason.THROTTLED, () -> vms.create(order));
        once(createCall(), Fault.UNAVAILABLE);
        fails(Reason.UNAVAILABLE, () -> vms.create(order));
        assertThat(cloud.vms()).isEmpty();
        once(createCall(), Fault.UNAVAILABLE_AFTER);
        fails(Reason.UNAVAILABLE, () -> vms.create(order));
        assertThat(cloud.vms()).hasSize(1);
    }

    @Test
    void no_room_and_no_quota_are_told_apart() {
        List<Resource> base = base();
        Order order = vmOrder(base, 0);
        cloud.withQuota(site().provider() + ":" + vms.regionOf(site()).name(), 0);
        fails(Reason.QUOTA, () -> vms.create(order));
        cloud.withoutRoom(site().provider() + ":" + vms.regionOf(site()).name());
        fails(Reason.CAPACITY, () -> vms.create(order));
    }

    @Test
    void expired_credentials_are_said_to_be() {
        cloud.with((provider, call) -> Fault.CREDENTIALS_EXPIRED);
        fails(Reason.CREDENTIALS, this::listed);
    }

    @Test
    void a_list_that_does_not_show_it_yet_is_no_proof() {
        vms.create(vmOrder(base(), 0));
        boolean unseen = listed().stream().noneMatch(thing -> thing.kind() == Kind.VM);
        pass(HostileCloud.LONGEST_LAG);
        assertThat(listed()).anyMatch(thing -> thing.kind() == Kind.VM);
        assertThat(unseen).as("this seed makes the list lag").isTrue();
    }

    @Test
    void a_list_has_all_pages_and_nothing_of_others() {
        String region = vms.regionOf(site()).name();
        for (int i = 0; i < 1_100; i++) {
            cloud.plantForeign(site().provider(), region, Kind.VM, "lh-grid-a1b2c3-p" + i, label.tags());
        }
        cloud.plantForeign(site().provider(), region, Kind.VM, "web", Map.of("Name", "lh-grid-a1b2c3-v0"));
        cloud.plantForeign(
                site().provider(), region, Kind.VM, "other", new Label("other", "a1", label.expires()).tags());
        pass(HostileCloud.LONGEST_LAG);
        assertThat(listed()).hasSize(1_100);
        assertThat(vms.list(vms.regionOf(site()), Optional.empty())).hasSize(1_101);
        assertThat(listed().stream().map(Resource::id).collect(Collectors.toSet()))
                .hasSize(1_100);
    }

    @Test
    void a_lease_is_extended() {
        List<Resource> base = base();
        vms.create(vmOrder(base, 0));
        pass(Duration.ofMinutes(2));
        Instant later = label.expires().plus(Duration.ofHours(1));
        listed().forEach(thing -> vms.extend(thing, later));
        assertThat(listed())
                .isNotEmpty()
                .allSatisfy(thing -> assertThat(thing.label().expires()).isEqualTo(later));
    }

    @Test
    void a_firewall_takes_more_addresses_as_often_as_it_is_told() {
        Resource firewall = base().stream()
                .filter(thing -> thing.kind() == Kind.FIREWALL)
                .findFirst()
                .orElseThrow();
        vms.admit(firewall, Set.of("198.51.100.7/32", "198.51.100.8/32"));
        vms.admit(firewall, Set.of("198.51.100.7/32", "198.51.100.8/32"));
        assertThat(cloud.left().stream()
                        .filter(thing -> thing.kind == Kind.FIREWALL)
                        .findFirst()
                        .orElseThrow()
                        .facts
                        .keySet())
                .contains("rule 203.0.113.7/32", "rule 198.51.100.7/32", "rule 198.51.100.8/32");
    }

    /** What is in the VM alone; on Google Cloud it stops costing, and is deleted by others. */
    @Test
    void the_timer_inside_ends_a_vm_that_nobody_looks_after() {
        cloud.withoutCloudTimers();
        everything();
        pass(Duration.ofMinutes(59));
        assertThat(cloud.vms()).allMatch(vm -> vm.isBilled(clock.instant()));
        pass(Duration.ofMinutes(3));
        assertThat(cloud.vms())
                .isNotEmpty()
                .noneMatch(vm -> vm.isBilled(clock.instant()))
                .allMatch(vm -> vm.death().equals(Optional.of(HostileCloud.Death.TIMER_INSIDE)));
    }

    /** What is not in the VM: its guest never boots, and no process of ours is left. */
    @Test
    void the_clouds_own_timer_ends_a_vm_that_nobody_looks_after() {
        cloud.withoutTimersInside();
        everything();
        pass(Duration.ofMinutes(59));
        assertThat(cloud.vms()).allMatch(vm -> vm.isBilled(clock.instant()));
        pass(Duration.ofMinutes(2));
        assertThat(cloud.vms()).isNotEmpty().noneMatch(vm -> vm.isBilled(clock.instant()));
    }

    /** Every request so far. */
    protected List<String> said() {
        return face.asked();
    }

    /**
     * Compares a document with the calls of a whole life.
     *
     * @param document actions that it allows
     * @param needs what each call needs by the cloud's own reference
     */
    protected void allowsWhatIsCalledAndNoMore(Set<String> document, Map<String, List<String>> needs) {
        Set<String> called = everyCall();
        assertThat(needs.keySet()).as("calls whose needs are known").isEqualTo(called);
        assertThat(document)
                .isEqualTo(needs.values().stream().flatMap(List::stream).collect(Collectors.toSet()));
    }

    /** Calls of every kind that a fleet makes, counted by the cloud: what a policy has to allow. */
    protected Set<String> everyCall() {
        try (CloudCatalog catalog = catalog(face)) {
            catalog.quotas(site());
            catalog.takes(site(), type(), false);
        }
        List<Resource> all = everything();
        String region = vms.regionOf(site()).name();
        cloud.plantForeign(site().provider(), region, Kind.DISK, "lh-grid-disk", label.tags());
        cloud.plantForeign(site().provider(), region, Kind.INTERFACE, "lh-grid-card", label.tags());
        pass(Duration.ofMinutes(2));
        vms.regions();
        listed().forEach(thing -> vms.extend(thing, label.expires().plusSeconds(60)));
        all.stream()
                .filter(thing -> thing.kind() == Kind.FIREWALL)
                .forEach(thing -> vms.admit(thing, Set.of("198.51.100.7/32")));
        List<Resource> left = new ArrayList<>(listed());
        left.sort(Comparator.comparing(Resource::kind));
        for (Resource thing : left) {
            vms.delete(thing);
            pass(Duration.ofMinutes(5));
        }
        assertThat(cloud.left()).isEmpty();
        return cloud.calls().keySet().stream()
                .map(call -> call.substring(call.indexOf(' ') + 1))
                .collect(Collectors.toSet());
    }

    private List<Resource> everything() {
        List<Resource> parts = base();
        for (Kind kind : vms.perVm()) {
            parts.add(vms.create(order(kind, "v0" + (kind == Kind.VM ? "" : "-" + kind.id()), parts)));
        }
        return parts;
    }

    /** The whole life of a fleet, every tenth call failing in one way or another. */
    @Test
    void a_fleet_is_raised_and_surely_taken_down_among_faults() throws Exception {
        var own = new HostileCloud(InstantSource.system(), 17).prompt();
        var chance = new SplittableRandom(16);
        Fault[] kinds = {
            Fault.THROTTLED, Fault.UNAVAILABLE, Fault.UNAVAILABLE_AFTER, Fault.ANSWER_LOST, Fault.CREDENTIALS_EXPIRED
        };
        own.with((provider, call) -> {
            synchronized (chance) {
                return chance.nextInt(10) == 0 ? kinds[chance.nextInt(kinds.length)] : Fault.NONE;
            }
        });
        own.plantForeign(site().provider(), vms.regionOf(site()).name(), Kind.VM, "web", Map.of("Name", "web"));
        var fleet = new Fleet(
                "grid",
                Duration.ofHours(1),
                Duration.ofHours(2),
                Optional.empty(),
                List.of("203.0.113.7/32"),
                Optional.empty(),
                List.of(new Fleet.Group(site(), type(), 3, 3, Optional.empty(), Optional.empty(), false)),
                List.of(),
                Fleet.Tuning.NONE,
                Optional.empty());
        List<FleetEntry> journal = new ArrayList<>();
        try (HttpFace ownFace = face(own);
                CloudVms ownVms = open(ownFace);
                ThreadCalls calls = new ThreadCalls(InstantSource.system())) {
            var actor = new FleetActor(
                    fleet,
                    Map.of(site().provider(), ownVms),
                    Map.of(site(), PricePerHour.ofDollars(1)),
                    (name, site, of) -> "#cloud-config\n",
                    calls,
                    Pace.REAL.dividedBy(200),
                    journal::add,
                    FleetState.of(journal),
                    said -> {});
            FleetActor.Raised raised = actor.up("b1");
            assertThat(raised.failures()).isEmpty();
            assertThat(raised.vms()).hasSize(3);
            assertThat(own.vms()).hasSize(3);
            assertThat(actor.extend(Duration.ofMinutes(90)).failures()).isEmpty();
            assertThat(actor.down(Duration.ofMinutes(1))).isEmpty();
        }
        assertThat(own.left()).isEmpty();
        assertThat(own.touchedForeign()).isZero();
        assertThat(own.foreignLeft()).isEqualTo(1);
    }
}
