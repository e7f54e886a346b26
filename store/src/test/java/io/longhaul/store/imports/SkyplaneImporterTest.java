package io.longhaul.store.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkyplaneImporterTest {
    private static final String GRID =
            "src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,cpu_pct,run\n";
    private static final String RTT =
            "src,src_tier,src_vm,dst,dst_tier,dst_vm,min_ms,avg_ms,max_ms,mdev_ms,rtt_ms,rtt_from\n";

    @TempDir
    Path temporary;

    private MeasurementLog log() {
        return MeasurementLog.at(temporary.resolve("log"));
    }

    private List<Measurement> read() {
        return log().readAll(ReadOptions.strict(warning -> {}));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(temporary.resolve(name), text);
    }

    private ImportSummary importAll(SkyplaneOptions options, Path... files) {
        return new SkyplaneImporter(options).importInto(log(), List.of(files), ImportProgress.NONE, warning -> {});
    }

    private ImportSummary importAll(Path... files) {
        return importAll(SkyplaneOptions.DEFAULT, files);
    }

    @Test
    void aThroughputRowKeepsSentAndReceivedApart() throws IOException {
        importAll(file(
                "grid.csv",
                GRID + "aws:us-east-1,PREMIUM,m5.8xlarge,gcp:us-east1-b,PREMIUM,n2-standard-32,64,5,"
                        + "5052791424.240121,2565696051.245568,4.0,2022-01-29T22:19\n"));
        ThroughputMeasurement run = (ThroughputMeasurement) read().get(0);
        assertThat(run.link()).isEqualTo(Link.between("aws:us-east-1", "gcp:us-east1-b"));
        assertThat(run.header().fromVmType()).contains("m5.8xlarge");
        assertThat(run.header().toVmType()).contains("n2-standard-32");
        assertThat(run.header().started()).isEqualTo(Instant.parse("2022-01-29T22:19:00Z"));
        assertThat(run.header().duration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(run.header().prober().name()).isEqualTo("skyplane");
        assertThat(run.header().campaign()).contains("skyplane-2022-01-29");
        assertThat(run.asked().streams()).isEqualTo(64);
        assertThat(run.sent().orElseThrow().rate().bitsPerSecond()).isEqualTo(5_052_791_424L);
        assertThat(run.received().orElseThrow().rate().bitsPerSecond()).isEqualTo(2_565_696_051L);
        assertThat(run.cpu().local()).contains(Duration.ofMillis(200));
    }

    @Test
    void standardTierIsLeftOutUnlessAskedForAndThenKeptApart() throws IOException {
        Path grid = file(
                "grid.csv",
                GRID + "aws:a,PREMIUM,m,gcp:b-a,PREMIUM,n,64,5,2,1,,2022-01-29T22:19\n"
                        + "aws:a,PREMIUM,m,gcp:b-a,STANDARD,n,64,5,2,1,,2022-01-29T22:19\n"
                        + "gcp:b-a,PREMIUM,n,gcp:b-a,STANDARD,n,64,5,2,1,,2022-01-29T22:19\n");
        assertThat(importAll(grid).skipped()).isEqualTo(Map.of(SkipReason.OTHER_TIER, 2L));
        ImportSummary all = importAll(new SkyplaneOptions(true), grid);
        assertThat(all.measurements()).isEqualTo(1);
        assertThat(all.skipped()).isEqualTo(Map.of(SkipReason.SAME_SITE, 1L, SkipReason.ALREADY_IMPORTED, 1L));
        assertThat(read())
                .extracting(measurement -> measurement.header().campaign())
                .containsExactly(
                        Optional.of("skyplane-2022-01-29"), Optional.of("skyplane-2022-01-29-premium-standard"));
    }

    @Test
    void aTierThatWasNotRecordedIsNoOtherTier() throws IOException {
        importAll(file("grid.csv", GRID + "gcp:a-a,,,gcp:b-a,,,64,5,2,1,,2022-04-20T09:49\n"));
        assertThat(read()).hasSize(1);
        assertThat(read().get(0).header().fromVmType()).isEmpty();
    }

    @Test
    void aRoundTripTimeKeepsItsExtremesOnlyWhenTheyAreItsOwn() throws IOException {
        ImportSummary summary = importAll(file(
                "rtt.csv",
                RTT + "aws:a,PREMIUM,m,aws:b,PREMIUM,m,248.762,248.78,248.813,0.446,248.762,own\n"
                        + "gcp:a-a,PREMIUM,n,aws:b,PREMIUM,m,36.772,76.613,235.598,,37.169,reverse\n"
                        + "gcp:a-a,PREMIUM,n,gcp:b-a,PREMIUM,n,119.3,185.8,258.1,,,unresolved\n"));
        assertThat(summary.skipped()).isEqualTo(Map.of(SkipReason.NO_TRUSTED_RTT, 1L));
        LatencyMeasurement own = (LatencyMeasurement) read().get(0);
        assertThat(own.rtt().orElseThrow().min()).isEqualTo(Duration.ofNanos(248_762_000));
        assertThat(own.rtt().orElseThrow().max()).contains(Duration.ofNanos(248_813_000));
        assertThat(own.header().started()).isEqualTo(Instant.parse("2022-04-16T00:00:00Z"));
        LatencyMeasurement reverse = (LatencyMeasurement) read().get(1);
        assertThat(reverse.rtt().orElseThrow().min()).isEqualTo(Duration.ofNanos(37_169_000));
        assertThat(reverse.rtt().orElseThrow().max()).isEmpty();
    }

    @Test
    void importingAgainAddsNothingAndSaysSo() throws IOException {
        String row = "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,2,1,,2022-01-29T22:19\n";
        Path grid = file("grid.csv", GRID + row + row + row.replace(",2,1,", ",3,1,"));
        ImportSummary first = importAll(grid);
        assertThat(first.measurements()).isEqualTo(3);
        assertThat(first.nothingNew()).isFalse();
        byte[] before = Files.readAllBytes(log().directory().resolve("segment-000001.jsonl"));
        ImportSummary second = importAll(grid, grid);
        assertThat(second.nothingNew()).isTrue();
        assertThat(second.skipped()).isEqualTo(Map.of(SkipReason.ALREADY_IMPORTED, 6L));
        assertThat(log().directory().resolve("segment-000001.jsonl")).hasBinaryContent(before);
    }

    @Test
    void pricesGoToTheBookBesideTheLogAndTheNewestCounts() throws IOException {
        importAll(file("aws-2022-12.csv", """
                        src,dst,usd_per_gb
                        af-south-1,eu-west-1,0.147
                        af-south-1,internet,0.154
                        """), file("grid.csv", """
                        src,dst,usd_per_gb,grids
                        aws:af-south-1,aws:eu-west-1,0.15,2022-05
                        aws:af-south-1,gcp:us-east1-b,0.154,2022-05+2023-02
                        aws:a,aws:a,0.0,2022-05
                        """));
        var book = new PriceBookJson().read(log().pricesFile());
        var inside = book.getEgress(Link.between("aws:af-south-1", "aws:eu-west-1"));
        assertThat(inside.firstTier()).isEqualTo(PricePerGigabyte.ofDollars(0.147));
        assertThat(inside.asOf()).contains(LocalDate.of(2022, 12, 1));
        assertThat(book.getEgress(Link.between("aws:af-south-1", "gcp:us-east1-b"))
                        .asOf())
                .contains(LocalDate.of(2023, 2, 1));
        assertThat(book.egress()).hasSize(2);
    }

    @Test
    void aBadValueNamesItsPlaceAndLeavesTheLogUntouched() throws IOException {
        Path good = file("good.csv", GRID + "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,2,1,,2022-01-29T22:19\n");
        Path bad = file(
                "bad.csv",
                GRID + "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,2,1,,2022-01-29T22:19\n"
                        + "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,fast,1,,2022-01-29T22:19\n");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> importAll(good, bad))
                .withMessageContaining("bad.csv line 3, column sent_bps: the value (fast) is not a number");
        assertThat(log().exists()).isFalse();
    }

    @Test
    void aMonthThatNoPriceBookCouldHoldIsRefused() throws IOException {
        for (String month : List.of("1022-05", "2022-05+4023-02")) {
            Path prices = file("grid.csv", "src,dst,usd_per_gb,grids\naws:a,aws:b,0.15," + month + "\n");
            assertThatExceptionOfType(InvalidInputException.class)
                    .as(month)
                    .isThrownBy(() -> importAll(prices))
                    .withMessageContaining("line 2")
                    .withMessageContaining("1950 to 2200");
        }
    }

    @Test
    void namesTheColumnsOfAFileItDoesNotKnow() throws IOException {
        Path other = file("other.csv", "a,b\n1,2\n");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> importAll(other))
                .withMessageContaining("a, b")
                .satisfies(e -> assertThat(e.advice()).contains("rtt_from"));
    }

    @Test
    void refusesMalformedSitesTimesAndShortLines() throws IOException {
        for (String row : List.of(
                "us-east-1,PREMIUM,m,aws:b,PREMIUM,m,64,5,2,1,,2022-01-29T22:19",
                "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,2,1,,yesterday",
                "aws:a,PREMIUM,m,aws:b,PREMIUM,m,0,5,2,1,,2022-01-29T22:19",
                "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,-2,1,,2022-01-29T22:19",
                "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,NaN,1,,2022-01-29T22:19",
                "aws:a,PREMIUM,m,aws:b",
                "\"aws:a,PREMIUM")) {
            Path grid = file("grid.csv", GRID + row + "\n");
            assertThatExceptionOfType(InvalidInputException.class)
                    .as(row)
                    .isThrownBy(() -> importAll(grid))
                    .withMessageContaining("line 2");
        }
    }

    @Test
    void removesATornEndBeforeItAdds() throws IOException {
        try (LogWriter writer = log().openWriter(LogOptions.DEFAULT, warning -> {})) {
            writer.append(io.longhaul.store.Samples.latency("old"));
        }
        Files.writeString(
                log().directory().resolve("segment-000001.jsonl"),
                "{\"format\":\"lon",
                java.nio.file.StandardOpenOption.APPEND);
        List<String> warnings = new ArrayList<>();
        Path grid = file("grid.csv", GRID + "aws:a,PREMIUM,m,aws:b,PREMIUM,m,64,5,2,1,,2022-01-29T22:19\n");
        new SkyplaneImporter(SkyplaneOptions.DEFAULT)
                .importInto(log(), List.of(grid), ImportProgress.NONE, warning -> warnings.add(warning.message()));
        assertThat(warnings).hasSize(1);
        assertThat(read()).hasSize(2);
    }
}
