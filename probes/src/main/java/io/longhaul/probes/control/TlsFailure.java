package io.longhaul.probes.control;

import java.util.Optional;
import javax.net.ssl.SSLException;

/** Reads why TLS failed off an exception. Stateless. */
public final class TlsFailure {
    private TlsFailure() {}

    /** One sentence; empty when the exception is of another kind. */
    public static Optional<String> message(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return Optional.of("TLS failed: " + cause.getMessage() + ".");
            }
        }
        return Optional.empty();
    }
}
