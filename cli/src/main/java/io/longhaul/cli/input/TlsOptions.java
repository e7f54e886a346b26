package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.TlsIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Mutual TLS for control connections, at both ends. */
public final class TlsOptions {
    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Own certificate chain (PEM): control connections then use mutual TLS.")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Key of the certificate (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = "Authority (PEM) that the other end's certificate must come from.")
    private @Nullable Path authorities;

    /** The files that are given. */
    List<Path> files() {
        return Stream.of(certificate, key, authorities).filter(Objects::nonNull).toList();
    }

    /**
     * Empty when none of the files is given.
     *
     * @throws InvalidInputException when only some are given, or one cannot be used
     */
    public Optional<TlsIdentity> identity() {
        if (certificate == null && key == null && authorities == null) {
            return Optional.empty();
        }
        if (certificate == null || key == null || authorities == null) {
            throw new InvalidInputException(
                    "Mutual TLS needs three files, and not all were given.",
                    "Give --tls-cert, --tls-key and --tls-ca.");
        }
        return Optional.of(TlsIdentity.ofFiles(certificate, key, authorities));
    }
}
