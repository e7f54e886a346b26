package io.longhaul.planner.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small worlds, one rule each: {@code aws:a} to {@code aws:b}, relays {@code gcp:r} and {@code gcp:s}. */
class RecommenderTest {
    private static final Instant AS_OF = Instant.parse("2022-01-29T00:00:00Z");
    private static final Link AB = Link.between("aws:a", "aws:b");
    private static final Bandwidth CAP = Bandwidth.parse("5Gbit/s");

    /** Sites with caps of 5 Gbit/s; links as they are added. */
    private static final class Drawn {
        private final List<LinkEstimate> estimates = new ArrayList<>();
        private final List<LinkModel> models = new ArrayList<>();
        private final List<FailedRun> failed = new ArrayList<>();

        Drawn link(String from, String to, int streams, String rate, BindingLimit limit, double price) {
            Link link = Link.between(from, to);
            Bandwidth bps = Bandwidth.parse(rate);
            Optional<Bandwidth> single = streams == 1 ? Optional.of(bps) : Optional.empty();
            var point = new RatePoint(
                    streams,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(bps),
                    Optional.of(bps),
                    Optional.empty(),
                    3);
            estimates.add(estimate(link, single, List.of(point), limit));
            models.add(new LinkModel(
                    link,
                    RateCurve.of(streams, bps),
                    single,
                    Optional.empty(),
                    EgressPrice.flat(link, PricePerGigabyte.ofDollars(price), "list", Optional.empty()),
                    Optional.of(Duration.ofMillis(100)),
                    Optional.empty(),
                    limit,
                    Optional.of(point)));
            return this;
        }

        Drawn failed(String from, String to) {
            Link link = Link.between(from, to);
            estimates.add(estimate(link, Optional.empty(), List.of(), BindingLimit.NOT_IDENTIFIED));
            failed.add(new FailedRun(
                    "1",
                    link,
                    "",
                    AS_OF,
                    64,
                    Bandwidth.parse("9Mbit/s"),
                    Optional.of(Bandwidth.parse("9Gbit/s")),
                    Bandwidth.parse("4Gbit/s"),
                    List.of("far below")));
            return this;
        }

        private static LinkEstimate estimate(
                Link link, Optional<Bandwidth> single, List<RatePoint> rates, BindingLimit limit) {
            return new LinkEstimate(
                    link,
                    Optional.of(new RttEstimate(Duration.ofMillis(100), Optional.empty())),
                    single,
                    rates,
                    Optional.empty(),
                    single.isPresent() ? limit : BindingLimit.NOT_IDENTIFIED,
                    limit,
                    List.of(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    AS_OF);
        }

        Recommendations recommend(RecommendOptions options) {
            List<SiteId> sites = estimates.stream()
                    .flatMap(link -> Stream.of(link.link().from(), link.link().to()))
                    .distinct()
                    .toList();
            var cap = new CapEstimate(CAP, Optional.empty(), Source.MEASURED, Optional.of(AS_OF));
            List<SiteEstimate> believed = sites.stream()
                    .map(site -> new SiteEstimate(
                            site,
                            Optional.empty(),
                            Optional.of(cap),
                            Optional.of(cap),
                            Optional.empty(),
                            Optional.empty()))
                    .toList();
            var network = new NetworkModel(
                    sites.stream()
                            .map(site -> SiteModel.of(site, VmCaps.of(CAP, CAP), PricePerHour.ofDollars(1)))
                            .toList(),
                    models);
            return Recommender.recommend(new Snapshot(AS_OF, believed, estimates, failed), network, options);
        }

        Recommendation ab(RecommendOptions options) {
            return recommend(options).find(AB).orElseThrow();
        }

        Recommendation ab() {
            return ab(RecommendOptions.DEFAULT);
        }

        /** A relay that carries 4 Gbit/s on both legs. */
        Drawn relay() {
            return relay("gcp:r", "4Gbit/s", 0.1);
        }

        Drawn relay(String site, String rate, double price) {
            return link("aws:a", site, 64, rate, BindingLimit.VM_EGRESS_CAP, price)
                    .link(site, "aws:b", 64, rate, BindingLimit.VM_EGRESS_CAP, price);
        }
    }

    private static Drawn world(int streams, String rate, BindingLimit limit) {
        return new Drawn().link("aws:a", "aws:b", streams, rate, limit, 0.02);
    }

    @Test
    void where_a_window_binds_neither_a_relay_nor_vms_are_advised_but_the_kernel_setting_with_its_numbers() {
        Recommendation answer =
                world(64, "1Gbit/s", BindingLimit.RECEIVE_WINDOW).relay().ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.MORE_STREAMS);
        assertThat(answer.streamsRate()).contains(CAP);
        assertThat(answer.gain()).hasValue(4);
        // 5 Gbit/s x 100 ms / 64 streams = 976,563 B, five times the window in force: so are the buffers
        assertThat(answer.commands())
                .containsExactly(
                        "at aws:b: sysctl -w net.ipv4.tcp_rmem='4096 131072 31457280'",
                        "at aws:a: sysctl -w net.ipv4.tcp_wmem='4096 16384 20971520'",
                        "at aws:a: longhaul probe throughput HOST --streams 64 --from aws:a --to aws:b --into log");
        assertThat(answer.why()).contains("64 streams carry 1.00 Gbit/s", "195 kB a stream", "977 kB a stream");
    }

