package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.store.Samples;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MeasurementJsonTest {
    private final MeasurementJson json = new MeasurementJson();

    static List<Measurement> measurements() {
        return Samples.oneOfEach();
    }

    @ParameterizedTest
    @MethodSource("measurements")
    void readsBackWhatItWrote(Measurement measurement) {
        assertThat(json.fromJson(json.toJsonLine(measurement), "test")).isEqualTo(measurement);
        assertThat(json.fromJson(json.toJson(measurement), "test")).isEqualTo(measurement);
    }

    @ParameterizedTest
    @MethodSource("measurements")
    void startsWithTheFormatAndStaysOnOneLine(Measurement measurement) {
        assertThat(json.toJsonLine(measurement))
                .startsWith("{\"format\":\"longhaul-measurement/1\",\"kind\":")
                .doesNotContain("\n");
    }

    static Stream<Long> seeds() {
        return new SplittableRandom(20261121).longs(200).boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void keepsEveryOctetBitAndNanosecond(long seed) {
        ThroughputMeasurement measurement = Samples.random(new SplittableRandom(seed), "r");
        assertThat(json.fromJson(json.toJsonLine(measurement), "test")).isEqualTo(measurement);
    }

    @Test
    void writesTheFieldsOfTheContract() {
        JsonNode tree = new JsonMapper().readTree(json.toJsonLine(Samples.throughput("x")));
        assertThat(tree.propertyNames())
                .contains(
                        "format",
                        "kind",
                        "id",
                        "from",
                        "to",
                        "started",
                        "duration_s",
                        "asked",
                        "actual",
                        "sent",
                        "received",
                        "steady",
                        "retransmits",
                        "rtt_ms",
                        "streams",
                        "intervals",
                        "cpu",
                        "stopped",
                        "prober");
        assertThat(tree.at("/asked/window_bytes").longValue()).isEqualTo(7 << 20);
        assertThat(tree.at("/received/bits_per_second").longValue()).isEqualTo(4_900_000_000L);
        assertThat(tree.at("/steady/ci/level").doubleValue()).isEqualTo(0.95);
        assertThat(tree.at("/rtt_ms/min").doubleValue()).isEqualTo(66.000001);
        assertThat(tree.at("/intervals/0/end_s").doubleValue()).isEqualTo(1.000353001);
        assertThat(tree.at("/started").stringValue()).isEqualTo("2026-11-21T03:17:00.123456789Z");
    }

    @Test
    void writesNullForWhatIsNotKnown() {
        JsonNode tree = new JsonMapper().readTree(json.toJsonLine(Samples.bareThroughput("x")));
        for (String field : List.of("sent", "received", "steady", "retransmits", "rtt_ms", "campaign")) {
            assertThat(tree.get(field).isNull()).as(field).isTrue();
        }
        assertThat(tree.at("/cpu/local_core_seconds").isNull()).isTrue();
    }

    @Test
    void ignoresFieldsItDoesNotKnow() {
        String line = json.toJsonLine(Samples.latency("x"));
        String later = "{\"new_field\":{\"a\":[1]}," + line.substring(1);
        assertThat(json.fromJson(later, "test")).isEqualTo(Samples.latency("x"));
    }

    @Test
    void readsAbsentFieldsAsUnknown() {
        String line = """
                {"format":"longhaul-measurement/1","kind":"throughput","id":"x","from":"aws:us-east-1","to":"azure:eastus",
                 "started":"1970-01-01T00:00:00Z","duration_s":0,"asked":{"protocol":"iperf3","streams":1},
                 "stopped":"error","prober":{"name":"other","version":""}}""";
        assertThat(json.fromJson(line, "test")).isEqualTo(Samples.bareThroughput("x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"8\"", "8.5", "9999999999", "true"})
    void namesTheFieldAndItsValue(String value) {
        String line = json.toJsonLine(Samples.throughput("x")).replace("\"streams\":8", "\"streams\":" + value);
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.fromJson(line, "log line 7"))
                .withMessageContaining("asked.streams of log line 7 is " + value);
    }

    @Test
    void namesTheElementOfAList() {
        String line = json.toJsonLine(Samples.throughput("x")).replace("\"end_s\":2", "\"end_s\":\"soon\"");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.fromJson(line, "f"))
                .withMessageContaining("intervals[1].end_s of f is \"soon\", not a number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1]", "{\"format\":\"longhaul-measurement/1\"", "{}", "null", "{\"format\":7}"})
    void refusesWhatIsNoMeasurement(String text) {
        assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> json.fromJson(text, "f"));
    }

    @Test
    void tellsAnotherVersionFromAnotherFormat() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.fromJson("{\"format\":\"longhaul-measurement/2\"}", "f"))
                .satisfies(e -> assertThat(e.advice()).contains("another version"));
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.fromJson("{\"format\":\"longhaul-snapshot/1\"}", "f"))
                .satisfies(e -> assertThat(e.advice()).contains("longhaul-measurement/1"));
    }

    @Test
    void refusesNegativeQuantities() {
        String line = json.toJsonLine(Samples.throughput("x")).replace("\"bytes\":6250000000", "\"bytes\":-1");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.fromJson(line, "f"))
                .withMessageContaining("sent.bytes");
    }
}
