package io.longhaul.store.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvImporterTest {
    private static final Map<CsvField, String> COLUMNS = Map.of(
            CsvField.FROM,
            "a",
            CsvField.TO,
            "b",
            CsvField.SENT,
            "mbps",
            CsvField.RTT,
            "ping",
            CsvField.STARTED,
            "when");

    @TempDir
    Path directory;

    private static CsvMapping mapping(Map<CsvField, String> columns, Optional<Bandwidth> unit) {
        return new CsvMapping(
                columns,
                unit,
                Optional.of(Duration.ofMillis(1)),
                8,
                Instant.EPOCH,
                Duration.ofSeconds(30),
                "perfkit",
                Optional.empty());
    }

    private ImportSummary summary = new ImportSummary(List.of());

    private List<Measurement> imported(CsvMapping mapping, String text) throws IOException {
        Path file = Files.writeString(directory.resolve("table.csv"), text);
        MeasurementLog log = MeasurementLog.at(directory.resolve("log"));
        summary = new CsvImporter(mapping).importInto(log, List.of(file), ImportProgress.NONE, warning -> {});
        return log.readAll(ReadOptions.strict(warning -> {}));
    }

    private List<Measurement> imported(String text) throws IOException {
        return imported(mapping(COLUMNS, Optional.of(Bandwidth.ofMegabitsPerSecond(1))), text);
    }

    @Test
    void aRowMayHoldARateAndARoundTripTime() throws IOException {
        List<Measurement> both = imported("note,when,b,a,ping,mbps\nx,2022-01-29 22:19,aws:d,aws:s,80.5,4970.25\n");
        ThroughputMeasurement rate = (ThroughputMeasurement) both.get(0);
        assertThat(rate.sent().orElseThrow().rate()).isEqualTo(Bandwidth.ofBitsPerSecond(4_970_250_000L));
        assertThat(rate.received()).isEmpty();
        assertThat(rate.asked().streams()).isEqualTo(8);
        assertThat(rate.header().duration()).isEqualTo(Duration.ofSeconds(30));
        assertThat(rate.header().prober().name()).isEqualTo("perfkit");
        LatencyMeasurement latency = (LatencyMeasurement) both.get(1);
        assertThat(latency.rtt().orElseThrow().median()).contains(Duration.ofNanos(80_500_000));
        assertThat(latency.header().started()).isEqualTo(Instant.parse("2022-01-29T22:19:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "2022-01-29, 2022-01-29T00:00:00Z",
        "2022-01-29T22:19:05.5, 2022-01-29T22:19:05.500Z",
        "2022-01-29T22:19:05Z, 2022-01-29T22:19:05Z",
        "2022-01-29T22:19+02:00, 2022-01-29T20:19:00Z",
    })
    void timesMayHaveAZone(String text, Instant started) throws IOException {
        assertThat(imported("a,b,mbps,ping,when\naws:s,aws:d,1,," + text + "\n")
                        .get(0)
                        .header()
                        .started())
                .isEqualTo(started);
    }

    @Test
    void cellsMayCarryTheirUnits() throws IOException {
        Map<CsvField, String> columns = Map.of(
                CsvField.FROM,
                "a",
                CsvField.TO,
                "b",
                CsvField.RECEIVED,
                "rate",
                CsvField.WINDOW,
                "w",
                CsvField.STREAMS,
                "n");
        ThroughputMeasurement run = (ThroughputMeasurement)
                imported(mapping(columns, Optional.empty()), "a,b,rate,w,n\naws:s,aws:d,1.5Gbit/s,7MiB,4\n")
                        .get(0);
        assertThat(run.received().orElseThrow().rate()).isEqualTo(Bandwidth.ofMegabitsPerSecond(1_500));
        assertThat(run.asked().window()).contains(DataSize.ofMebibytes(7));
        assertThat(run.asked().streams()).isEqualTo(4);
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> imported(mapping(columns, Optional.empty()), "a,b,rate,w,n\naws:s,aws:d,15,7MiB,4\n"))
                .withMessageContaining("line 2, column rate")
                .withMessageContaining("no unit");
    }

    @Test
    void emptyRowsAreCountedAndRepetitionsKnown() throws IOException {
        String table = "a,b,mbps,ping,when\naws:s,aws:d,,,\naws:s,aws:s,1,,\naws:s,aws:d,1,,\naws:s,aws:d,1,,\n";
        assertThat(imported(table)).hasSize(2);
        assertThat(summary.skipped()).isEqualTo(Map.of(SkipReason.NO_VALUE, 1L, SkipReason.SAME_SITE, 1L));
        assertThat(imported(table)).hasSize(2);
        assertThat(summary.nothingNew()).isTrue();
    }

    @Test
    void namesAColumnThatIsNotThere() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> imported("a,b,rate\n"))
                .withMessageContaining("mbps");
    }

    @Test
    void asksForTheColumnsItNeeds() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> imported(
                        mapping(Map.of(CsvField.FROM, "a", CsvField.TO, "b"), Optional.empty()), "a,b\naws:s,aws:d\n"))
                .withMessageContaining("sent, received or rtt");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> CsvField.ofId("speed"))
                .satisfies(e -> assertThat(e.advice()).contains("from-vm-type"));
    }

    @Test
    void whatIsNotToldIsGuessedAndSaid() throws IOException {
        var nothing = new CsvMapping(
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                1,
                Instant.EPOCH,
                Duration.ofSeconds(10),
                "csv",
                Optional.empty());
        List<Measurement> both = imported(nothing, """
                Source;Destination;Throughput (Mbit/s);RTT [ms];timestamp
                aws:s;aws:d;1.024,5;80,25;1643494740
                """);
        ThroughputMeasurement rate = (ThroughputMeasurement) both.get(0);
        assertThat(rate.received().orElseThrow().rate()).isEqualTo(Bandwidth.ofBitsPerSecond(1_024_500_000L));
        assertThat(rate.header().started()).isEqualTo(Instant.parse("2022-01-29T22:19:00Z"));
        LatencyMeasurement latency = (LatencyMeasurement) both.get(1);
        assertThat(latency.rtt().orElseThrow().min()).isEqualTo(Duration.ofNanos(80_250_000));
        assertThat(summary.files().get(0).guesses())
                .contains(
                        "from is the column Source",
                        "to is the column Destination",
                        "received is the column Throughput (Mbit/s)",
                        "rtt is the column RTT [ms]",
                        "started is the column timestamp",
                        "fields stand between semicolons",
                        "by its name, 1 in Throughput (Mbit/s) is 1Mbit/s",
                        "commas in numbers are decimal, as 1.024,5 = 1024.5",
                        "times count from 1970, as 1643494740 = 2022-01-29T22:19:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "throughput_gbps, 1000000000",
        "Mbps, 1000000",
        "bits_per_second, 1",
        "rate [kbit/s], 1000",
        "bandwidth, 0",
        "MB/s, 0",
        "throughput_mbytes_per_s, 0",
    })
    void onlyAUnitOfRatesIsReadFromAName(String column, long unit) {
        assertThat(CsvGuess.rateUnit(column).map(Bandwidth::bitsPerSecond).orElse(0L))
                .isEqualTo(unit);
    }

    @ParameterizedTest
    @CsvSource({
        "1643494740, 2022-01-29T22:19:00Z",
        "1643494740.5, 2022-01-29T22:19:00.500Z",
        "1643494740123, 2022-01-29T22:19:00.123Z",
        "1643494740123456, 2022-01-29T22:19:00.123456Z",
        "1643494740123456789, 2022-01-29T22:19:00.123456789Z",
    })
    void aCountSince1970IsReadByItsDigits(String text, Instant time) {
        assertThat(CsvGuess.epoch(text)).contains(time);
    }
}