    @Test
    void where_a_few_more_streams_do_no_kernel_setting_is_touched() {
        Recommendation answer =
                world(8, "1Gbit/s", BindingLimit.PER_FLOW_CAP).relay().ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.MORE_STREAMS);
        assertThat(answer.commands()).hasSize(1);
        assertThat(answer.commands().get(0)).contains("--streams 40");
    }

    @ParameterizedTest
    @EnumSource(names = {"RECEIVE_WINDOW", "SEND_BUFFER", "PER_FLOW_CAP", "LOSS"})
    void whatever_is_free_goes_before_what_costs(BindingLimit limit) {
        Recommendation answer = world(64, "1Gbit/s", limit).relay().ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.MORE_STREAMS);
        assertThat(answer.why()).contains(limit.words());
        if (limit == BindingLimit.LOSS) {
            assertThat(answer.commands().get(0)).contains("tcp_congestion_control=bbr");
        }
    }

    @Test
    void two_vms_on_a_path_say_what_they_assume() {
        Recommendation answer =
                world(64, "2Gbit/s", BindingLimit.PATH_CAP).relay().ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.MORE_VMS);
        assertThat(answer.vms()).isEqualTo(2);
        assertThat(answer.why()).contains("2 VMs at each end, of 2 allowed", "if the path limits each VM pair");
    }

    @Test
    void a_quota_of_one_vm_leaves_the_relay_and_is_named() {
        Recommendation answer =
                world(64, "2Gbit/s", BindingLimit.PATH_CAP).relay().ab(RecommendOptions.DEFAULT.withMaxVms(1));
        assertThat(answer.verdict()).isEqualTo(Verdict.RELAY);
        assertThat(answer.why()).contains("with one VM a site", "2.00x the direct 2.00 Gbit/s");
    }

    @Test
    void an_unknown_limit_where_something_would_help_asks_for_a_measurement() {
        Recommendation answer =
                world(64, "2Gbit/s", BindingLimit.NOT_IDENTIFIED).relay().ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.MEASURE_AGAIN);
        assertThat(answer.commands()).singleElement().asString().contains("longhaul probe sweep", "--to aws:b");
        assertThat(world(64, "4.9Gbit/s", BindingLimit.NOT_IDENTIFIED)
                        .relay()
                        .ab()
                        .verdict())
                .isEqualTo(Verdict.DIRECT);
    }

    @Test
    void a_failed_run_is_no_rate_no_leg_and_no_gain() {
        var drawn = new Drawn()
                .failed("aws:a", "aws:b")
                .relay("gcp:r", "1Gbit/s", 0.1)
                .failed("gcp:r", "gcp:s")
                .link("aws:a", "gcp:s", 64, "4Gbit/s", BindingLimit.VM_EGRESS_CAP, 0.1)
                .failed("gcp:s", "aws:b");
        Recommendation answer = drawn.ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.MEASURE_AGAIN);
        assertThat(answer.direct()).isEmpty();
        assertThat(answer.gain()).isEmpty();
        assertThat(answer.bestRelay()).contains(SiteId.parse("gcp:r"));
        assertThat(answer.why()).contains("9.00 Mbit/s", "4.00 Gbit/s");
        assertThat(drawn.recommend(RecommendOptions.DEFAULT).summary().relayGainAtLeast1_5())
                .isZero();
    }

    @Test
    void of_relays_about_as_fast_the_cheapest_is_named_and_the_gain_is_the_fastest_ones() {
        Recommendation answer = world(64, "1Gbit/s", BindingLimit.PATH_CAP)
                .relay("gcp:r", "4Gbit/s", 0.1)
                .relay("gcp:s", "3.7Gbit/s", 0.05)
                .ab();
        assertThat(answer.verdict()).isEqualTo(Verdict.RELAY);
        assertThat(answer.bestRelay()).contains(SiteId.parse("gcp:s"));
        assertThat(answer.relayRate()).contains(Bandwidth.parse("3.7Gbit/s"));
        assertThat(answer.gain()).hasValue(4);
        assertThat(answer.priceRatio()).hasValue(5);
    }

    @Test
    void a_log_of_single_streams_gets_no_many_stream_rate() {
        for (RateBasis basis : RateBasis.values()) {
            RecommendOptions options = RecommendOptions.DEFAULT.withBasis(basis);
            Recommendation window =
                    world(1, "100Mbit/s", BindingLimit.RECEIVE_WINDOW).ab(options);
            assertThat(window.verdict()).isEqualTo(Verdict.MORE_STREAMS);
            assertThat(window.streamsRate()).isEmpty();
            assertThat(window.why()).contains("was not measured");
            Recommendation unknown =
                    world(1, "100Mbit/s", BindingLimit.NOT_IDENTIFIED).ab(options);
            assertThat(unknown.verdict()).isEqualTo(Verdict.MEASURE_AGAIN);
        }
    }

    @Test
    void no_offer_is_above_a_cap() {
        Recommendation answer = world(64, "6Gbit/s", BindingLimit.PATH_CAP)
                .relay("gcp:r", "9Gbit/s", 0.1)
                .ab();
        assertThat(answer.direct()).contains(CAP);
        assertThat(answer.relayRate()).contains(CAP);
        assertThat(answer.secondVm().orElseThrow()).isLessThanOrEqualTo(CAP.times(2L));
        assertThat(answer.verdict()).isEqualTo(Verdict.DIRECT);
    }
}
