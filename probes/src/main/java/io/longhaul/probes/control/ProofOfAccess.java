package io.longhaul.probes.control;

import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.AccessProof;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;

/** Makes the keyed hash that shows knowledge of a token: over the connection's first octets and the time. Stateless. */
public final class ProofOfAccess {
    private static final byte[] PURPOSE = "longhaul-probe/1".getBytes(StandardCharsets.US_ASCII);

    private ProofOfAccess() {}

    public static AccessProof make(AccessToken token, byte[] firstOctets, Instant now) {
        long seconds = now.getEpochSecond();
        return new AccessProof(seconds, HexFormat.of().formatHex(mac(token, firstOctets, seconds)));
    }

    static byte[] mac(AccessToken token, byte[] firstOctets, long unixSeconds) {
        return token.authenticate(ByteBuffer.allocate(PURPOSE.length + firstOctets.length + Long.BYTES)
                .put(PURPOSE)
                .put(firstOctets)
                .putLong(unixSeconds)
                .array());
    }
}
