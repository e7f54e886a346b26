package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.BucketFinding.SizeInterval;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.LoadedLatency;
import io.longhaul.core.study.PatternResult;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers of studies as documents. */
class StudyJsonTest {
    private static final RttSummary RTT = new RttSummary(
            Duration.ofMillis(80),
            Optional.of(Duration.ofMillis(81)),
            Optional.of(Duration.ofMillis(90)),
            Optional.empty(),
            Optional.of(Duration.ofMillis(95)));

    private static Fingerprint fingerprint(Optional<BucketFinding> bucket) {
        return new Fingerprint(
                Link.between("aws:us-east-1", "aws:eu-west-1"),
                Instant.parse("2026-11-21T12:00:00Z"),
                new Fingerprint.How(
                        8, Optional.of(DataSize.ofMebibytes(7)), Optional.of("cubic"), true, Duration.ofMillis(100)),
                Optional.of(RTT),
                Optional.empty(),
                Optional.of(Bandwidth.ofGigabitsPerSecond(5)),
                OptionalDouble.of(0.02),
                bucket,
                bucket.isPresent() ? Optional.empty() : Optional.of(DataSize.ofGigabytes(20)),
                Optional.of(1500),
                List.of());
    }

    private static BucketFinding bucket() {
        return new BucketFinding(
                Bandwidth.ofGigabitsPerSecond(10),
                Optional.of(new RateInterval(
                        Bandwidth.ofMegabitsPerSecond(9900), Bandwidth.ofMegabitsPerSecond(10_100), 0.95)),
                Bandwidth.ofGigabitsPerSecond(1),
                Optional.empty(),
                Bandwidth.ofMegabitsPerSecond(950),
                Optional.empty(),
                DataSize.ofGigabytes(625),
                Optional.of(new SizeInterval(DataSize.ofGigabytes(600), DataSize.ofGigabytes(650), 0.95)));
    }

    @Test
    void aFingerprintComesBackAsItWas() {
        var format = new FingerprintJson();
        for (Fingerprint print : List.of(fingerprint(Optional.empty()), fingerprint(Optional.of(bucket())))) {
            assertThat(format.fromJson(format.toJson(print), "test")).isEqualTo(print);
        }
    }

    @Test
    void aFingerprintHasTheFieldsOfTheContract() {
        JsonNode json = JsonMapper.shared().readTree(new FingerprintJson().toJson(fingerprint(Optional.of(bucket()))));

        assertThat(json.path("base_rtt_ms").asDouble()).isEqualTo(81);
        assertThat(json.path("base_bandwidth_bps").asLong()).isEqualTo(5_000_000_000L);
        assertThat(json.path("loaded_rtt_ms").isNull()).isTrue();
        assertThat(json.path("token_bucket").path("budget_bits").asLong()).isEqualTo(5_000_000_000_000L);
        assertThat(json.path("token_bucket")
                        .path("ci")
                        .path("high")
                        .path("level")
                        .asDouble())
                .isEqualTo(0.95);
        assertThat(json.path("censored_at_bytes").isNull()).isTrue();
    }

    @Test
    void anotherDocumentIsNoFingerprint() {
        assertThatThrownBy(() -> new FingerprintJson().fromJson("{\"format\":\"longhaul-sweep/1\"}", "x.json"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("x.json");
    }

    @Test
    void theHeaviestQuietLoadIsTheLastBeforeTheQueue() {
        var slow = new RttSummary(
                Duration.ofMillis(80),
                Optional.of(Duration.ofMillis(120)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var study = new LoadedLatency(
                Bandwidth.ofGigabitsPerSecond(1), List.of(level(0, RTT), level(0.5, RTT), level(0.9, slow)), List.of());

        JsonNode json = JsonMapper.shared().readTree(new LoadedLatencyJson().toJson(study));

        assertThat(json.path("quiet_share").asDouble()).isEqualTo(0.5);
    }

    private static LoadedLatency.Level level(double share, RttSummary rtt) {
        return new LoadedLatency.Level(share, Optional.of(Bandwidth.ZERO), Optional.of(rtt), 100, 0);
    }

    @Test
    void aPatternCountsItsRests() {
        var burst = new PatternResult.Burst(
                Duration.ZERO,
                Duration.ofSeconds(10),
                DataSize.ofBytes(1_250_000_000),
                Bandwidth.ofGigabitsPerSecond(1));
        var study = new PatternResult(AccessPattern.TEN_THIRTY, List.of(burst), Duration.ofSeconds(40), List.of());

        JsonNode json = JsonMapper.shared().readTree(new PatternJson().toJson(study));

        assertThat(json.path("pattern").asString()).isEqualTo("10-30");
        assertThat(json.path("while_sending_bps").asLong()).isEqualTo(1_000_000_000L);
        assertThat(json.path("overall_bps").asLong()).isEqualTo(250_000_000L);
    }

    @Test
    void patternsAreReadBack() {
        for (String text : List.of("full-speed", "10-30", "5-30", "500ms/2000ms")) {
            assertThat(AccessPattern.parse(text)).hasToString(text);
        }
        assertThatThrownBy(() -> AccessPattern.parse("10/30/5")).isInstanceOf(InvalidInputException.class);
    }
}
