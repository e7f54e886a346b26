package io.longhaul.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.SiteId;
import io.longhaul.e2e.StudyTable;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;

/**
 * What a fingerprint says of token buckets, compared with the truth of a faithful lab ({@code -Dlonghaul.study=bucket}). The table goes
 * to {@code target/studies}.
 */
class BucketStudy {
    private static final double PAYLOAD = 1448.0 / 1500;
    private static final SiteId SOURCE = SiteId.parse("lab:source");
    private static final SiteId SINK = SiteId.parse("lab:sink");

    /** A token bucket at the source, in megabits a second and megabytes. */
    private record Bucket(int rttMillis, int high, int low, int refill, int budget) {
        String topology() {
            return """
                    format: longhaul-topology/1
                    name: bucket
                    defaults: {egress: %1$dMbit/s, ingress: 300Mbit/s, window: 4MiB, queue: 50ms}
                    sites:
                      lab:source: {token_bucket: {high: %1$dMbit/s, low: %2$dMbit/s, budget: %4$dMB, refill: %3$dMbit/s}}
                      lab:sink: {}
                    rtt: {lab:source: {lab:sink: %5$dms}}
                    """.formatted(high, low, refill, budget, rttMillis);
        }

        /** High, low, refill and budget found, over the true ones. */
        double[] over(JsonNode found) {
            return new double[] {
                found.path("high_bps").asDouble() / (high * 1e6) / PAYLOAD,
                found.path("low_bps").asDouble() / (low * 1e6) / PAYLOAD,
                found.path("refill_bps").asDouble() / (refill * 1e6) / PAYLOAD,
                found.path("budget_bits").asDouble() / (budget * 8e6) / PAYLOAD
            };
        }
    }

    private static final List<Bucket> BUCKETS =
            List.of(new Bucket(20, 100, 20, 15, 60), new Bucket(80, 80, 20, 12, 45), new Bucket(150, 60, 15, 10, 40));

    @Test
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "bucket")
    void a_token_bucket_is_found_within_five_percent() {
        var text = new StringBuilder(
                "| RTT | high, low, refill, budget | high | low | refill | budget |\n|---|---|---|---|---|---|\n");
        double worst = 0;
        for (Bucket bucket : BUCKETS) {
            try (var lab = FaithfulLab.start(
                    TopologyYaml.parse("study", bucket.topology()),
                    FaithfulLab.Options.defaults().withAgents(LabAgents.class.getName()))) {
                String[] line = {
                    "probe",
                    "fingerprint",
                    SiteCommand.agent(lab, SINK),
                    "--streams",
                    "4",
                    "--drain",
                    "30s",
                    "--rests",
                    "0.5,1,2,3"
                };
                double[] over = bucket.over(SiteCommand.json(lab, SOURCE, line).path("token_bucket"));
                text.append(String.format(
                        Locale.ROOT,
                        "| %d ms | %d, %d, %d Mbit/s, %d MB | %.3f | %.3f | %.3f | %.3f |%n",
                        bucket.rttMillis(),
                        bucket.high(),
                        bucket.low(),
                        bucket.refill(),
                        bucket.budget(),
                        over[0],
                        over[1],
                        over[2],
                        over[3]));
                StudyTable.write("bucket.md", text.toString());
                worst = Math.max(
                        worst,
                        Arrays.stream(over)
                                .map(ratio -> Math.abs(ratio - 1))
                                .max()
                                .orElseThrow());
            }
        }
        assertThat(worst).as(text.toString()).isLessThanOrEqualTo(0.05);
    }
}
