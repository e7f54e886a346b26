package io.longhaul.probes.control;

import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.Cookie;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What ties the two ends of one control connection together: the client's first octets, the agent's challenge and the client's
 * request. A proof of a token covers all three, so it is good for nothing else. From the same come the cookies of the data
 * connections, one for each, which never pass over the control connection: who does not know the token, or did not see inside the
 * TLS connection, can make none of them, and one that was seen on its data connection is used up. Immutable; thread-safe.
 */
public final class Bond {
    /** Octets of a proof on the wire; all are zero where there is none. */
    public static final int PROOF_LENGTH = 32;

    private static final byte[] PROOF = "longhaul-probe/2 proof".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] STREAM = "longhaul-probe/2 stream".getBytes(StandardCharsets.US_ASCII);

    /** Where no token is asked for the challenge alone is the secret, which TLS hides where there is TLS. */
    private static final AccessToken NO_TOKEN = AccessToken.of("no token was asked for");

    private final byte[] conversation;

    /**
     * @param first the 37 octets that opened the connection
     * @param request of the client, as it came
     */
    public Bond(byte[] first, Challenge challenge, byte[] request) {
        byte[] asked = challenge.document();
        this.conversation = ByteBuffer.allocate(first.length + 2 * Integer.BYTES + asked.length + request.length)
                .put(first)
                .putInt(asked.length)
                .put(asked)
                .putInt(request.length)
                .put(request)
                .array();
    }

    /** Shows knowledge of a token. */
    public byte[] proof(AccessToken token) {
        return mac(token, PROOF, 0);
    }

    /** Whether a proof is that of a token; compared in constant time. */
    public boolean isProof(byte[] given, AccessToken token) {
        return MessageDigest.isEqual(given, proof(token));
    }

    /** The cookies of so many data connections, in the order of the streams. */
    public List<Cookie> streams(Optional<AccessToken> token, int count) {
        var cookies = new ArrayList<Cookie>(count);
        for (int place = 0; place < count; place++) {
            cookies.add(Cookie.ofHash(mac(token.orElse(NO_TOKEN), STREAM, place)));
        }
        return cookies;
    }

    private byte[] mac(AccessToken token, byte[] purpose, int place) {
        return token.authenticate(ByteBuffer.allocate(purpose.length + Integer.BYTES + conversation.length)
                .put(purpose)
                .putInt(place)
                .put(conversation)
                .array());
    }
}
