package io.longhaul.probes.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.spec.AccessToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets a reply, also while forged senders come by the ten thousand. */
class StampServiceTest {
    private static final AccessToken KEY = AccessToken.of("a key of both ends");
    private static final long NOW = 1_800_000_000;
    private static final InetSocketAddress FRIEND = sender(1);

    private final StampService service = new StampService(new StampCodec(Optional.empty()), false);

    private static InetSocketAddress sender(int number) {
        try {
            byte[] address = ByteBuffer.allocate(4).putInt(0x0a000000 + number).array();
            return new InetSocketAddress(InetAddress.getByAddress(address), 1000);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteBuf request(int octets) {
        return Unpooled.wrappedBuffer(new byte[octets]);
    }

    private OptionalLong ask(InetSocketAddress sender, long second) {
        return service.numberOfReply(sender, request(44), second);
    }

    @ParameterizedTest
    @CsvSource({
        "13, false, false",
        "13, true, false",
        "14, false, false",
        "14, true, true",
        "43, false, false",
        "43, true, true",
        "44, false, true",
        "45, false, true",
        "1472, false, true"
    })
    void aRequestShorterThanItsReplyIsAnsweredWhereAskedFor(int octets, boolean answersShort, boolean answered) {
        var asked = new StampService(new StampCodec(Optional.empty()), answersShort);

        assertThat(asked.numberOfReply(FRIEND, request(octets), NOW).isPresent())
                .isEqualTo(answered);
    }

    @Test
    void repliesAreNumberedBySession() {
        assertThat(ask(FRIEND, NOW)).hasValue(0);
        assertThat(ask(FRIEND, NOW)).hasValue(1);
        assertThat(ask(sender(2), NOW)).hasValue(0);
        assertThat(service.numberOfReply(FRIEND, request(44).setShort(14, 7), NOW))
                .hasValue(0);
        assertThat(ask(FRIEND, NOW + 1)).hasValue(2);
    }

    @Test
    void aKnownSenderIsServedInAFlood() {
        for (int second = 0; second < 40; second++) {
            assertThat(ask(FRIEND, NOW + second)).hasValue(second);
            for (int i = 0; i < 2 * StampService.ROOM; i++) {
                ask(sender(second * 2 * StampService.ROOM + i + 10), NOW + second);
            }
        }
    }

    @Test
    void whoWasSilentForLongMakesRoom() {
        for (int i = 0; i < StampService.ROOM; i++) {
            assertThat(ask(sender(i), NOW)).hasValue(0);
        }

        assertThat(ask(sender(StampService.ROOM), NOW + 29)).isEmpty();
        assertThat(ask(sender(StampService.ROOM), NOW + 30)).hasValue(0);
        assertThat(ask(sender(0), NOW + 31)).as("forgotten, so new").hasValue(0);
    }

    @Test
    void anAddressHasSoManyAnswersASecond() {
        for (int i = 0; i < StampService.RATE; i++) {
            assertThat(ask(FRIEND, NOW)).hasValue(i);
        }

        assertThat(ask(FRIEND, NOW)).isEmpty();
        assertThat(ask(sender(2), NOW)).hasValue(0);
        assertThat(ask(FRIEND, NOW + 1)).hasValue(StampService.RATE);
    }

    /** Else 400 forged packets, each as if from the other, keep two reflectors busy for ever. */
    @Test
    void aReplyIsNotAnswered() {
        for (Optional<AccessToken> key : List.of(Optional.<AccessToken>empty(), Optional.of(KEY))) {
            var codec = new StampCodec(key);
            var other = new StampService(codec, true);
            ByteBuf request = sealedAt(codec, 1, NOW);
            assertThat(other.numberOfReply(FRIEND, request, NOW)).isPresent();
            ByteBuf reply = Unpooled.buffer();
            long now = NtpTime.of(Instant.ofEpochSecond(NOW));
            codec.writeReply(request, reply, 1, now, now + 1000);

            assertThat(other.numberOfReply(FRIEND, reply, NOW)).isEmpty();
        }
    }

    @Test
    void aSealedRequestIsGoodOnceFromWhereverItComes() {
        var codec = new StampCodec(Optional.of(KEY));
        var sealed = new StampService(codec, false);
        for (int number = 0; number < 1000; number++) {
            ByteBuf request = sealedAt(codec, number, NOW);
            assertThat(sealed.numberOfReply(FRIEND, request, NOW)).hasValue(number);
            assertThat(sealed.numberOfReply(FRIEND, request, NOW)).isEmpty();
            assertThat(sealed.numberOfReply(sender(2), request, NOW + 60)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"-61, false", "-60, true", "0, true", "60, true", "61, false"})
    void aSealedRequestIsOfNow(long secondsAway, boolean answered) {
        var codec = new StampCodec(Optional.of(KEY));
        ByteBuf request = sealedAt(codec, 1, NOW + secondsAway);

        assertThat(new StampService(codec, false)
                        .numberOfReply(FRIEND, request, NOW)
                        .isPresent())
                .isEqualTo(answered);
    }

    /** Until it is too old by the clock, whatever came in between. */
    @Test
    void whatWasHeardIsRememberedAsLongAsItIsFresh() {
        var codec = new StampCodec(Optional.of(KEY));
        var sealed = new StampService(codec, false);
        ByteBuf ahead = sealedAt(codec, 1, NOW + 60);
        assertThat(sealed.numberOfReply(FRIEND, ahead, NOW)).isPresent();
        for (int second = 1; second <= 121; second++) {
            sealed.numberOfReply(FRIEND, sealedAt(codec, second + 1, NOW + second), NOW + second);
            assertThat(sealed.numberOfReply(sender(3), ahead, NOW + second)).isEmpty();
        }
    }

    private static ByteBuf sealedAt(StampCodec codec, int sequence, long second) {
        ByteBuf request = Unpooled.buffer();
        codec.writeRequest(
                request, codec.lengthFor(1), sequence, NtpTime.of(Instant.ofEpochSecond(second)), new Random(1));
        return request;
    }
}
