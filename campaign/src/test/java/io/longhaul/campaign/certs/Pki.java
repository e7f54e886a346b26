package io.longhaul.campaign.certs;

import io.longhaul.probes.spec.Role;
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
}
