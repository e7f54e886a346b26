package io.longhaul.estimator.reproduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.estimator.PublishedGrids;
import io.longhaul.estimator.PublishedGrids.Row;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Summary;
import io.longhaul.support.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Figures of "To Relay or Not to Relay for Inter-Cloud Transfers?" (HotCloud 2018) on published data of 2022 and 2023. */
class SourcePaperFiguresTest {
    private static final List<SiteId> ELEVEN = Stream.of(
                    "us-east-1",
                    "us-west-1",
                    "us-west-2",
                    "eu-west-1",
                    "eu-central-1",
                    "ap-northeast-1",
                    "ap-northeast-2",
                    "ap-southeast-1",
                    "ap-southeast-2",
                    "ap-south-1",
                    "sa-east-1")
            .map(region -> SiteId.parse("aws:" + region))
            .toList();

    private static final Map<Link, Double> RTT = new HashMap<>();

    @BeforeAll
    static void readRoundTripTimes() throws IOException {
        for (Row row : PublishedGrids.rows("skyplane-rtt-2022-04.csv")) {
            if (PublishedGrids.premiumPair(row) && !row.get("rtt_ms").isEmpty()) {
                RTT.put(PublishedGrids.link(row), Double.parseDouble(row.get("rtt_ms")));
            }
        }
    }

    private static List<SiteId> sites(String provider) {
        var sites = new TreeSet<SiteId>();
        RTT.keySet().forEach(link -> sites.add(link.from()));
        return sites.stream()
                .filter(site -> provider.isEmpty() || site.provider().equals(provider))
                .toList();
    }

    /** The last row of a pair, in Gbit/s. */
    private static Map<Link, Double> rates(String file, String column) throws IOException {
        Map<Link, Double> rates = new HashMap<>();
        for (Row row : PublishedGrids.rows(file)) {
            if (PublishedGrids.premiumPair(row)) {
                rates.put(PublishedGrids.link(row), Double.parseDouble(row.get(column)) / 1e9);
            }
        }
        return rates;
    }

    private static boolean between(Link link, String from, String to) {
        return link.from().provider().equals(from) && link.to().provider().equals(to);
    }

    private static double share(Stream<Double> values, DoublePredicate wanted) {
        List<Double> all = values.toList();
        return all.stream().filter(wanted::test).count() / (double) all.size();
    }

    private static void figure(String id, String text, Object... values) {
        Figures.row("reproduction", id + " " + String.format(Locale.ROOT, text, values));
    }

    /** Share of the ordered pairs whose best relay betters the direct way by what {@code gain} says, legs then direct. */
    private static double relayShare(
            List<SiteId> ends,
            List<SiteId> relays,
            DoubleBinaryOperator join,
            DoubleBinaryOperator gain,
            double least) {
        int pairs = 0;
        int better = 0;
        for (SiteId from : ends) {
            for (SiteId to : ends) {
                Double direct = from.equals(to) ? null : RTT.get(new Link(from, to));
                if (direct == null) {
                    continue;
                }
                pairs++;
                double best = Double.POSITIVE_INFINITY;
                for (SiteId relay : relays) {
                    if (!relay.equals(from) && !relay.equals(to)) {
                        Double first = RTT.get(new Link(from, relay));
                        Double second = RTT.get(new Link(relay, to));
                        if (first != null && second != null) {
                            best = Math.min(best, join.applyAsDouble(first, second));
                        }
                    }
                }
                better += gain.applyAsDouble(best, direct) >= least ? 1 : 0;
            }
        }
        return (double) better / pairs;
    }

    /** A3: Frankfurt to Ireland carries up to 21 times what Mumbai to Sao Paulo does; by window / RTT, fastest over slowest. */
    @Test
    void a3_single_flows_of_eleven_regions_differ_by_a_factor_of_this_order() {
        double[] rtts = ELEVEN.stream()
                .flatMap(from -> ELEVEN.stream().filter(to -> !to.equals(from)).map(to -> RTT.get(new Link(from, to))))
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        double spread = rtts[rtts.length - 1] / rtts[0];
        figure("A3", "%d pairs, fastest over slowest %.1fx", rtts.length, spread);
        assertThat(spread).isCloseTo(17.5, within(0.1));
    }

