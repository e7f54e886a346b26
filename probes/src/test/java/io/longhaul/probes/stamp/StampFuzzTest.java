package io.longhaul.probes.stamp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.longhaul.probes.spec.AccessToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Optional;

/**
 * Any octets are read as a STAMP packet or left, and a reply is never longer than its request but for the base packet. See
 * {@code DecoderFuzzTest} for how to search.
 */
class StampFuzzTest {
    private static final AccessToken KEY = AccessToken.of("a key of both ends");
    private static final StampCodec OPEN = new StampCodec(Optional.empty());
    private static final StampCodec SEALED = new StampCodec(Optional.of(KEY));
    private static final int SHORTEST_REPLY = 41;

    @FuzzTest(maxDuration = "30m", maxExecutions = 100_000_000)
    void repliesAreReadOrLeft(byte[] octets) {
        ByteBuf datagram = Unpooled.wrappedBuffer(octets);

        require(OPEN.readReply(datagram).isPresent() == octets.length >= SHORTEST_REPLY);
        require(SEALED.readReply(datagram).isEmpty());
        require(datagram.readableBytes() == octets.length);
    }

    @FuzzTest(maxDuration = "30m", maxExecutions = 100_000_000)
    void requestsAreReflectedOrLeft(byte[] octets) {
        ByteBuf request = Unpooled.wrappedBuffer(octets);
        if (OPEN.isRequest(request)) {
            reflect(OPEN, request, StampLayout.OPEN.length());
        }
    }

    /** The base is sealed by us, so that the search gets to what follows it. */
    @FuzzTest(maxDuration = "30m", maxExecutions = 100_000_000)
    void extensionsOfSealedRequestsAreReflected(byte[] octets) {
        ByteBuf request =
                Unpooled.buffer().writeZero(StampLayout.SEALED.length()).writeBytes(octets);
        new StampSeal(KEY).sealBase(request, 0);

        require(SEALED.isRequest(request));
        reflect(SEALED, request, StampLayout.SEALED.length());
    }

    private static void reflect(StampCodec codec, ByteBuf request, int base) {
        byte[] before = ByteBufUtil.getBytes(request);
        ByteBuf reply = Unpooled.buffer();
        codec.writeReply(request, reply, 1, 2, 3);

        require(Arrays.equals(ByteBufUtil.getBytes(request), before));
        require(reply.readableBytes() == Math.max(base, before.length));
        require(codec.readReply(reply).isPresent());
    }

    /** Without a word, but some hundred times faster than one that could say more: this is asked 10^8 times. */
    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("does not hold");
        }
    }
}
