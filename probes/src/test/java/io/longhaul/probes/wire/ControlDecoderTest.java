package io.longhaul.probes.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages come out whole however the octets come in. */
class ControlDecoderTest {
    /** Notes what comes out, and expects what a client would. */
    private static final class Client implements ControlDecoder.Sink {
        private final List<String> heard = new ArrayList<>();
        private final ControlDecoder decoder = new ControlDecoder(this);

        @Override
        public void onState(ControlState state) {
            heard.add(state.name());
            if (state == ControlState.EXCHANGE_RESULTS) {
                decoder.expectDocument(100);
            } else if (state == ControlState.SERVER_ERROR) {
                decoder.expect(ControlDecoder.Expect.ERROR_CODES);
            }
        }

        @Override
        public void onDocument(byte[] json) {
            heard.add(new String(json, StandardCharsets.UTF_8));
        }

        @Override
        public void onErrorCodes(int code, int errno) {
            heard.add(code + "/" + errno);
        }
    }

    /** States, a document glued to the next state, then an error and what a late server appends. */
    private static final byte[] CONVERSATION = HexFormat.of()
            .parseHex(
                    "09" + "0a" + "0102" + "0d" + "00000002" + "7b7d" + "0e" + "fe" + "0000001b" + "00000000" + "fefe");

    private static final List<String> HEARD = List.of(
            "PARAM_EXCHANGE",
            "CREATE_STREAMS",
            "TEST_START",
            "TEST_RUNNING",
            "EXCHANGE_RESULTS",
            "{}",
            "DISPLAY_RESULTS",
            "SERVER_ERROR",
            "27/0");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 100})
    void octetsMayComeInAnyPieces(int size) {
        var client = new Client();
        for (int at = 0; at < CONVERSATION.length; at += size) {
            int length = Math.min(size, CONVERSATION.length - at);
            client.decoder.feed(Unpooled.wrappedBuffer(CONVERSATION, at, length));
        }

        assertThat(client.heard).isEqualTo(HEARD);
    }

    @Test
    void aDocumentAboveTheLimitIsRefusedByItsLengthAlone() {
        var client = new Client();
        client.decoder.expectDocument(100);

        assertThatThrownBy(() -> client.decoder.feed(Unpooled.copyInt(101)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("101");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void aDocumentOfNoLengthIsRefused(int length) {
        var client = new Client();
        client.decoder.expectDocument(100);

        assertThatThrownBy(() -> client.decoder.feed(Unpooled.copyInt(length))).isInstanceOf(ProtocolException.class);
    }

    @Test
    void anUnknownStateIsRefused() {
        assertThatThrownBy(() -> new Client().decoder.feed(Unpooled.wrappedBuffer(new byte[] {77})))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("77");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noOctetsDoMoreThanRefuse(long seed) {
        var random = new SplittableRandom(seed);
        for (int run = 0; run < 20_000; run++) {
            byte[] octets = new byte[random.nextInt(1, 64)];
            random.nextBytes(octets);
            for (int i = 0; i < octets.length; i++) {
                if (random.nextInt(3) == 0) {
                    octets[i] = CONVERSATION[random.nextInt(CONVERSATION.length)];
                }
            }
            var client = new Client();
            if (random.nextBoolean()) {
                client.decoder.expectDocument(32);
            }
            ByteBuf in = Unpooled.wrappedBuffer(octets);
            try {
                client.decoder.feed(in);
                assertThat(in.isReadable()).isFalse();
            } catch (ProtocolException refused) {
                assertThat(refused).hasMessageContaining("peer");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1 << 20})
    void aSkippedDocumentCostsNoMemoryAndWhatFollowsIsHeard(int piece) {
        int length = piece == 1 << 20 ? 16 << 20 : 1000;
        var client = new Client();
        client.decoder.skipDocument(length);
        byte[] hostile = new byte[piece];
        ByteBuf octets = Unpooled.wrappedBuffer(hostile);
        client.decoder.feed(Unpooled.copyInt(length));
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int left = length; left > 0; left -= piece) {
            client.decoder.feed(octets.setIndex(0, Math.min(piece, left)));
        }
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        client.decoder.feed(Unpooled.wrappedBuffer(new byte[] {14}));

        assertThat(client.heard).containsExactly("", "DISPLAY_RESULTS");
        assertThat(allocated).isLessThan(1 << 20);
    }

    @Test
    void aSkippedDocumentHasALimit() {
        var client = new Client();
        client.decoder.skipDocument(100);

        assertThatThrownBy(() -> client.decoder.feed(Unpooled.copyInt(101))).isInstanceOf(ProtocolException.class);
    }
}
