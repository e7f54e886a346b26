package io.longhaul.store.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.store.PublishedData;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The counts that the publishers' own description of the files states. */
class PublishedSkyplaneTest {
    @TempDir
    Path temporary;

    private ImportSummary importAll(SkyplaneOptions options, String... names) {
        List<Path> files = List.of(names).stream().map(PublishedData::file).toList();
        return new SkyplaneImporter(options)
                .importInto(MeasurementLog.at(temporary), files, ImportProgress.NONE, warning -> {});
    }

    @ParameterizedTest
    @CsvSource({
        "skyplane-throughput-2022-01-17.csv, 870, 870, 870",
        "skyplane-throughput-2022-01-24.csv, 4032, 4032, 4032",
        "skyplane-throughput-2022-01.csv, 7053, 3966, 3906",
        "skyplane-gcp-intracloud-2022-04.csv, 702, 702, 702",
        "skyplane-rtt-2022-04.csv, 8010, 4684, 4684",
    })
    void everyOrderedPremiumPairIsThere(String file, long rows, long measurements, int links) {
        ImportSummary summary = importAll(SkyplaneOptions.DEFAULT, file);
        assertThat(summary.rows()).isEqualTo(rows);
        assertThat(summary.measurements()).isEqualTo(measurements);
        Set<Link> found = new HashSet<>();
        Set<String> ids = new HashSet<>();
        MeasurementLog.at(temporary).readAll(ReadOptions.strict(warning -> {})).forEach(measurement -> {
            found.add(measurement.link());
            ids.add(measurement.header().id());
        });
        assertThat(found).hasSize(links);
        assertThat(ids).hasSize((int) measurements);
    }

    @Test
    void allTiersSkipOnlyThe44PairsInsideOneRegion() {
        ImportSummary summary = importAll(new SkyplaneOptions(true), "skyplane-throughput-2022-01.csv");
        assertThat(summary.skipped()).isEqualTo(Map.of(SkipReason.SAME_SITE, 44L));
        assertThat(summary.measurements()).isEqualTo(7053 - 44);
    }

    @Test
    void pricesOfAllPairsOfTheGrid() {
        ImportSummary summary = importAll(
                SkyplaneOptions.DEFAULT, "skyplane-egress-price-2022.csv", "skyplane-aws-transfer-price-2022-12.csv");
        assertThat(summary.skipped()).containsEntry(SkipReason.NOT_A_SITE, 26L);
        var book = new PriceBookJson().read(MeasurementLog.at(temporary).pricesFile());
        assertThat(book.findEgress(Link.between("aws:us-east-1", "azure:canadacentral")))
                .isPresent();
        importAll(SkyplaneOptions.DEFAULT, "skyplane-throughput-2022-01.csv");
        MeasurementLog.at(temporary)
                .readAll(ReadOptions.strict(warning -> {}))
                .forEach(measurement -> assertThat(book.findEgress(measurement.link()))
                        .as("price of " + measurement.link())
                        .isPresent());
    }

    @Test
    void theFormThatSkyplanePublishesHoldsTheSameRuns() {
        ImportSummary ours = importAll(SkyplaneOptions.DEFAULT, "skyplane-throughput-2022-01.csv");
        ImportSummary theirs = importAll(SkyplaneOptions.DEFAULT, "skyplane-published-form-sample.csv");
        assertThat(theirs.rows()).isEqualTo(220);
        assertThat(theirs.skipped().keySet()).isSubsetOf(SkipReason.OTHER_TIER, SkipReason.ALREADY_IMPORTED);
        assertThat(ours.measurements()).isPositive();
        assertThat(theirs.measurements()).as("runs known from the other form").isZero();
    }
}
