package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.junit.OnLab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernel TCP and UDP between the sites of one lab, compared with what it was told. */
@OnLab("study-7")
@Timeout(120)
class FaithfulLabTest {
    private static final SiteId HUB = SiteId.parse("lab:hub");
    private static final SiteId NEAR = SiteId.parse("lab:r12");
    private static final SiteId FAR = SiteId.parse("lab:r90");
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** A Java program of this class path, run at a site. */
    static List<String> java(String... args) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SiteProgram.class.getName()));
        command.addAll(Arrays.asList(args));
        return command;
    }

    private static SiteProcess.Result run(FaithfulLab lab, SiteId at, String... args) {
        SiteProcess.Result result = lab.exec(at, java(args)).await(PATIENCE);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        return result;
    }

    private static SiteProcess serve(FaithfulLab lab, SiteId at, String... args) {
        SiteProcess server = lab.exec(at, java(args));
        run(lab, HUB, "await", lab.address(at).getHostAddress());
        return server;
    }

    @Test
    void roundTripsOfConnectsAndEchoesAreTheTopologys(FaithfulLab lab) {
        SiteProcess server = serve(lab, NEAR, "echo");
        List<Double> millis = Stream.of(run(lab, HUB, "ping", lab.address(NEAR).getHostAddress())
                        .output()
                        .strip()
                        .split(" ", -1))
                .map(Double::valueOf)
                .toList();
        server.kill();
        assertThat(millis.get(0)).as("fastest connects").isBetween(11.8, 13.5);
        assertThat(millis.get(1)).as("fastest echoes").isBetween(11.8, 13.5);
    }

    @Test
    void oneStreamCarriesWindowOverRoundTripAndTruthCountsIt(FaithfulLab lab) {
        SiteProcess server = serve(lab, FAR, "sink");
        double rate = Double.parseDouble(run(lab, HUB, "send", lab.address(FAR).getHostAddress(), "1")
                .output()
                .strip());
        server.kill();
        Link link = new Link(HUB, FAR);
        double truth = lab.topology().steadyRate(link, 1).bitsPerSecond();
        assertThat(rate).isCloseTo(truth, Percentage.withPercentage(8));

        LabTruth told = lab.truth();
        assertThat(told.onLink(link).delivered().bytes()).isGreaterThan((long) (rate / 8 * 2));
        assertThat(told.flows())
                .anyMatch(flow -> flow.link().equals(link) && flow.delivered().bytes() > 1_000_000);
        assertThat(lab.health().windows().get(FAR))
                .satisfies(window -> assertThat((double) window.advertised().bytes())
                        .isCloseTo((double) window.asked().bytes(), Percentage.withPercentage(5)));
    }

    @Test
    void ipv6AndUdpPassAsWell(FaithfulLab lab) {
        SiteProcess server = serve(lab, FAR, "echo");
        assertThat(run(lab, HUB, "ping", "fd66::4").output()).isNotBlank();
        assertThat(run(lab, HUB, "udp", lab.address(FAR).getHostAddress())
                        .output()
                        .strip())
                .isEqualTo("20");
        assertThat(run(lab, HUB, "udp", "fd66::4").output().strip()).isEqualTo("20");
        server.kill();
    }

    @Test
    void sitesKnowEachOtherByName(FaithfulLab lab) {
        var result = lab.exec(HUB, List.of("sh", "-c", "grep r90.lab /etc/hosts; echo $LONGHAUL_SITE"))
                .await(PATIENCE);
        assertThat(result.output()).contains("10.66.0.4 r90.lab", "fd66::4 r90.lab", "lab:hub");
    }

    @Test
    void aSocketMadeOutsideEverySiteReachesNothing(FaithfulLab lab) {
        // the same call at a site gets through; outside there is no route to the sites, nor to any other host
        SiteProcess server = serve(lab, NEAR, "echo");
        for (String target : List.of(lab.address(NEAR).getHostAddress(), "192.0.2.1", "2001:db8::1")) {
            var result = lab.execOutsideSites(java("connect", target)).await(PATIENCE);
            assertThat(result.output()).as(target).contains("unreachable");
        }
        assertThat(lab.exec(HUB, java("connect", "192.0.2.1")).await(PATIENCE).output())
                .contains("unreachable");
        assertThat(lab.exec(HUB, java("connect", lab.address(NEAR).getHostAddress()))
                        .await(PATIENCE)
                        .output())
                .contains("connected");
        server.kill();
        assertThat(lab.health().interfaces()).containsExactly("lo");
    }

    @Test
    void aProgramThatCannotBeStartedAndAStrangeSiteAreErrors(FaithfulLab lab) {
        assertThatThrownBy(() -> lab.exec(HUB, List.of("no-such-program")).await(PATIENCE))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("no-such-program");
        assertThatThrownBy(() -> lab.exec(SiteId.parse("aws:mars-1"), List.of("true")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("aws:mars-1");
        assertThat(lab.exec(HUB, List.of("sh", "-c", "exit 7")).await(PATIENCE).exitCode())
                .isEqualTo(7);
    }
}
