package io.longhaul.probes.control;

import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.AccessProof;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Lets in who knows the token. A proof is good once, for a short time; hashes are compared in constant time. Thread-safe.
 */
public final class Gatekeeper {
    /** Clocks of two VMs may differ by so much. */
    static final long TOLERANCE_SECONDS = 120;

    private static final int REMEMBERED = 100_000;

    private final Optional<AccessToken> token;
    private final InstantSource clock;
    private final Map<ByteBuffer, Long> used = new HashMap<>();

    public Gatekeeper(Optional<AccessToken> token, InstantSource clock) {
        this.token = token;
        this.clock = clock;
    }

    /** Whether a token is asked for at all. */
    public boolean asksForToken() {
        return token.isPresent();
    }

    /** Whether the proof fits the connection's first octets; always true when no token is asked for. */
    public boolean admits(byte[] firstOctets, Optional<AccessProof> proof) {
        if (token.isEmpty()) {
            return true;
        }
        return proof.isPresent() && fits(token.get(), firstOctets, proof.get());
    }

    private boolean fits(AccessToken secret, byte[] firstOctets, AccessProof proof) {
        byte[] given;
        try {
            given = HexFormat.of().parseHex(proof.mac());
        } catch (IllegalArgumentException notHex) {
            return false;
        }
        byte[] right = ProofOfAccess.mac(secret, firstOctets, proof.unixSeconds());
        return MessageDigest.isEqual(given, right) && isFresh(proof.unixSeconds(), right);
    }

    /** Remembers the hash itself, for its text can be written in many ways. */
    private synchronized boolean isFresh(long made, byte[] mac) {
        long now = clock.instant().getEpochSecond();
        if (made < now - TOLERANCE_SECONDS || made > now + TOLERANCE_SECONDS) {
            return false;
        }
        if (used.size() >= REMEMBERED) {
            used.values().removeIf(seconds -> seconds < now - TOLERANCE_SECONDS);
        }
        return used.size() < REMEMBERED && used.putIfAbsent(ByteBuffer.wrap(mac), made) == null;
    }
}
