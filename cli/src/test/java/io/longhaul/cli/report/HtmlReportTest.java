package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.store.json.SnapshotJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page as a browser parses it. How it looks was judged in a browser; see docs/report.md. */
class HtmlReportTest {
    private static final ReportData SIX = SixSites.report();
    private static final String PAGE_TEXT = HtmlReport.render(SIX);
    private static final Document PAGE = Jsoup.parse(PAGE_TEXT);

    @Test
    void hasEverySectionInOrder() {
        assertThat(PAGE.title()).isEqualTo("Six sites in three clouds");
        assertThat(PAGE.select("h1")).hasSize(1);
        assertThat(PAGE.select("main > section").eachAttr("id"))
                .containsExactly("rates", "window", "one-link", "verdicts", "caps", "all-links", "where", "how");
        assertThat(PAGE.select("main figure").eachAttr("id"))
                .containsExactly(
                        "heat-single",
                        "heat-multi",
                        "heat-rtt",
                        "scatter",
                        "streams",
                        "link-survival",
                        "series",
                        "course",
                        "confirm",
                        "survival",
                        "map");
    }

    @Test
    void everyPictureHasAPlaceAndACaption() {
        assertThat(PAGE.select("main figure")).allSatisfy(figure -> {
            assertThat(figure.select(".plot")).hasSize(1);
            assertThat(figure.select("figcaption").text()).endsWith(".").hasSizeGreaterThan(20);
        });
    }

    @Test
    void everyLinkOfTheNavigationLeadsSomewhere() {
        assertThat(PAGE.select("nav a").eachAttr("href"))
                .hasSize(8)
                .allSatisfy(target -> assertThat(PAGE.select(target)).hasSize(1));
    }

    @Test
    void saysTheVerdictInOneSentence() {
        assertThat(PAGE.select("#headline").text())
                .isEqualTo("30 links: 13 need only more streams, 2 a relay, 15 nothing.");
    }

