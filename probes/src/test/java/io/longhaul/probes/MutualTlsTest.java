package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.spec.TlsIdentity;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Control over mutual TLS: who has a certificate of the authority is let in, nobody else. */
class MutualTlsTest {
    private static final EventLoops LOOPS = EventLoops.start(2);
    private static final Link LINK = new Link(SiteId.parse("lab:here"), SiteId.parse("lab:there"));
    private static final LatencySpec ECHO =
            LatencySpec.of(LatencyMethod.TCP_ECHO, 5).withSpacing(Duration.ofMillis(1));

    private static X509Bundle authority;
    private static Agent agent;

    @BeforeAll
    static void start() throws Exception {
        authority = authority("CN=ours");
        agent = Agent.start(AgentOptions.onLoopback(0).withTls(identity(authority, authority, "127.0.0.1")), LOOPS);
    }

    @AfterAll
    static void stop() {
        agent.close();
        LOOPS.close();
    }

    private static X509Bundle authority(String name) throws Exception {
        return new CertificateBuilder()
                .subject(name)
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    private static TlsIdentity identity(X509Bundle issuer, X509Bundle trusted, String address) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=vm")
                .addSanIpAddress(address)
                .buildIssuedBy(issuer);
        return TlsIdentity.ofFiles(
                own.toTempCertChainPem().toPath(),
                own.toTempPrivateKeyPem().toPath(),
                trusted.toTempRootCertPem().toPath());
    }

    private static ProbeTarget target() {
        return ProbeTarget.of("127.0.0.1", agent.address().getPort(), LINK);
    }

    private static Measurement run(ProbeTarget target) {
        return new Prober(LOOPS)
                .throughput(
                        target,
                        ThroughputSpec.builder()
                                .streams(3)
                                .duration(Duration.ofMillis(300))
                                .build(),
                        ProgressListener.NONE)
                .join();
    }

    @Test
    void aCertificateOfTheAuthorityLetsIn() throws Exception {
        ProbeTarget known = target().withTls(identity(authority, authority, "127.0.0.1"));

        assertThat(run(known)).isInstanceOf(ThroughputMeasurement.class);
        assertThat(new Prober(LOOPS).latency(known, ECHO).join()).isInstanceOf(LatencyMeasurement.class);
    }

    @Test
    void withoutTlsNobodyIsLetIn() {
        assertThat(run(target())).isInstanceOf(FailedMeasurement.class);
        assertThat(new Prober(LOOPS).latency(target(), ECHO).join()).isInstanceOf(FailedMeasurement.class);
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        X509Bundle other = authority("CN=theirs");

        assertThat(run(target().withTls(identity(other, authority, "127.0.0.1"))))
                .isInstanceOf(FailedMeasurement.class);
    }

    @Test
    void anAgentWithACertificateForAnotherHostIsNotTrusted() throws Exception {
        try (Agent stranger =
                Agent.start(AgentOptions.onLoopback(0).withTls(identity(authority, authority, "10.9.9.9")), LOOPS)) {
            ProbeTarget target = ProbeTarget.of("127.0.0.1", stranger.address().getPort(), LINK)
                    .withTls(identity(authority, authority, "127.0.0.1"));

            assertThat(run(target))
                    .isInstanceOfSatisfying(
                            FailedMeasurement.class,
                            failure -> assertThat(failure.message()).contains("TLS"));
        }
    }

    @Test
    void filesThatAreNoCertificatesAreRefusedWithTheirNames() {
        assertThatThrownBy(() -> TlsIdentity.ofFiles(Path.of("pom.xml"), Path.of("pom.xml"), Path.of("pom.xml")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("pom.xml");
    }

    private static X509Bundle client(String name) throws Exception {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .addSanDnsName(name)
                .buildIssuedBy(authority);
    }

    @Test
    void onlyNamesThatAreGivenAreLetInWithTheirRoles() throws Exception {
        var access = new Access(
                List.of(),
                Optional.empty(),
                List.of(
                        new Access.Name(Role.CLIENT, "*.probes.example"),
                        new Access.Name(Role.COORDINATOR, "ctl.example")),
                List.of());

        assertThat(access.callerOf(List.of(client("a.probes.example").getCertificate())))
                .hasValue(new Access.Caller("a.probes.example", Role.CLIENT));
        assertThat(access.callerOf(List.of(client("ctl.example").getCertificate()))
                        .orElseThrow()
                        .role())
                .isEqualTo(Role.COORDINATOR);
        assertThat(access.callerOf(List.of(client("probes.example.evil").getCertificate())))
                .isEmpty();
        assertThat(access.callerOf(List.of(client("evilprobes.example").getCertificate())))
                .isEmpty();
        assertThat(access.callerOf(List.of())).isEmpty();
    }

    @Test
    void aRevokedCertificateIsNotLetIn() throws Exception {
        X509Certificate lost = client("lost.example").getCertificate();
        X509Certificate kept = client("kept.example").getCertificate();
        var list =
                new JcaX509v2CRLBuilder(authority.getCertificate().getSubjectX500Principal(), Date.from(Instant.now()));
        list.addCRLEntry(lost.getSerialNumber(), Date.from(Instant.now()), 1);
        X509CRL revoked = new JcaX509CRLConverter()
                .getCRL(list.build(new JcaContentSignerBuilder("SHA256withECDSA")
                        .build(authority.getKeyPair().getPrivate())));
        Path file = Files.write(Files.createTempFile("revoked", ".crl"), revoked.getEncoded());
        var access = new Access(List.of(), Optional.empty(), List.of(), Access.revokedOf(file));

        assertThat(access.callerOf(List.of(lost))).isEmpty();
        assertThat(access.callerOf(List.of(kept))).isPresent();
    }
}
