package io.longhaul.probes.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.spec.AccessToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Extensions behind a packet, and seals, drawn in hexadecimal. */
class StampExtensionsTest {
    private static final AccessToken KEY = AccessToken.of("0123456789abcdef");
    private static final StampCodec OPEN = new StampCodec(Optional.empty());
    private static final StampCodec SEALED = new StampCodec(Optional.of(KEY));
    private static final StampSeal SEAL = new StampSeal(KEY);

    /** What comes back for extensions behind an unauthenticated packet. */
    private static String returned(String extensions) {
        ByteBuf request = Unpooled.buffer().writeZero(44).writeBytes(ByteBufUtil.decodeHexDump(extensions));
        ByteBuf reply = Unpooled.buffer();
        OPEN.writeReply(request, reply, 7, 2, 3);
        return ByteBufUtil.hexDump(reply, 44, reply.readableBytes() - 44);
    }

    @ParameterizedTest
    @CsvSource({
        // padding is understood
        "80010004 aabbccdd, 00010004 aabbccdd",
        "80010000, 00010000",
        // a question about the clock is answered
        "80030004 00000000, 00030004 05020502",
        // what is not known comes back as it came, and says so
        "80090002 1234, 80090002 1234",
        "00fe0004 00000001, 80fe0004 00000001",
        // one after the other
        "80010002 aabb 80630001 ff 80010000, 00010002 aabb 80630001 ff 00010000",
        // too long for the packet: malformed
        "80010005 aabbccdd, 40010005 aabbccdd",
        "8001, 4001",
        // the wrong length for its type; what follows is not looked at
        "80030003 000000 80010001 aa, 40030003 000000 80010001 aa",
        "80010001 aa 8063ffff 00, 00010001 aa 4063ffff 00",
        // without a key nothing is known of seals
        "80080010 00112233445566778899aabbccddeeff, 80080010 00112233445566778899aabbccddeeff",
        // flags a sender may not set are put right
        "e0010000, 00010000"
    })
    void extensionsComeBackMarked(String request, String reply) {
        assertThat(returned(request.replace(" ", ""))).isEqualTo(reply.replace(" ", ""));
    }

    private static ByteBuf sealed(String extensions) {
        ByteBuf request = Unpooled.buffer();
        SEALED.writeRequest(request, 112, 5, 0x0102030405060708L, new Random(1));
        return request.writeBytes(ByteBufUtil.decodeHexDump(extensions));
    }

    private static String reflected(ByteBuf request) {
        ByteBuf reply = Unpooled.buffer();
        SEALED.writeReply(request, reply, 9, 2, 3);
        assertThat(SEAL.isSealed(reply, 0)).isTrue();
        assertThat(reply.readableBytes()).isEqualTo(request.readableBytes());
        return ByteBufUtil.hexDump(reply, 112, reply.readableBytes() - 112);
    }

    /** The seal was computed by Python's hmac module. */
    @Test
    void aSealedRequestIsAsTheStandardSays() {
        assertThat(ByteBufUtil.hexDump(sealed("")))
                .isEqualTo("00000005" + "00".repeat(12) + "0102030405060708" + "1042" + "0000" + "00".repeat(68)
                        + "5dcca9a7cf0826f42ed24c1fb31afc04");
    }

    @Test
    void aSealedReplyHasItsFieldsWhereTheStandardPutsThem() {
        ByteBuf reply = Unpooled.buffer();
        SEALED.writeReply(sealed(""), reply, 9, 0x1112131415161718L, 0x2122232425262728L);

        assertThat(ByteBufUtil.hexDump(reply, 0, 96))
                .isEqualTo("00000009" + "00".repeat(12) + "2122232425262728" + "1042" + "0000" + "00000000"
                        + "1112131415161718" + "00".repeat(8) + "00000005" + "00".repeat(12) + "0102030405060708"
                        + "1042" + "00".repeat(6) + "ff" + "00".repeat(15));
        StampReply read = SEALED.readReply(reply).orElseThrow();
        assertThat(read).isEqualTo(new StampReply(9, 0x2122232425262728L, 0x1112131415161718L, 5, 0x0102030405060708L));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 16, 95, 96, 111})
    void anOctetChangedBreaksTheSeal(int place) {
        ByteBuf request = sealed("");
        assertThat(SEALED.isRequest(request)).isTrue();
        request.setByte(place, request.getByte(place) ^ 1);

        assertThat(SEALED.isRequest(request)).isFalse();
    }

    @Test
    void paddingNeedsNoSealOfItsOwn() {
        assertThat(reflected(sealed("80010002aabb"))).isEqualTo("00010002aabb");
    }

    @Test
    void otherExtensionsBehindASealedPacketDo() {
        assertThat(reflected(sealed("8003000400000000"))).isEqualTo("2003000400000000");
    }

    @Test
    void sealedExtensionsAreAnsweredAndSealedAgain() {
        ByteBuf request = sealed("8003000400000000" + "80080010" + "00".repeat(16) + "80010001aa");
        request.setBytes(112 + 12, SEAL.ofExtensions(request, 0, 112, 112 + 8));

        String answer = reflected(request);

        ByteBuf expected = Unpooled.buffer().writeInt(9).writeBytes(ByteBufUtil.decodeHexDump("0003000405020502"));
        String again = ByteBufUtil.hexDump(SEAL.ofExtensions(expected, 0, 4, 12));
        assertThat(answer).isEqualTo("0003000405020502" + "00080010" + again + "00010001aa");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong seal", "not last", "wrong length"})
    void extensionsWithoutAGoodSealAreReturnedAsTampered(String how) {
        ByteBuf request = sealed(
                switch (how) {
                    case "not last" -> "80080010" + "00".repeat(16) + "8003000400000000";
                    case "wrong length" -> "8003000400000000" + "8008000f" + "00".repeat(15);
                    default -> "8003000400000000" + "80080010" + "00".repeat(16);
                });
        if (how.equals("not last")) {
            request.setBytes(116, SEAL.ofExtensions(request, 0, 112, 112));
        }

        assertThat(reflected(request))
                .startsWith("20")
                .isEqualTo(ByteBufUtil.hexDump(request, 112, request.readableBytes() - 112)
                        .replace("8003", "2003")
                        .replace("8008", "2008"));
    }
}
