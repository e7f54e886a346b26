package io.longhaul.probes.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters and results: ours round-trip, captured ones are read, hostile ones are refused. */
class DocumentsTest {
    private static final String REVERSE_3_12 =
            "{\"tcp\":true,\"omit\":1,\"time\":2,\"num\":0,\"blockcount\":0,\"MSS\":1200,"
                    + "\"parallel\":1,\"reverse\":true,\"window\":409600,\"len\":131072,\"pacing_timer\":1000,"
                    + "\"congestion\":\"cubic\",\"get_server_output\":1,\"client_version\":\"3.12\"}";
    private static final String UDP_3_21 =
            "{\"udp\":true,\"omit\":0,\"time\":1,\"num\":0,\"blockcount\":0,\"parallel\":1,"
                    + "\"len\":500,\"bandwidth\":1000000,\"pacing_timer\":1000,\"gso\":0,\"gso_dg_size\":0,"
                    + "\"gso_bf_size\":65507,\"gro\":0,\"gro_bf_size\":65507,\"udp_counters_64bit\":1,"
                    + "\"client_version\":\"3.21\"}";
    private static final String RESULTS_3_12 =
            "{\"cpu_util_total\":37.29,\"cpu_util_user\":0.61,\"cpu_util_system\":36.68,"
                    + "\"sender_has_retransmits\":18446744073709551615,\"congestion_used\":\"bbr\",\"streams\":["
                    + "{\"id\":1,\"bytes\":1041629184,\"retransmits\":18446744073709551615,\"jitter\":0,\"errors\":0,"
                    + "\"packets\":0,\"start_time\":0,\"end_time\":2.001534}]}";

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] unframed(byte[] framed) {
        return Arrays.copyOfRange(framed, Integer.BYTES, framed.length);
    }

    @Test
    void parametersOfARealClientAreRead() {
        Parameters read = Parameters.decode(octets(REVERSE_3_12));

        assertThat(read.udp()).isFalse();
        assertThat(read.reverse()).isTrue();
        assertThat(read.omitSeconds()).isEqualTo(1);
        assertThat(read.stream().mss()).hasValue(1200);
        assertThat(read.stream().window()).hasValue(409_600);
        assertThat(read.stream().congestion()).hasValue("cubic");
        assertThat(read.wantsServerOutput()).isTrue();
        assertThat(read.extension()).isEmpty();
    }

    /** Which of the two would count? */
    @Test
    void aKeyTwiceIsRefused() {
        String twice = REVERSE_3_12.replace("\"time\":2", "\"time\":2,\"time\":3600");

        assertThatThrownBy(() -> Parameters.decode(octets(twice)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("time");
    }

    @Test
    void keysOfNewerClientsAreIgnored() {
        Parameters read = Parameters.decode(octets(UDP_3_21));

        assertThat(read.udp()).isTrue();
        assertThat(read.wideCounters()).isTrue();
        assertThat(read.stream().length()).isEqualTo(500);
        assertThat(read.stream().bandwidth()).isEqualTo(1_000_000);
    }

    @Test
    void theLeastDocumentIsEnough() {
        Parameters read = Parameters.decode(octets("{\"tcp\":true,\"parallel\":1,\"time\":1,\"len\":131072}"));

        assertThat(read.totalStreams()).isEqualTo(1);
        assertThat(read.timeSeconds()).isEqualTo(1);
    }

    @Test
    void parametersRoundTrip() {
        var stream = new StreamParameters(
                9000,
                OptionalInt.of(1 << 20),
                OptionalInt.of(1400),
                true,
                Optional.of("reno"),
                5_000_000,
                7_000_000,
                4,
                32);
        var written = new Parameters(
                false,
                2,
                10,
                0,
                0,
                8,
                false,
                true,
                false,
                true,
                stream,
                "longhaul test",
                Optional.of(new ParameterExtension(100, 1500)));

        assertThat(Parameters.decode(unframed(written.encode()))).isEqualTo(written);
    }

    @Test
    void minusOneOfOldServersIsMinusOne() {
        Results read = Results.decode(octets(RESULTS_3_12));

        assertThat(read.hasRetransmits()).isEqualTo(-1);
        assertThat(read.findStream(1).orElseThrow().retransmits()).isEqualTo(-1);
        assertThat(read.findStream(1).orElseThrow().endSeconds()).isEqualTo(2.001534);
        assertThat(read.congestion()).hasValue("bbr");
    }

    @Test
    void resultsRoundTrip() {
        var kernel = new KernelSample(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
        var report = new EndReport(
                "1.0",
                OptionalLong.of(5),
                0.5,
                0.75,
                OptionalLong.of(6),
                OptionalLong.empty(),
                Optional.of("bbr"),
                OptionalLong.of(1448),
                OptionalLong.of(1500),
                OptionalLong.of(65_536),
                OptionalLong.of(3),
                List.of(new EndSample(0, 10, 20, 0, kernel), new EndSample(10, 21, 30, 40, KernelSample.NONE)));
        var written = new Results(
                50,
                40,
                10,
                1,
                Optional.of("bbr"),
                Optional.of("text"),
                List.of(new StreamResult(1, 50, 1, 0.001, 2, 3, 10.5)),
                Optional.of(report));

        assertThat(Results.decode(unframed(written.encode()))).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "null",
                "{",
                "{\"tcp\":",
                "{\"parallel\":1e300}",
                "{\"len\":99999999999}",
                "{\"a\":[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]}",
                "\u0000\u0001"
            })
    void hostileParametersAreRefused(String text) {
        try {
            Parameters read = Parameters.decode(octets(text));
            assertThat(text).as("ignored, not believed: " + read).contains("1e300");
        } catch (ProtocolException refused) {
            assertThat(refused).hasMessageMatching("(?s)The (peer|parameter).*");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"streams\":1}",
                "{\"streams\":[],\"longhaul\":{\"columns\":[\"end_ns\",\"start_ns\"],\"rows\":[[1,5]]}}",
                "{\"streams\":[],\"longhaul\":{\"columns\":[\"start_ns\",\"end_ns\"],\"rows\":[[-2,1]]}}",
                "{\"streams\":[],\"longhaul\":{\"columns\":[\"start_ns\",\"end_ns\"],\"rows\":[[0,9007199254740993]]}}"
            })
    void hostileResultsAreRefused(String text) {
        assertThatThrownBy(() -> Results.decode(octets(text))).isInstanceOf(ProtocolException.class);
    }

    @Test
    void anOddFigureOfAPeerCostsThatFigureOnly() {
        String text = "{\"streams\":[],\"longhaul\":{\"columns\":[\"start_ns\",\"end_ns\",\"sent\",\"received\","
                + "\"retransmits\",\"acked\",\"wire_sent\",\"behind_us\"],\"rows\":["
                + "[0,1,-48576,5,2,-1448,9223372036854775807,-7],[1,2,3,-4,-2,6,7,8]]}}";

        List<EndSample> samples =
                Results.decode(octets(text)).extension().orElseThrow().samples();

        var first = new KernelSample(2, 0, 0, 0, 0, 0, 0, 0, 0, 1L << 46, 0, -1, -1);
        assertThat(samples)
                .containsExactly(new EndSample(0, 1, 0, 5, first), new EndSample(1, 2, 3, 0, KernelSample.NONE));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void changedOctetsAreReadOrRefused(long seed) {
        var random = new SplittableRandom(seed);
        byte[][] corpus = {octets(REVERSE_3_12), octets(UDP_3_21), octets(RESULTS_3_12)};
        for (int run = 0; run < 10_000; run++) {
            byte[] text = corpus[random.nextInt(corpus.length)].clone();
            for (int change = random.nextInt(1, 6); change > 0; change--) {
                text[random.nextInt(text.length)] = (byte) random.nextInt(256);
            }
            byte[] cut = Arrays.copyOf(text, random.nextInt(1, text.length + 1));
            for (Runnable reading : List.<Runnable>of(() -> Parameters.decode(cut), () -> Results.decode(cut))) {
                try {
                    reading.run();
                } catch (ProtocolException refused) {
                    assertThat(refused.getMessage()).isNotEmpty();
                }
            }
        }
    }
}
