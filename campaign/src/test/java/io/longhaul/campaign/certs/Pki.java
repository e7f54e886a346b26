package io.longhaul.campaign.certs;

import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.TlsIdentity;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Authorities and certificates in a folder of a test. */
public record Pki(Path folder) {
    /** An authority in a folder of its name. */
    public CertificateAuthority authority(String name) {
        return CertificateAuthority.create(
                folder.resolve(name), name, Duration.ofDays(2), Instant.now(), new SecureRandom());
    }

    /** The folder of a certificate for a host. */
    public Path issued(CertificateAuthority authority, String name, Role role, String host) {
        return authority
                .issue(
                        new Holder(name, role, List.of(host), Duration.ofDays(1)),
                        folder,
                        Instant.now(),
                        new SecureRandom())
                .folder();
    }

    /** Who shows the certificate of such a folder. */
    public static TlsIdentity identity(Path issued) {
        return TlsIdentity.ofFiles(
                issued.resolve(CertificateAuthority.CERTIFICATE),
                issued.resolve(CertificateAuthority.KEY),
                issued.resolve(CertificateAuthority.AUTHORITY));
    }
}
