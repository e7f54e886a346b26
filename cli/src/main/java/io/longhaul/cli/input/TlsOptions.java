package io.longhaul.cli.input;

import io.longhaul.campaign.certs.CertificateAuthority;
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

    @Option(
            names = "--identity",
            paramLabel = "FOLDER",
            description = "Folder that longhaul certs issue made: certificate, key, authority and names in one.")
    private @Nullable Path folder;

    /** The files that are given. */
    List<Path> files() {
        return Stream.of(certificate(), key(), authorities())
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable Path certificate() {
        return folder == null ? certificate : folder.resolve(CertificateAuthority.CERTIFICATE);
    }

    private @Nullable Path key() {
        return folder == null ? key : folder.resolve(CertificateAuthority.KEY);
    }

    private @Nullable Path authorities() {
        return folder == null ? authorities : folder.resolve(CertificateAuthority.AUTHORITY);
    }

    /** The names that come with an identity; empty without one. */
    Optional<Path> names() {
        return Optional.ofNullable(folder).map(identity -> identity.resolve(CertificateAuthority.NAMES));
    }

    /**
     * Empty when none of the files is given.
     *
     * @throws InvalidInputException when only some are given, or one cannot be used
     */
    public Optional<TlsIdentity> identity() {
        if (folder != null && (certificate != null || key != null || authorities != null)) {
            throw new InvalidInputException(
                    "The folder (--identity " + folder + ") and single files for TLS were given together.",
                    "Give --identity FOLDER alone, or --tls-cert, --tls-key and --tls-ca.");
        }
        Path chain = certificate();
        Path secret = key();
        Path trusted = authorities();
        if (chain == null && secret == null && trusted == null) {
            return Optional.empty();
        }
        if (chain == null || secret == null || trusted == null) {
            throw new InvalidInputException(
                    "Mutual TLS needs three files, and not all were given.",
                    "Give --tls-cert, --tls-key and --tls-ca, or --identity FOLDER.");
        }
        return Optional.of(TlsIdentity.ofFiles(chain, secret, trusted));
    }
}
