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
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.spec.TlsIdentity;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.time.Duration;
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
}
