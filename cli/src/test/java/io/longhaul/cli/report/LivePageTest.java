package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.campaign.run.RunState;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LivePageTest {
    private static final Link THERE = Link.between("aws:a", "gcp:b");
    private final LivePage page =
            new LivePage(0, "<script>week</script>", 4, List.of(SiteId.parse("aws:a"), SiteId.parse("gcp:b")));

    @AfterEach
    void close() {
        page.close();
    }

    private String ask(String request, String host) throws IOException {
        URI there = URI.create(page.address());
        try (var socket = new Socket(there.getHost(), there.getPort())) {
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static MeasurementHeader header(Link link) {
        return new MeasurementHeader(
                "1",
                link,
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Duration.ofSeconds(1),
                new MeasurementHeader.Prober("test", "1"),
                Optional.empty());
    }

    @Test
    void showsTheNewestOfEachLinkAndWhatIsLeft() throws IOException {
        page.measured(ThroughputMeasurement.ofRates(
                header(THERE),
                ThroughputAsked.streams("longhaul", 1, Optional.empty()),
                Optional.empty(),
                Optional.of(new Transferred(Optional.empty(), Bandwidth.parse("320 Mbit/s"))),
                Optional.empty(),
                List.of(),
                StopReason.TIME));
        page.measured(new FailedMeasurement(
                header(THERE.reversed()), Measurement.Kind.THROUGHPUT, "agent-silent", "It does not answer."));
        page.say("<b>odd</b>");
        page.at(new RunState(), 4, Optional.of(Duration.ofSeconds(90)));

        Document shown = Jsoup.parse(ask("GET /", "127.0.0.1:1"));

        assertThat(shown.select("td.h4").text()).isEqualTo("320 Mbit/s");
        assertThat(shown.select("td.failed").text()).isEqualTo("agent-silent");
        assertThat(shown.select(".headline").text()).contains("0 %").contains("1 min 30 s left");
        assertThat(shown.select("h1").text()).isEqualTo("<script>week</script>");
        assertThat(shown.select("script, b"))
                .as("texts of others are no markup")
                .isEmpty();
        assertThat(ask("GET /status", "localhost")).contains("longhaul-campaign/1");
    }

    @Test
    void pagesOfOthersReadNothing() throws IOException {
        assertThat(ask("GET /", "evil.example"))
                .as("a name that leads here by DNS")
                .startsWith("HTTP/1.1 403");
        assertThat(ask("GET /", "127.0.0.1.evil.example")).startsWith("HTTP/1.1 403");
        assertThat(ask("POST /", "127.0.0.1")).startsWith("HTTP/1.1 405");
        assertThat(ask("GET /else", "127.0.0.1")).startsWith("HTTP/1.1 404");
    }

    @Test
    void aPortThatCannotBeIsRefused() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new LivePage(taken.getLocalPort(), "week", 1, List.of()))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
        assertThatThrownBy(() -> new LivePage(65_536, "week", 1, List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("65536");
    }
}