    /** A5: about 40 % of the transfers gain 1.5 times from a relay, by single flows. */
    @Test
    void a5_many_single_flows_gain_from_a_relay() {
        DoubleBinaryOperator gain = (best, direct) -> direct / best;
        double eleven = relayShare(ELEVEN, ELEVEN, Math::max, gain, 1.5);
        double all = relayShare(sites("aws"), sites("aws"), Math::max, gain, 1.5);
        figure("A5", "11 regions %.1f %%, 21 regions %.1f %%", 100 * eleven, 100 * all);
        assertThat(eleven).isCloseTo(0.536, within(0.001));
        assertThat(all).isCloseTo(0.569, within(0.001));
    }

    /** A7: the bandwidth-delay product of a flow is nearly the same on all pairs. */
    @Test
    void a7_rate_times_rtt_is_nearly_constant() throws IOException {
        Map<Link, Double> sent = rates("skyplane-throughput-2022-01-24.csv", "sent_bps");
        for (int low = 100; low < 300; low += 50) {
            int from = low;
            double[] windows = sent.entrySet().stream()
                    .filter(entry -> between(entry.getKey(), "aws", "aws") && RTT.containsKey(entry.getKey()))
                    .filter(entry -> RTT.get(entry.getKey()) >= from && RTT.get(entry.getKey()) < from + 50)
                    .mapToDouble(entry -> entry.getValue() * 1e6 * RTT.get(entry.getKey()) / 8 / 64)
                    .toArray();
            Summary summary = Summary.of(windows);
            figure(
                    "A7",
                    "%d to %d ms: %d pairs, window %.2f MB, coefficient of variation %.1f %%",
                    low,
                    low + 50,
                    windows.length,
                    summary.mean() / 1e6,
                    100 * summary.coefficientOfVariation());
            assertThat(summary.mean()).isBetween(1.0e6, 1.21e6);
            assertThat(summary.coefficientOfVariation()).isLessThan(0.105);
        }
    }

    /** A11: with many connections the cap is the same for every destination; not so from Azure to AWS. */
    @Test
    void a11_aggregates_of_aws_are_the_same_everywhere() throws IOException {
        Map<Link, Double> sent = rates("skyplane-throughput-2022-01.csv", "sent_bps");
        double aws = share(
                sent.entrySet().stream()
                        .filter(e -> between(e.getKey(), "aws", "aws"))
                        .map(Map.Entry::getValue),
                rate -> Math.abs(rate / 5 - 1) <= 0.1);
        List<Double> azure = sent.entrySet().stream()
                .filter(e -> between(e.getKey(), "azure", "aws"))
                .map(Map.Entry::getValue)
                .toList();
        double median =
                Quantiles.median(azure.stream().mapToDouble(Double::doubleValue).toArray());
        double toAws = share(azure.stream(), rate -> Math.abs(rate / median - 1) <= 0.1);
        figure(
                "A11",
                "AWS to AWS %.1f %% within 10 %% of 5 Gbit/s, Azure to AWS %.1f %% of their median",
                100 * aws,
                100 * toAws);
        assertThat(aws).isCloseTo(0.936, within(0.001));
        assertThat(toAws).isCloseTo(0.11, within(0.005));
    }

