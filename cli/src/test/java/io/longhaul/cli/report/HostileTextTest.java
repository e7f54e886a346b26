package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Whatever a log says, it stays text. */
class HostileTextTest {
    private static final Link LINK = Link.between("aws:a", "aws:b");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</script><script>alert(1)</script>",
                "</ScRiPt ><img src=x onerror=alert(1)>",
                "<!--<script>",
                "\" onmouseover=\"alert(1)",
                "' autofocus onfocus='alert(1)",
                "{{title}} {{{script}}} &lt; &amp;",
                "]]> \u2028 \u2029 \\u003c \\\\ \u0000"
            })
    void staysText(String hostile) {
        Document page = Jsoup.parse(HtmlReport.render(report(hostile)));
        Document plain = Jsoup.parse(HtmlReport.render(report("plain")));

        assertThat(page.getAllElements()).hasSameSizeAs(plain.getAllElements());
        assertThat(page.select("[onmouseover], [onfocus], [onerror], img")).isEmpty();
        String shown = hostile.replace("\u0000", "");
        assertThat(page.expectFirst("h1").wholeText()).isEqualTo(shown);
        assertThat(page.expectFirst("#failures-table td.why").wholeText()).isEqualTo(shown);
        assertThat(JsonMapper.shared()
                        .readTree(page.expectFirst("#data-recommendations").data())
                        .get(0)
                        .get("links")
                        .get(0)
                        .get("why")
                        .asString())
                .isEqualTo(hostile);
        assertThat(JsonMapper.shared()
                        .readTree(page.expectFirst("#data-snapshot").data())
                        .get("sites")
                        .get(0)
                        .get("vm_type")
                        .asString())
                .isEqualTo(hostile);
    }

    private static ReportData report(String text) {
        var site = new SiteEstimate(
                LINK.from(), Optional.of(text), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        var header = new MeasurementHeader(
                text,
                LINK,
                Optional.of(text),
                Optional.empty(),
                Instant.EPOCH,
                Duration.ofSeconds(1),
                new MeasurementHeader.Prober(text, text),
                Optional.of(text));
        var answer = new Recommendation(
                LINK,
                Verdict.DIRECT,
                Optional.of(Bandwidth.ofGigabitsPerSecond(1)),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                text,
                List.of(text));
        return new ReportData(
                text,
                text,
                Instant.EPOCH,
                LogDigest.of(List.of(new FailedMeasurement(header, Measurement.Kind.LATENCY, text, text))),
                new Snapshot(Instant.EPOCH, List.of(site), List.of()),
                List.of(new Recommendations(
                        RateBasis.MULTI_STREAM,
                        List.of(answer),
                        new Recommendations.Summary(1, 0, OptionalDouble.empty(), Map.of(Verdict.DIRECT, 1)),
                        List.of(),
                        List.of())),
                Map.of(SiteId.parse("aws:a"), new Place(text, 1, 2)));
    }
}
