package io.longhaul.probes.wire;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The 37 octets that open every TCP connection of a test: 36 characters and a trailing NUL. The same octets on the
 * control connection and on each data connection bind them together. Immutable.
 */
public final class Cookie {
    /** Octets on the wire. */
    public static final int LENGTH = 37;

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int BITS = 5;

    private final byte[] octets;

    private Cookie(byte[] octets) {
        this.octets = octets;
    }

    /** A fresh one; 180 bits, so the source of randomness should be a secure one outside tests. */
    public static Cookie random(RandomGenerator random) {
        byte[] octets = new byte[LENGTH];
        for (int i = 0; i < LENGTH - 1; i++) {
            octets[i] = (byte) ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        }
        return new Cookie(octets);
    }

    /**
     * The first characters of a hash: 180 bits of it.
     *
     * @param hash 32 octets
     */
    public static Cookie ofHash(byte[] hash) {
        byte[] octets = new byte[LENGTH];
        var bits = new BigInteger(1, hash);
        for (int i = 0; i < LENGTH - 1; i++) {
            octets[i] = (byte) ALPHABET.charAt(bits.shiftRight(BITS * i).intValue() & (ALPHABET.length() - 1));
        }
        return new Cookie(octets);
    }

    /**
     * Takes the octets as they came; old clients use other characters, so all are welcome.
     *
     * @throws IllegalArgumentException when there are not exactly {@value #LENGTH}
     */
    public static Cookie of(byte[] octets) {
        if (octets.length != LENGTH) {
            throw new IllegalArgumentException("a cookie has " + LENGTH + " octets, not " + octets.length);
        }
        return new Cookie(octets.clone());
    }

    public byte[] octets() {
        return octets.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cookie cookie && Arrays.equals(octets, cookie.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }

    /** The text without the NUL, for reports. */
    @Override
    public String toString() {
        return new String(octets, 0, LENGTH - 1, StandardCharsets.ISO_8859_1);
    }
}
