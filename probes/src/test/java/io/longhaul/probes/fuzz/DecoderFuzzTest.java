package io.longhaul.probes.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.AdminMessages;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.ControlDecoder;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.DatagramHeader;
import io.longhaul.probes.wire.DatagramHello;
import io.longhaul.probes.wire.Hello;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.PeerText;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.Results;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Octets from a peer end in a message or in a {@link ProtocolException}, never in anything else. The normal run tries the
 * kept seeds (resources beside this class); {@code JAZZER_FUZZ=1 mvn test -Dtest=DecoderFuzzTest#METHOD} searches for new ones.
 */
class DecoderFuzzTest {
    private static final int DOCUMENT_LIMIT = 4096;

    /** Notes what comes out, and expects documents and codes where both sides of the protocol would. */
    private static final class Peer implements ControlDecoder.Sink {
        private final List<String> heard = new ArrayList<>();
        private final ControlDecoder decoder = new ControlDecoder(this);

        @Override
        public void onState(ControlState state) {
            heard.add(state.name());
            switch (state) {
                case EXCHANGE_RESULTS, PARAM_EXCHANGE -> decoder.expectDocument(DOCUMENT_LIMIT);
                case SERVER_ERROR -> decoder.expect(ControlDecoder.Expect.ERROR_CODES);
                default -> {}
            }
        }

        @Override
        public void onDocument(byte[] json) {
            assertThat(json.length).isBetween(1, DOCUMENT_LIMIT);
            heard.add(Arrays.toString(json));
        }

        @Override
        public void onErrorCodes(int code, int errno) {
            heard.add(code + "/" + errno);
        }

        /** What was heard, with the refusal at the end if there was one. */
        List<String> hear(byte[] octets, int piece) {
            try {
                for (int at = 0; at < octets.length; at += piece) {
                    decoder.feed(Unpooled.wrappedBuffer(octets, at, Math.min(piece, octets.length - at)));
                }
            } catch (ProtocolException refused) {
                heard.add("refused");
            }
            return heard;
        }
    }

    @FuzzTest(maxDuration = "2m")
    void controlMessagesAreTheSameInAnyPieces(byte[] octets) {
        List<String> whole = new Peer().hear(octets, Math.max(1, octets.length));

        assertThat(new Peer().hear(octets, 1)).isEqualTo(whole);
        assertThat(new Peer().hear(octets, 7)).isEqualTo(whole);
    }

    @FuzzTest(maxDuration = "2m")
    void parametersAreReadOrRefused(byte[] octets) {
        try {
            Parameters read = Parameters.decode(octets);
            assertThat(Parameters.decode(octets)).isEqualTo(read);
        } catch (ProtocolException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @FuzzTest(maxDuration = "2m")
    void resultsAreReadOrRefused(byte[] octets) {
        try {
            Results.decode(octets)
                    .streams()
                    .forEach(stream -> assertThat(stream.bytes()).isNotNegative());
        } catch (ProtocolException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @FuzzTest(maxDuration = "2m")
    void firstOctetsAreReadOrRefused(byte[] octets) {
        byte[] first = Arrays.copyOf(octets, Cookie.LENGTH);
        if (Hello.isHello(first)) {
            Hello.service(first);
        } else {
            assertThat(Cookie.of(first).octets()).isEqualTo(first);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void openingsAndQuestionsAreReadOrRefused(byte[] octets) {
        for (Consumer<byte[]> decoder :
                List.<Consumer<byte[]>>of(Challenge::read, AdminMessages.Request::read, AdminMessages::readAnswer)) {
            try {
                decoder.accept(octets);
            } catch (ProtocolException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
        String shown = PeerText.of(new String(octets, StandardCharsets.UTF_8));
        assertThat(shown.chars().anyMatch(Character::isISOControl)).isFalse();
    }

    @FuzzTest(maxDuration = "30m", maxExecutions = 100_000_000)
    void datagramsAreReadOrLeft(byte[] octets) {
        ByteBuf datagram = Unpooled.wrappedBuffer(octets);
        DatagramHello.isRequest(datagram);
        DatagramHello.isReply(datagram);
        for (boolean wide : new boolean[] {false, true}) {
            if (DatagramHeader.fits(octets.length, wide)) {
                DatagramHeader.nanos(datagram);
                DatagramHeader.sequence(datagram, wide);
            }
        }
        if (datagram.readableBytes() != octets.length) {
            throw new AssertionError("a decoder that looks takes nothing");
        }
    }

    @FuzzTest(maxDuration = "2m")
    void tokensAreTakenOrRefused(byte[] octets) {
        try {
            AccessToken.ofEnvironment(Map.of(AccessToken.VARIABLE, new String(octets, StandardCharsets.ISO_8859_1)));
        } catch (InvalidInputException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }
}
