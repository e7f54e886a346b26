package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Worlds whose truth is known: T(n, W) = min(n * min(W / RTT, flow cap), sender's cap, receiver's cap, path cap). */
class EstimatorTest {
    private static final double WINDOW_BYTES = 250_000;
    private static final double MBIT = 1e6;
    private static final List<String> SITES = List.of("aws:a", "aws:b", "aws:c", "azure:a", "azure:b", "azure:c");

    /** Azure sends 320 and AWS sends 100; AWS receives 200; every path but one is wide. */
    private static double egress(SiteId site) {
        return (site.provider().equals("aws") ? 100 : 320) * MBIT;
    }

    private static double ingress(SiteId site) {
        return (site.provider().equals("aws") ? 200 : 320) * MBIT;
    }

    private static double rttMillis(Link link) {
        int a = SITES.indexOf(link.from().toString());
        int b = SITES.indexOf(link.to().toString());
        return 15 + 45 * Math.abs(a - b);
    }

    private static double truth(Link link, int streams, double pathCap) {
        double each = WINDOW_BYTES * 8 / (rttMillis(link) / 1e3);
        return Math.min(Math.min(streams * each, pathCap), Math.min(egress(link.from()), ingress(link.to())));
    }

    private static World world(Link narrow, double narrowCap) {
        var world = new World();
        for (String from : SITES) {
            for (String to : SITES) {
                if (!from.equals(to)) {
                    var link = Link.between(from, to);
                    double pathCap = link.equals(narrow) ? narrowCap : Double.MAX_VALUE;
                    world.rtt(link, rttMillis(link));
                    for (int streams : new int[] {1, 8, 64}) {
                        world.steady(link, streams, truth(link, streams, pathCap));
                    }
                }
            }
        }
        return world;
    }

    private static final Link NARROW = Link.between("azure:a", "aws:c");
    private static final Snapshot SNAPSHOT = world(NARROW, 60 * MBIT).estimate();

    @Test
    void a_single_stream_is_limited_by_the_window_unless_the_vm_is_slower() {
        for (LinkEstimate link : SNAPSHOT.links()) {
            double single = truth(link.link(), 1, link.link().equals(NARROW) ? 60 * MBIT : Double.MAX_VALUE);
            boolean windowBinds = single
                    < 0.9
                            * Math.min(
                                    egress(link.link().from()),
                                    ingress(link.link().to()));
            assertThat(link.singleFlow().orElseThrow().bitsPerSecond()).isCloseTo((long) single, within(1L));
            if (windowBinds) {
                assertThat(link.singleFlowLimit()).as("%s", link.link()).isEqualTo(BindingLimit.RECEIVE_WINDOW);
            }
        }
    }

    @Test
    void many_streams_are_limited_by_the_vm_that_is_slower() {
        for (LinkEstimate link : SNAPSHOT.links()) {
            BindingLimit expected = link.link().equals(NARROW)
                    ? BindingLimit.PATH_CAP
                    : egress(link.link().from()) <= ingress(link.link().to())
                            ? BindingLimit.VM_EGRESS_CAP
                            : BindingLimit.VM_INGRESS_CAP;
            if (expected == BindingLimit.VM_INGRESS_CAP) {
                // what AWS takes, or what Azure sends to the outside: these links alone do not tell
                assertThat(link.limit())
                        .as("%s %s", link.link(), link.evidence())
                        .isIn(expected, BindingLimit.NOT_IDENTIFIED);
                continue;
            }
            assertThat(link.limit()).as("%s %s", link.link(), link.evidence()).isEqualTo(expected);
        }
    }

    @Test
    void caps_of_a_vm_are_found_from_all_its_links() {
        for (SiteEstimate site : SNAPSHOT.sites()) {
            // to the outside, what AWS takes binds before what Azure sends
            CapEstimate egress = site.egress().or(site::egressInside).orElseThrow();
            assertThat(egress.source()).isEqualTo(Source.MEASURED);
            assertThat(egress.value().bitsPerSecond()).isEqualTo((long) egress(site.id()));
        }
        SNAPSHOT.getSite(SiteId.parse("aws:a"))
                .ingress()
                .ifPresent(ingress -> assertThat(ingress.value()).isEqualTo(Bandwidth.ofMegabitsPerSecond(200)));
    }