    @Test
    void saysWhoMeasuredAndWhatFailed() {
        assertThat(PAGE.select(".tile").eachText())
                .containsExactly(
                        "sites 6",
                        "links 30",
                        "throughput runs 271",
                        "latency runs 30",
                        "failed runs 1",
                        "measured 2026-11-21 03:00 to 03:14 UTC");
        assertThat(rows("#provenance-table"))
                .containsExactly(
                        List.of(
                                "longhaul 0.1.0",
                                "demo",
                                "failed",
                                "1",
                                "2026-11-21 03:14 UTC",
                                "2026-11-21 03:14 UTC"),
                        List.of(
                                "longhaul 0.1.0",
                                "demo",
                                "latency",
                                "30",
                                "2026-11-21 03:00 UTC",
                                "2026-11-21 03:13 UTC"),
                        List.of(
                                "longhaul 0.1.0",
                                "demo",
                                "throughput",
                                "271",
                                "2026-11-21 03:00 UTC",
                                "2026-11-21 03:13 UTC"));
        assertThat(rows("#failures-table"))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsSubsequence(
                                "aws:eu-west-2",
                                "azure:westus2",
                                "timed-out",
                                "The agent did not answer within 10 s."));
    }

    @Test
    void tellsWhereEachCapComesFrom() {
        assertThat(rows("#caps-table"))
                .contains(
                        List.of(
                                "aws:us-east-1",
                                "lab.small",
                                "50.0 Mbit/s",
                                "measured",
                                "50.0 Mbit/s",
                                "measured",
                                "–",
                                "",
                                "none seen"),
                        List.of(
                                "gcp:europe-west3",
                                "lab.small",
                                "70.0 Mbit/s",
                                "measured",
                                "70.0 Mbit/s",
                                "measured",
                                "30.0 Mbit/s",
                                "documented",
                                "none seen"))
                .hasSize(6);
    }

    @Test
    void groupsTheVerdictsByProvidersAndNamesTheRelays() {
        assertThat(rows("#group-table"))
                .hasSize(9)
                .contains(List.of("azure", "gcp", "4", "2 (50 %)", "2", "0", "2", "0", "0"));
        assertThat(rows("#relay-table")).containsExactly(List.of("gcp:europe-west3", "2", "2"));
    }

    @Test
    void embedsTheWholeSnapshotAsItsFileHasIt() {
        Snapshot read = new SnapshotJson().fromJson(data("snapshot"), "the page");
        assertThat(read).isEqualTo(SIX.snapshot());
    }

    @Test
    void embedsEveryVerdictAndEverySeries() {
        JsonNode recommendations = json("recommendations").get(0);
        assertThat(recommendations.get("format").asString()).isEqualTo("longhaul-recommendations/1");
        assertThat(recommendations.get("links")).hasSize(30).allSatisfy(link -> {
            assertThat(link.get("why").asString()).isNotBlank();
            assertThat(link.get("direct_bps").asLong()).isPositive();
        });
        JsonNode report = json("report");
        assertThat(report.get("format").asString()).isEqualTo("longhaul-report/1");
        assertThat(report.get("places")).hasSize(6);
        assertThat(report.get("series")).hasSize(151).allSatisfy(run -> {
            int points = run.get("start_s").size();
            assertThat(points).isGreaterThanOrEqualTo(20);
            for (String column : List.of("end_s", "sent_bps", "received_bps", "rtt_ms", "retransmits")) {
                assertThat(run.get(column)).as(column).hasSize(points);
            }
        });
    }

    @Test
    void saysHowManyRepetitionsAreEnough() {
        JsonNode confirm = json("report").get("confirm");
        assertThat(confirm).hasSize(1);
        JsonNode curve = confirm.get(0);
        assertThat(curve.get("from").asString() + " -> " + curve.get("to").asString())
                .isEqualTo(SixSites.REPEATED.toString());
        assertThat(curve.get("samples").asInt()).isEqualTo(121);
        assertThat(curve.get("repetitions").asInt()).isBetween(40, 121);
        JsonNode last = curve.get("points").get(curve.get("points").size() - 1);
        long median = curve.get("median_bps").asLong();
        assertThat(last.get(0).asInt()).isEqualTo(curve.get("repetitions").asInt());
        assertThat(last.get(1).asLong()).isBetween(Math.round(median * 0.99) - 1, median);
        assertThat(last.get(2).asLong()).isBetween(median, Math.round(median * 1.01) + 1);
    }

    @Test
    void asksTheNetworkForNothing() throws Exception {
        assertThat(PAGE.select("[src], link, iframe, object, embed, base, form[action]"))
                .isEmpty();
        assertThat(PAGE.select("[href]").eachAttr("href")).allMatch(target -> target.startsWith("#"));
        assertThat(PAGE.select("style").outerHtml()).doesNotContain("url(", "@import");
        assertThat(PAGE.select("[style*=url]")).isEmpty();
        String policy = PAGE.select("meta[http-equiv=Content-Security-Policy]").attr("content");
        assertThat(policy).startsWith("default-src 'none';").doesNotContain("http", "unsafe-eval");
        var scripts = PAGE.select("script:not([type])");
        assertThat(scripts).hasSize(2);
        for (Element script : scripts) {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(script.data().getBytes(StandardCharsets.UTF_8));
            assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
        }
    }

    @Test
    void carriesTheLicenceOfTheCharts() {
        assertThat(PAGE.select("footer").text())
                .contains("Apache ECharts " + Assets.chartsVersion(), "Apache License 2.0");
        assertThat(PAGE.expectFirst("script:not([type])").data())
                .contains("Licensed to the Apache Software Foundation");
    }

    @Test
    void sameDataGiveTheSamePage() {
        assertThat(HtmlReport.render(SixSites.report())).isEqualTo(PAGE_TEXT);
    }

    @Test
    void saysInWordsThatThereIsNothing() {
        var empty = new Snapshot(Instant.EPOCH, List.of(), List.of());
        Document page = Jsoup.parse(HtmlReport.render(new ReportData(
                "Nothing", "longhaul 0.1.0", Instant.EPOCH, LogDigest.none(), empty, List.of(), Map.of())));
        assertThat(page.select("#headline").text()).isEqualTo("No link has been measured yet.");
        assertThat(page.select("#series figcaption").text())
                .isEqualTo("No time series in this log: its runs report totals only.");
        assertThat(page.select("#verdict-table, #provenance-table, #failures-table"))
                .isEmpty();
        assertThat(page.select("p.empty").eachText())
                .containsExactly("No site in this snapshot.", "No measurement log came with this snapshot.");
    }

    @Test
    void replacesTheFileWhole(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("report.html"), "old");
        HtmlReport.write(SIX, file);
        assertThat(file).content().isEqualTo(PAGE_TEXT);
        assertThat(folder)
                .isDirectoryContaining(path -> path.equals(file))
                .isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void carriesThreeThousandLinksInFewMegabytes() {
        String text = HtmlReport.render(SkyplaneGrid.report());
        assertThat(text.length()).isLessThan(6_000_000);
        Document page = Jsoup.parse(text);
        assertThat(JsonMapper.shared()
                        .readTree(page.expectFirst("#data-snapshot").data())
                        .get("links"))
                .hasSize(3906);
        assertThat(page.select("#headline").text()).startsWith("3,906 links: ");
    }

    private static List<List<String>> rows(String table) {
        return PAGE.select(table + " tbody tr").stream()
                .map(row -> row.select("th, td").stream().map(Element::text).toList())
                .toList();
    }

    private static String data(String name) {
        return PAGE.expectFirst("script#data-" + name + "[type=application/json]")
                .data();
    }

    private static JsonNode json(String name) {
        return JsonMapper.shared().readTree(data(name));
    }
}
