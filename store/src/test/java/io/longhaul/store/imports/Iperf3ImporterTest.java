package io.longhaul.store.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reports captured from iperf3 3.12 over loopback. */
class Iperf3ImporterTest {
    private static final Iperf3Options OPTIONS = new Iperf3Options(
            SiteId.parse("aws:client"),
            SiteId.parse("gcp:server"),
            Optional.of("m5.8xlarge"),
            Optional.empty(),
            Optional.of("mine"));
    private static final Link UP = Link.between("aws:client", "gcp:server");

    @TempDir
    Path directory;

    private MeasurementLog log() {
        return MeasurementLog.at(directory.resolve("log"));
    }

    private Path captured(String name) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            try (InputStream stream = getClass().getResourceAsStream(name)) {
                Files.copy(Objects.requireNonNull(stream, name), file);
            }
        }
        return file;
    }

    private List<Measurement> imported(Path... files) {
        new Iperf3Importer(OPTIONS).importInto(log(), List.of(files), ImportProgress.NONE, warning -> {});
        return log().readAll(ReadOptions.strict(warning -> {}));
    }

    @Test
    void aForwardRun() throws IOException {
        ThroughputMeasurement run =
                (ThroughputMeasurement) imported(captured("iperf3-fwd.json")).get(0);
        assertThat(run.link()).isEqualTo(UP);
        assertThat(run.header().fromVmType()).contains("m5.8xlarge");
        assertThat(run.header().prober().name()).isEqualTo("iperf3");
        assertThat(run.header().prober().version()).isEqualTo("3.12");
        assertThat(run.header().campaign()).contains("mine");
        assertThat(run.asked().streams()).isEqualTo(2);
        assertThat(run.asked().duration()).contains(Duration.ofSeconds(2));
        assertThat(run.asked().window()).isEmpty();
        assertThat(run.actual().sendBuffer()).contains(DataSize.ofBytes(16_384));
        assertThat(run.actual().receiveBuffer()).isEmpty();
        assertThat(run.actual().congestion()).contains("bbr");
        assertThat(run.sent().orElseThrow().size()).contains(DataSize.ofBytes(100_139_008));
        assertThat(run.received().orElseThrow().rate()).isEqualTo(Bandwidth.ofBitsPerSecond(399_918_162L));
        assertThat(run.streams()).hasSize(2);
        assertThat(run.rtt().orElseThrow().min()).isGreaterThan(Duration.ZERO);
        assertThat(run.intervals()).as("the omitted second is left out").hasSize(2);
        assertThat(run.intervals().get(0).sent()).isPresent();
        assertThat(run.intervals().get(0).rtt()).isPresent();
        assertThat(run.cpu().remote()).isPresent();
        assertThat(run.stopped()).isEqualTo(StopReason.TIME);
    }

    @Test
    void aReverseRunIsOfTheLinkFromTheServer() throws IOException {
        ThroughputMeasurement run =
                (ThroughputMeasurement) imported(captured("iperf3-rev.json")).get(0);
        assertThat(run.link()).isEqualTo(UP.reversed());
        assertThat(run.header().toVmType()).contains("m5.8xlarge");
        assertThat(run.asked().reverse()).isTrue();
        assertThat(run.asked().window()).contains(DataSize.ofBytes(262_144));
        assertThat(run.actual().receiveBuffer()).contains(DataSize.ofBytes(524_288));
        assertThat(run.rtt()).isEmpty();
        assertThat(run.intervals().get(0).received()).isPresent();
        assertThat(run.intervals().get(0).sent()).isEmpty();
        assertThat(run.stopped()).isEqualTo(StopReason.VOLUME);
    }

    @Test
    void aBidirectionalRunIsTwoMeasurements() throws IOException {
        List<Measurement> both = imported(captured("iperf3-bidir.json"));
        assertThat(both).extracting(Measurement::link).containsExactly(UP, UP.reversed());
        assertThat(both)
                .extracting(measurement ->
                        ((ThroughputMeasurement) measurement).streams().size())
                .containsExactly(1, 1);
        assertThat(((ThroughputMeasurement) both.get(1)).asked().bidirectional())
                .isTrue();
    }

    @Test
    void aRunThatFailedIsKeptAsSuch() throws IOException {
        FailedMeasurement failed =
                (FailedMeasurement) imported(captured("iperf3-err.json")).get(0);
        assertThat(failed.message()).contains("Connection refused");
        assertThat(failed.reason()).isEqualTo("iperf3-error");
    }

    @Test
    void importingAgainAddsNothing() throws IOException {
        Path[] files = {captured("iperf3-fwd.json"), captured("iperf3-bidir.json"), captured("iperf3-err.json")};
        assertThat(imported(files)).hasSize(4);
        assertThat(imported(files)).hasSize(4);
    }

    @Test
    void aRunOverUdpHasItsDatagrams() throws IOException {
        ThroughputMeasurement run =
                (ThroughputMeasurement) imported(captured("iperf3-udp.json")).get(0);
        assertThat(run.datagrams().orElseThrow().packets()).isEqualTo(39);
        assertThat(run.datagrams().orElseThrow().lost()).isZero();
        assertThat(run.datagrams().orElseThrow().outOfOrder())
                .as("only the server knows it")
                .isEmpty();
        assertThat(run.datagrams().orElseThrow().jitter()).isEqualTo(Duration.ofNanos(23_438));
        assertThat(run.sent().orElseThrow().size()).contains(DataSize.ofBytes(1_277_952));
        assertThat(run.retransmits()).isEmpty();
    }

    @Test
    void aRunOverUdpInReverseHasTheOrderToo() throws IOException {
        ThroughputMeasurement run = (ThroughputMeasurement)
                imported(captured("iperf3-udp-reverse.json")).get(0);
        assertThat(run.link()).isEqualTo(UP.reversed());
        assertThat(run.datagrams().orElseThrow().outOfOrder()).hasValue(0);
        assertThat(run.intervals().get(0).received()).isPresent();
    }

    @Test
    void aServersReportSaysOnlyWhatTheServerCounted() throws IOException {
        ThroughputMeasurement run =
                (ThroughputMeasurement) imported(captured("iperf3-server.json")).get(0);
        assertThat(run.link()).isEqualTo(UP);
        assertThat(run.received().orElseThrow().size()).contains(DataSize.ofBytes(855_769_088L));
        assertThat(run.sent()).isEmpty();
        assertThat(run.streams().get(0).sent()).isEmpty();
        assertThat(run.intervals().get(0).received()).isPresent();
        assertThat(run.cpu().remote().orElseThrow()).isPositive();
    }

    @Test
    void aServersReportOfAReverseRunIsOfWhatItSent() throws IOException {
        ThroughputMeasurement run = (ThroughputMeasurement)
                imported(captured("iperf3-server-reverse.json")).get(0);
        assertThat(run.link()).isEqualTo(UP.reversed());
        assertThat(run.sent().orElseThrow().rate()).isGreaterThan(Bandwidth.ZERO);
        assertThat(run.received()).isEmpty();
        assertThat(run.retransmits()).hasValue(2);
    }

    @Test
    void aRunOverSctpIsRefusedAndNothingIsWritten() throws IOException {
        Path tcp = captured("iperf3-fwd.json");
        Path sctp = Files.writeString(
                directory.resolve("sctp.json"), Files.readString(tcp).replace("\"TCP\"", "\"SCTP\""));
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> imported(tcp, sctp))
                .withMessageContaining("SCTP");
        assertThat(log().exists()).isFalse();
    }

    @Test
    void aStreamOfEventsGivesTheSameMeasurement() throws IOException {
        Path whole = captured("iperf3-fwd.json");
        JsonNode report = new JsonMapper().readTree(Files.readString(whole));
        StringBuilder events = new StringBuilder();
        event(events, "start", report.get("start"));
        report.get("intervals").forEach(interval -> event(events, "interval", interval));
        event(events, "end", report.get("end"));
        Path stream = Files.writeString(directory.resolve("stream.json"), events);
        assertThat(imported(stream)).hasSize(1);
        assertThat(imported(whole)).as("known by its cookie").hasSize(1);
    }

    @Test
    void anEventTwiceIsRefused() throws IOException {
        JsonNode report = new JsonMapper().readTree(Files.readString(captured("iperf3-fwd.json")));
        StringBuilder events = new StringBuilder();
        event(events, "start", report.get("start"));
        event(events, "start", report.get("start"));
        event(events, "end", report.get("end"));
        Path stream = Files.writeString(directory.resolve("stream.json"), events);
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> imported(stream))
                .withMessageContaining("line 2 has the event start twice");
    }

    private static void event(StringBuilder out, String name, JsonNode data) {
        out.append("{\"event\":\"")
                .append(name)
                .append("\",\"data\":")
                .append(data)
                .append("}\n");
    }

    @Test
    void namesWhatIsMissingFromAForeignFile() throws IOException {
        Path other = Files.writeString(directory.resolve("other.json"), "{\"start\":{}}");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> imported(other))
                .withMessageContaining("start.test_start of")
                .withMessageContaining("is missing");
    }
}