    @Test
    void an_ingress_cap_that_no_sender_can_reach_is_not_invented() {
        assertThat(SNAPSHOT.getSite(SiteId.parse("azure:a")).ingress()).isEmpty();
    }

    /** As many and as slow as one likes. */
    @Test
    void runs_whose_senders_were_held_back_change_nothing() {
        World world = world(NARROW, 60 * MBIT);
        for (String to : SITES.subList(1, SITES.size())) {
            for (int i = 0; i < 5; i++) {
                world.held(Link.between("aws:a", to), 64, 5 * MBIT);
            }
        }
        Snapshot held = world.estimate();

        assertThat(held.sites()).isEqualTo(SNAPSHOT.sites());
        assertThat(rates(held)).isEqualTo(rates(SNAPSHOT));
    }

    private static List<Object> rates(Snapshot snapshot) {
        return snapshot.links().stream()
                .<Object>map(link -> List.of(link.singleFlow(), link.pathCap(), link.limit()))
                .toList();
    }

    @Test
    void the_narrow_path_has_its_cap_and_the_others_have_none() {
        assertThat(SNAPSHOT.getLink(NARROW).pathCap()).contains(Bandwidth.ofMegabitsPerSecond(60));
        assertThat(SNAPSHOT.links())
                .filteredOn(link -> link.pathCap().isPresent())
                .hasSize(1);
    }

