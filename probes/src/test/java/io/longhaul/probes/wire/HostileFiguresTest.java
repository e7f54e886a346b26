package io.longhaul.probes.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and texts of a peer are what they can be when they come in, or they are left out. */
class HostileFiguresTest {
    private static Results read(String stream, String report) {
        return Results.decode(
                ("{\"cpu_util_total\":1e308,\"streams\":[{\"id\":1," + stream + "}],\"longhaul\":{" + report + "}}")
                        .getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void figuresThatCannotBeAreUnknown() {
        Results read = read(
                "\"bytes\":9223372036854775807,\"jitter\":1e300,\"end_time\":1e18",
                "\"cpu_ns\":9223372036854775807,\"busiest_thread\":1e9,\"send_buffer\":9223372036854775807");

        assertThat(read.cpuPercent()).isZero();
        assertThat(read.streams().get(0).bytes()).isEqualTo(Json.MAX_FIGURE);
        assertThat(read.streams().get(0).jitterSeconds()).isZero();
        assertThat(read.streams().get(0).endSeconds()).isZero();
        EndReport report = read.extension().orElseThrow();
        assertThat(report.cpuNanos()).isEmpty();
        assertThat(report.sendBuffer()).isEmpty();
        assertThat(report.busiestThread()).isZero();
    }

    @Test
    void sumsOfManyHostileIntervalsStayExact() {
        var rows = new StringBuilder(
                "\"columns\":[\"start_ns\",\"end_ns\",\"sent\",\"delivery_rate\",\"retransmits\"],\"rows\":[");
        for (int i = 0; i < 1000; i++) {
            rows.append(i == 0 ? "" : ",")
                    .append("[")
                    .append(i)
                    .append(',')
                    .append(i + 1)
                    .append(",9223372036854775807,9223372036854775807,1]");
        }
        EndReport report = read("\"bytes\":1", rows + "]").extension().orElseThrow();

        assertThat(report.samples()).hasSize(1000);
        assertThat(report.samples()).allSatisfy(sample -> {
            assertThat(sample.sentBytes()).isBetween(0L, 1L << 46);
            assertThat(Math.multiplyExact(sample.tcp().deliveryRate(), 8L)).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u001b[2J", "\\n", "\\u0007", "\\u202e", "\\u009b31m", "\\r"})
    void textsAreWithoutControlCharacters(String hostile) {
        String congestion = read("\"bytes\":1", "\"congestion\":\"x" + hostile + "y\"")
                .extension()
                .orElseThrow()
                .congestion()
                .orElseThrow();

        assertThat(congestion).startsWith("x?").endsWith("y");
        assertThat(congestion.chars().anyMatch(Character::isISOControl)).isFalse();
    }

    @Test
    void whatAPeerSaidIsInNoMessageAsItCame() {
        long seed = 20261122;
        var random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] noise = new byte[1 + random.nextInt(60)];
            random.nextBytes(noise);
            assertThatThrownBy(() -> Results.decode(noise))
                    .as("seed " + seed)
                    .isInstanceOf(ProtocolException.class)
                    .satisfies(refused -> assertThat(
                                    String.valueOf(refused.getMessage()).chars().anyMatch(Character::isISOControl))
                            .isFalse());
        }
    }

    @Test
    void longTextsAreCut() {
        assertThat(PeerText.of("a".repeat(100_000))).hasSizeLessThan(1100);
    }
}
