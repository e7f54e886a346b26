package io.longhaul.probes.client;

import io.longhaul.probes.control.Bond;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Hello;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.Service;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The client's half of how a conversation with an agent begins: first octets, then request and proof. Confined to one loop. */
final class Opening {
    private final Optional<AccessToken> token;
    private final byte[] first;
    private @Nullable Bond bond;
    private Optional<AccessToken> proven = Optional.empty();

    Opening(Service service, Optional<AccessToken> token, RandomGenerator random) {
        this.token = token;
        this.first = Hello.of(service, random);
    }

    /** What opens the connection. */
    byte[] first() {
        return first.clone();
    }

    /**
     * What answers the agent's challenge: the request and the proof, framed.
     *
     * @throws ProtocolException when the challenge is none
     */
    byte[] answer(byte[] challenge, byte[] request) {
        Challenge asked = Challenge.read(challenge);
        var made = new Bond(first, asked, request);
        proven = token.filter(own -> asked.asksForToken());
        bond = made;
        byte[] proof = proven.map(made::proof).orElseGet(() -> new byte[Bond.PROOF_LENGTH]);
        return ByteBuffer.allocate(2 * Integer.BYTES + request.length + proof.length)
                .putInt(request.length)
                .put(request)
                .putInt(proof.length)
                .put(proof)
                .array();
    }

    /** The cookies of so many data connections; after the answer. */
    List<Cookie> streams(int count) {
        Bond made = bond;
        if (made == null) {
            throw new IllegalStateException("the challenge was not answered yet");
        }
        return made.streams(proven, count);
    }
}