    /** Two VMs send 320: four links say so, five others of theirs end at what receivers take, and what lies near must not hide the four. */
    @Test
    void a_level_stands_out_once_its_neighbours_are_explained() {
        List<String> sites = List.of("aws:a", "aws:b", "aws:c", "azure:a", "azure:b", "gcp:a");
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var world = new World();
            for (String from : sites) {
                for (String to : sites) {
                    if (!from.equals(to)) {
                        var link = Link.between(from, to);
                        double rtt = 8 + 45 * Math.abs(sites.indexOf(from) - sites.indexOf(to));
                        double out = from.startsWith("gcp") ? 140 : from.startsWith("azure") ? 320 : 100;
                        double rate = Math.min(out, to.startsWith("aws") ? 200 : 320);
                        double noise = Math.exp(random.nextGaussian() * (out == 100 ? 0.035 : 0.002));
                        world.rtt(link, rtt)
                                .steady(link, typeOf(from), typeOf(to), 1, 2.1e6 / rtt * 1e3)
                                .steady(link, typeOf(from), typeOf(to), 48, rate * noise * MBIT);
                    }
                }
            }
            Snapshot snapshot = world.estimate();
            assertThat(snapshot.links())
                    .filteredOn(link -> link.link().from().provider().equals("azure"))
                    .as("drawn with %d", seed)
                    .allMatch(link -> link.limit()
                            == (link.link().to().provider().equals("aws")
                                    ? BindingLimit.VM_INGRESS_CAP
                                    : BindingLimit.VM_EGRESS_CAP));
        }
    }

    @Test
    void a_round_trip_of_nothing_is_none() {
        var world = new World();
        for (String from : SITES) {
            for (String to : SITES) {
                if (!from.equals(to)) {
                    world.rtt(Link.between(from, to), 0).steady(Link.between(from, to), 64, 100 * MBIT);
                }
            }
        }
        assertThat(world.estimate().links())
                .isNotEmpty()
                .allMatch(link -> link.rtt().isEmpty());
    }

    private static String typeOf(String site) {
        return "type of " + site.replaceFirst(":.*", "");
    }

    @Test
    void evidence_names_the_numbers() {
        assertThat(SNAPSHOT.getLink(Link.between("aws:a", "azure:c")).evidence())
                .anyMatch(sentence -> sentence.contains("250 kB per round trip"))
                .anyMatch(sentence -> sentence.contains("100 Mbit/s"));
    }

    @Test
    void the_order_of_the_log_does_not_matter() {
        var log = new ArrayList<>(world(NARROW, 60 * MBIT).log());
        Collections.shuffle(log, new Random(7));
        assertThat(Estimator.estimate(log.stream(), DocumentedCaps.NONE)).isEqualTo(SNAPSHOT);
    }

    @Test
    void streams_that_still_scale_without_a_known_reason_are_not_explained_away() {
        var link = Link.between("aws:a", "azure:a");
        Snapshot lonely = new World()
                .steady(link, 1, 10 * MBIT)
                .steady(link, 8, 80 * MBIT)
                .estimate();
        assertThat(lonely.getLink(link).limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
        assertThat(lonely.getLink(link).evidence())
                .anyMatch(sentence -> sentence.contains("more streams still carry more"));
    }

    @Test
    void what_more_streams_exceeded_on_the_same_link_does_not_bind_one() {
        var far = Link.between("aws:a", "azure:a");
        var near = Link.between("aws:a", "gcp:a");
        Snapshot small = new World()
                .rtt(far, 80)
                .rtt(near, 33)
                .steady(far, 1, 350 * MBIT)
                .steady(far, 64, 4900 * MBIT)
                .steady(near, 1, 800 * MBIT)
                .steady(near, 64, 4950 * MBIT)
                .estimate();
        for (Link link : List.of(far, near)) {
            assertThat(small.getLink(link).singleFlowLimit()).isEqualTo(BindingLimit.RECEIVE_WINDOW);
            assertThat(small.getLink(link).limit()).isNotEqualTo(BindingLimit.PATH_CAP);
        }
    }

    @Test
    void two_links_of_one_sender_at_the_same_rate_are_more_likely_its_cap_where_documentation_says_so() {
        var far = Link.between("aws:a", "azure:a");
        var near = Link.between("aws:a", "gcp:a");
        World world = new World()
                .rtt(far, 80)
                .rtt(near, 33)
                .steady(far, 64, 4900 * MBIT)
                .steady(near, 64, 4950 * MBIT)
                .steady(Link.between("azure:b", "azure:a"), 64, 9000 * MBIT);
        DocumentedCaps right = (site, type) ->
                Optional.of(VmCaps.of(Bandwidth.ofGigabitsPerSecond(5), Bandwidth.ofGigabitsPerSecond(10)));
        DocumentedCaps wrong = (site, type) ->
                Optional.of(VmCaps.of(Bandwidth.ofGigabitsPerSecond(2), Bandwidth.ofGigabitsPerSecond(20)));
        for (Link link : List.of(far, near)) {
            assertThat(Estimator.estimate(world.log().stream(), right)
                            .getLink(link)
                            .limit())
                    .isEqualTo(BindingLimit.VM_EGRESS_CAP);
            assertThat(Estimator.estimate(world.log().stream(), wrong).getLink(link))
                    .isEqualTo(Estimator.estimate(world.log().stream(), DocumentedCaps.NONE)
                            .getLink(link));
        }
    }

    @Test
    void runs_of_a_smaller_vm_that_stood_there_before_do_not_count() {
        var world = new World();
        List<Link> links = Stream.of("a", "b", "c", "d")
                .map(site -> Link.between("aws:a", "azure:" + site))
                .toList();
        links.forEach(link ->
                world.rtt(link, 40).totals(link, "small", "other of " + link.to(), 64, 1000 * MBIT, 1000 * MBIT));
        links.forEach(link -> world.totals(link, "large", "other of " + link.to(), 64, 3000 * MBIT, 3000 * MBIT));
        Snapshot snapshot = world.estimate();
        assertThat(snapshot.getSite(SiteId.parse("aws:a"))
                        .egress()
                        .orElseThrow()
                        .value()
                        .bitsPerSecond())
                .isGreaterThan(2_990_000_000L);
        assertThat(snapshot.getLink(links.get(0)).evidence())
                .anyMatch(line -> line.contains("between VMs of other types than now"));
    }

    @Test
    void runs_that_shared_their_sender_do_not_count_where_one_was_alone() {
        var link = Link.between("aws:a", "azure:a");
        var other = Link.between("aws:a", "azure:b");
        Instant start = Instant.parse("2026-03-02T00:00:00Z");
        Snapshot snapshot = new World()
                .steadyAt(link, 8, start, 1000 * MBIT)
                .steadyAt(other, 8, start.plusSeconds(30), 1000 * MBIT)
                .steadyAt(link, 8, start.plusSeconds(60), 500 * MBIT)
                .steadyAt(other, 8, start.plusSeconds(65), 500 * MBIT)
                .estimate();
        for (Link one : List.of(link, other)) {
            assertThat(snapshot.getLink(one).rates().get(0).best()).isEqualTo(Bandwidth.ofMegabitsPerSecond(1000));
            assertThat(snapshot.getLink(one).evidence())
                    .anyMatch(line -> line.contains("its VM sent over another link at the same time"));
        }
    }

    @Test
    void documentation_fills_in_what_was_not_measured_and_is_marked() {
        var link = Link.between("aws:a", "azure:a");
        DocumentedCaps documented = (site, type) ->
                Optional.of(VmCaps.of(Bandwidth.ofGigabitsPerSecond(5), Bandwidth.ofGigabitsPerSecond(10)));
        Snapshot snapshot = Estimator.estimate(new World().steady(link, 1, 10 * MBIT).log().stream(), documented);
        CapEstimate egress = snapshot.getSite(link.from()).egress().orElseThrow();
        assertThat(egress.source()).isEqualTo(Source.DOCUMENTED);
        assertThat(egress.value()).isEqualTo(Bandwidth.ofGigabitsPerSecond(5));
    }

    @Test
    void repetitions_give_an_interval_and_tell_whether_the_link_is_stable() {
        var link = Link.between("aws:a", "azure:a");
        var steady = new World();
        var jumpy = new World();
        for (int i = 0; i < 8; i++) {
            steady.steady(link, 8, (99 + i % 3) * MBIT);
            jumpy.steady(link, 8, (i % 2 == 0 ? 60 : 100) * MBIT);
        }
        LinkEstimate calm = steady.estimate().getLink(link);
        assertThat(calm.stable()).contains(true);
        assertThat(calm.rates().get(0).samples()).isEqualTo(8);
        assertThat(calm.rates().get(0).interval().orElseThrow().low()).isEqualTo(Bandwidth.ofMegabitsPerSecond(99));
        assertThat(jumpy.estimate().getLink(link).stable()).contains(false);
        assertThat(new World().steady(link, 8, MBIT).estimate().getLink(link).stable())
                .isEmpty();
    }

    @Test
    void a_failed_run_is_mentioned_and_changes_no_number() {
        var link = Link.between("aws:a", "azure:a");
        var world = new World().steady(link, 8, 90 * MBIT);
        var before = world.estimate().getLink(link);
        MeasurementHeader header = world.log().get(0).header();
        var failed = new FailedMeasurement(
                new MeasurementHeader(
                        "f1",
                        link,
                        Optional.empty(),
                        Optional.empty(),
                        header.started(),
                        Duration.ofSeconds(1),
                        header.prober(),
                        Optional.empty()),
                Measurement.Kind.THROUGHPUT,
                "timed-out",
                "no answer within 5 s");
        LinkEstimate after = world.add(failed).estimate().getLink(link);
        assertThat(after.rates()).isEqualTo(before.rates());
        assertThat(after.evidence()).anyMatch(sentence -> sentence.contains("1 failed run"));
    }

    @Test
    void the_vm_type_is_that_of_the_loaded_vms_whatever_was_pinged_from() {
        var link = Link.between("aws:a", "azure:a");
        for (boolean pingedFirst : new boolean[] {true, false}) {
            var world = new World();
            if (pingedFirst) {
                world.rtt(link, 50);
            }
            world.totals(link, "m5.8xlarge", "D32", 64, 5e9, 4e9);
            if (!pingedFirst) {
                world.rtt(link, 50);
            }
            assertThat(world.estimate().getSite(link.from()).vmType()).contains("m5.8xlarge");
        }
    }

    @Test
    void an_empty_log_gives_an_empty_snapshot() {
        Snapshot empty = Estimator.estimate(Stream.of(), DocumentedCaps.NONE);
        assertThat(empty.sites()).isEmpty();
        assertThat(empty.links()).isEmpty();
    }
}
