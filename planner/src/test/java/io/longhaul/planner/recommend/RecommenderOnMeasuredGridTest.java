package io.longhaul.planner.recommend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.planner.SharedGrid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The one-hop relay figures of shared/data/README.md, on the raw files. */
class RecommenderOnMeasuredGridTest {
    private static final Instant AS_OF = Instant.parse("2022-01-29T00:00:00Z");

    @Test
    void noAwsLinkGainsByTunedStreams() {
        Recommendations answers =
                Recommender.recommend(tunedGrid(), prices(), RecommendOptions.DEFAULT.withOnly(Set.of("aws")));
        assertThat(answers.links()).hasSize(420);
        assertThat(answers.summary().relayGainAtLeast1_5()).isZero();
        assertThat(answers.summary().verdicts().get(Verdict.RELAY)).isZero();
    }

    @Test
    void moreThanHalfOfAwsLinksGainByOneStreamOf7MiB() {
        Recommendations answers = Recommender.recommend(
                roundTripTimes(),
                prices(),
                RecommendOptions.DEFAULT
                        .withBasis(RateBasis.SINGLE_FLOW)
                        .withWindow(DataSize.ofMebibytes(7))
                        .withOnly(Set.of("aws")));
        assertThat(answers.links()).hasSize(420);
        assertThat(answers.summary().relayShare()).isCloseTo(0.569, within(0.0005));
        assertThat(answers.summary().verdicts().get(Verdict.RELAY)).isZero();
    }

    @Test
    void aFifthOfAllLinksGainsByTunedStreamsAndMostFromAzureToAws() {
        Recommendations answers = Recommender.recommend(tunedGrid(), prices(), RecommendOptions.DEFAULT);
        assertThat(answers.links()).hasSize(3906);
        assertThat(answers.summary().relayShare()).isCloseTo(0.214, within(0.0005));
        var azureToAws = answers.groups().stream()
                .filter(group -> group.from().equals("azure") && group.to().equals("aws"))
                .findFirst()
                .orElseThrow();
        assertThat(azureToAws.summary().relayShare()).isCloseTo(0.768, within(0.0005));
    }

    @Test
    void aSecondVmIsPreferredWhereverItIsAsFastAndCheaper() {
        Recommendations answers = Recommender.recommend(tunedGrid(), prices(), RecommendOptions.DEFAULT);
        for (Recommendation answer : answers.links()) {
            boolean secondAsFast =
                    answer.secondVm().orElseThrow().compareTo(answer.relayRate().orElseThrow()) >= 0;
            boolean relayDearer = answer.priceRatio().orElse(1) > 1.05;
            if (secondAsFast && relayDearer) {
                assertThat(answer.verdict()).as(answer.toString()).isNotEqualTo(Verdict.RELAY);
            }
            assertThat(answer.why()).endsWith(".");
        }
        assertThat(answers.relays()).isNotEmpty();
        assertThat(answers.relays().get(0).covered())
                .isEqualTo(answers.relays().get(0).links());
    }

    /** Premium pairs of 29 January 2022, sent with 64 streams; of repeated runs the first counts. */
    private static Snapshot tunedGrid() {
        var links = new TreeMap<Link, LinkEstimate>();
        for (String[] row : SharedGrid.rows("skyplane-throughput-2022-01.csv")) {
            if (row[1].equals("STANDARD") || row[4].equals("STANDARD") || row[0].equals(row[3])) {
                continue;
            }
            Link link = new Link(site(row[0]), site(row[3]));
            var point = new RatePoint(
                    Integer.parseInt(row[6]),
                    Optional.empty(),
                    Optional.of(Bandwidth.ofBitsPerSecond(Math.round(Double.parseDouble(row[8])))),
                    Optional.of(Bandwidth.ofBitsPerSecond(Math.round(Double.parseDouble(row[9])))),
                    Optional.empty(),
                    Optional.empty(),
                    1);
            links.putIfAbsent(link, estimate(link, Optional.empty(), List.of(point)));
        }
        return new Snapshot(AS_OF, List.of(), links.values());
    }

    private static Snapshot roundTripTimes() {
        var links = new ArrayList<LinkEstimate>();
        var sites = new TreeSet<SiteId>();
        var tuned = new TreeSet<SiteId>();
        tunedGrid().links().forEach(link -> tuned.add(link.link().from()));
        for (String[] row : SharedGrid.rows("skyplane-rtt-2022-04.csv")) {
            String rtt = row[row.length - 2];
            SiteId from = site(row[0]);
            SiteId to = site(row[3]);
            if (row[1].equals("STANDARD") || row[4].equals("STANDARD") || rtt.isEmpty() || from.equals(to)) {
                continue;
            }
            sites.add(from);
            sites.add(to);
            Link link = new Link(from, to);
            var median = Durations.ofMillis(Double.parseDouble(rtt));
            links.add(estimate(link, Optional.of(new RttEstimate(median, Optional.empty())), List.of()));
        }
        var perFlow = new CapEstimate(
                Bandwidth.ofGigabitsPerSecond(5), Optional.empty(), Source.DOCUMENTED, Optional.empty());
        List<SiteEstimate> caps = sites.stream()
                .map(site -> new SiteEstimate(
                        site,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(perFlow),
                        Optional.empty()))
                .toList();
        return new Snapshot(AS_OF, caps, links);
    }

    private static LinkEstimate estimate(Link link, Optional<RttEstimate> rtt, List<RatePoint> rates) {
        return new LinkEstimate(
                link,
                rtt,
                Optional.empty(),
                rates,
                Optional.empty(),
                BindingLimit.NOT_IDENTIFIED,
                BindingLimit.NOT_IDENTIFIED,
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                AS_OF);
    }

    private static PriceBook prices() {
        var egress = new ArrayList<EgressPrice>();
        for (String[] row : SharedGrid.rows("skyplane-egress-price-2022.csv")) {
            SiteId from = site(row[0]);
            SiteId to = site(row[1]);
            if (!from.equals(to)) {
                var price = PricePerGigabyte.ofDollars(Double.parseDouble(row[2]));
                egress.add(EgressPrice.flat(new Link(from, to), price, "shared", Optional.empty()));
            }
        }
        return new PriceBook(egress, List.of());
    }

    private static SiteId site(String text) {
        return SiteId.parse(text).withoutZone();
    }
}