    /** A12: stable over days; 17 to 24 January 2022. */
    @Test
    void a12_rates_of_aws_senders_are_stable_over_a_week() throws IOException {
        Map<Link, Double> before = rates("skyplane-throughput-2022-01-17.csv", "received_bps");
        Map<Link, Double> after = rates("skyplane-throughput-2022-01-24.csv", "received_bps");
        for (String to : List.of("aws", "azure", "gcp")) {
            List<Double> ratios = before.entrySet().stream()
                    .filter(entry -> between(entry.getKey(), "aws", to) && after.containsKey(entry.getKey()))
                    .map(entry -> after.get(entry.getKey()) / entry.getValue())
                    .toList();
            double stable = share(ratios.stream(), ratio -> Math.abs(ratio - 1) <= 0.1);
            figure("A12", "AWS to %s: %.1f %% of %d pairs within 10 %%", to, 100 * stable, ratios.size());
            assertThat(stable).isGreaterThanOrEqualTo(0.98);
        }
    }

    /** A14: round-trip times of two independent matrices agree; Google's own of November 2023. */
    @Test
    void a14_round_trip_times_hardly_change_in_time() throws IOException {
        Map<Link, Double> google = new HashMap<>();
        for (Row row : PublishedGrids.rows("gcp-rtt-2023-11.csv")) {
            if (!row.get("src").equals(row.get("dst")) && !row.get("rtt_ms").isEmpty()) {
                google.put(PublishedGrids.link(row), Double.parseDouble(row.get("rtt_ms")));
            }
        }
        Function<SiteId, SiteId> region = site -> SiteId.parse(site.toString().replaceAll("-[a-z]$", ""));
        List<Double> ratios = new ArrayList<>();
        RTT.forEach((link, rtt) -> {
            if (between(link, "gcp", "gcp")) {
                Double later = google.get(new Link(region.apply(link.from()), region.apply(link.to())));
                if (later != null) {
                    ratios.add(later / rtt - 1);
                }
            }
        });
        double median = Quantiles.median(
                ratios.stream().mapToDouble(Double::doubleValue).toArray());
        double close = share(ratios.stream(), change -> Math.abs(change) <= 0.1);
        figure(
                "A14",
                "%d pairs, median change %.1f %%, %.0f %% within 10 %%",
                ratios.size(),
                100 * median,
                100 * close);
        assertThat(ratios).hasSize(694);
        assertThat(median).isCloseTo(-0.017, within(0.001));
        assertThat(close).isCloseTo(0.81, within(0.01));
    }

    /** A16: relaying hardly ever shortens the round trip. */
    @Test
    void a16_a_relay_hardly_shortens_the_round_trip() {
        DoubleBinaryOperator saved = (best, direct) -> 1 - best / direct;
        double aws = relayShare(sites("aws"), sites("aws"), Double::sum, saved, 0.1);
        double all = relayShare(sites(""), sites(""), Double::sum, saved, 0.1);
        figure("A16", "AWS %.1f %% of pairs, all regions %.1f %%, shorter by 10 %% or more", 100 * aws, 100 * all);
        assertThat(aws).isCloseTo(0.021, within(0.001));
        assertThat(all).isCloseTo(0.147, within(0.001));
    }

    /** A18: large VMs leave room for detours between providers. */
    @Test
    void a18_many_links_from_azure_to_aws_gain_from_a_relay() throws IOException {
        Map<Link, Double> sent = rates("skyplane-throughput-2022-01.csv", "sent_bps");
        var sites = new TreeSet<SiteId>();
        sent.keySet().forEach(link -> sites.add(link.from()));
        List<Link> links = sent.keySet().stream()
                .filter(link -> between(link, "azure", "aws"))
                .toList();
        long gaining = links.stream()
                .filter(link -> sites.stream()
                        .filter(relay -> !relay.equals(link.from()) && !relay.equals(link.to()))
                        .mapToDouble(relay -> Math.min(
                                sent.getOrDefault(new Link(link.from(), relay), 0.0),
                                sent.getOrDefault(new Link(relay, link.to()), 0.0)))
                        .anyMatch(rate -> rate >= 1.5 * sent.get(link)))
                .count();
        double share = (double) gaining / links.size();
        figure("A18", "%.1f %% of %d links from Azure to AWS gain 1.5x", 100 * share, links.size());
        assertThat(share).isBetween(0.75, 0.78);
    }
}
