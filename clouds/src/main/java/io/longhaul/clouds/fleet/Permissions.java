package io.longhaul.clouds.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The least permissions that a fleet needs, as each cloud's own document. Stateless. */
public final class Permissions {
    private Permissions() {}

    /** The document of a provider, with what is to be done with it. */
    public static String of(String provider) {
        try (InputStream in = Permissions.class.getResourceAsStream("permissions-" + provider + ".json")) {
            if (in == null) {
                throw new IllegalArgumentException("there are no permissions for " + provider);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
