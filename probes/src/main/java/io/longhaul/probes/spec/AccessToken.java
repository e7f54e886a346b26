package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that agent and prober share. It comes from a file or the environment, never from a command line, is never
 * sent, and does not print itself. Immutable.
 */
public final class AccessToken {
    /** Where {@link #ofEnvironment} looks. */
    public static final String VARIABLE = "LONGHAUL_TOKEN";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST = 16;

    private final SecretKeySpec key;

    private AccessToken(SecretKeySpec key) {
        this.key = key;
    }

    /**
     * Takes a secret text; white space around it does not count.
     *
     * @throws InvalidInputException when it is shorter than 16 characters
     */
    public static AccessToken of(String secret) {
        String stripped = secret.strip();
        if (stripped.length() < SHORTEST) {
            throw new InvalidInputException(
                    "The token has " + stripped.length() + " characters, fewer than " + SHORTEST + ".",
                    "Make one with: openssl rand -hex 32");
        }
        return new AccessToken(new SecretKeySpec(stripped.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    }

    /**
     * Reads the secret from a file.
     *
     * @throws InvalidInputException when the file cannot be read, or its text is too short
     */
    public static AccessToken ofFile(Path file) {
        try {
            return of(Files.readString(file));
        } catch (IOException e) {
            throw new InvalidInputException(
                    "The token file (" + file + ") cannot be read.", "Check that it is there and yours to read.", e);
        }
    }

    /** The secret in {@value #VARIABLE}, if it is set. */
    public static Optional<AccessToken> ofEnvironment(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).map(AccessToken::of);
    }

    /** HMAC-SHA-256 of the octets under this token. */
    public byte[] authenticate(byte[] octets) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(octets);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "AccessToken[hidden]";
    }
}
