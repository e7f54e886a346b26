package io.longhaul.store.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.PublishedData;
import io.longhaul.store.csv.CsvTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {
    private static final Catalogue CATALOGUE = Catalogue.shipped();

    private static VmCaps caps(String provider, String type) {
        return CATALOGUE.findVmType(provider, type).flatMap(VmType::caps).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "aws, m5.8xlarge, 5Gbit/s, 10Gbit/s, 5Gbit/s",
        "aws, m5.24xlarge, 12.5Gbit/s, 25Gbit/s, 5Gbit/s",
        "aws, m5.xlarge, 1.25Gbit/s, 1.25Gbit/s, 5Gbit/s",
        "aws, t2.micro, 64Mbit/s, 64Mbit/s, 1.024Gbit/s",
        "gcp, n2-standard-32, 7Gbit/s, 32Gbit/s, 3Gbit/s",
        "gcp, n2-standard-32 +Tier_1, 25Gbit/s, 50Gbit/s, 3Gbit/s",
        "gcp, n1-standard-1, 2Gbit/s, 2Gbit/s, 2Gbit/s",
        "azure, Standard_D32_v5, 16Gbit/s, 16Gbit/s,",
    })
    void knowsTheDocumentedCaps(String provider, String type, String egress, String ingress, String perFlow) {
        VmCaps caps = caps(provider, type);
        assertThat(caps.egress()).isEqualTo(Bandwidth.parse(egress));
        assertThat(caps.ingress()).isEqualTo(Bandwidth.parse(ingress));
        assertThat(caps.perFlow()).isEqualTo(Optional.ofNullable(perFlow).map(Bandwidth::parse));
    }

    @Test
    void knowsTheMeasuredTokenBucketOfC5Xlarge() {
        var bucket = caps("aws", "c5.xlarge").egressBucket().orElseThrow();
        assertThat(bucket.budget()).isEqualTo(DataSize.ofGigabytes(675));
        assertThat(bucket.timeToEmpty()).isEqualTo(Duration.ofSeconds(1350));
    }

    @Test
    void servesTheEstimatorByProviderOfTheSite() {
        assertThat(CATALOGUE.find(SiteId.parse("aws:eu-west-1"), "m5.8xlarge")).isPresent();
        assertThat(CATALOGUE.find(SiteId.parse("gcp:us-east1-b"), "m5.8xlarge")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "aws:us-east-1, aws:eu-west-1, 0.02",
        "aws:us-east-1, aws:us-east-2, 0.01",
        "aws:ap-northeast-1, aws:us-east-1, 0.09",
        "aws:us-east-1, gcp:us-east1-b, 0.09",
        "aws:ap-northeast-1, azure:japaneast, 0.114",
        "azure:eastus, azure:westus, 0.02",
        "azure:westeurope, azure:northeurope, 0.02",
        "azure:eastus, azure:westeurope, 0.05",
        "azure:japaneast, azure:eastus, 0.08",
        "azure:japaneast, aws:eu-west-2, 0.12",
        "azure:brazilsouth, gcp:us-east1, 0.181",
        "azure:canadacentral, gcp:asia-northeast1-a, 0.0875",
        "gcp:us-east1-b, gcp:us-west1-a, 0.02",
        "gcp:us-east1-b, gcp:europe-west1-b, 0.08",
        "gcp:asia-southeast1-a, gcp:australia-southeast1-a, 0.10",
        "gcp:asia-southeast2, gcp:asia-east1, 0.10",
        "gcp:us-east1, aws:us-east-1, 0.12",
        "gcp:us-east1, aws:ap-southeast-2, 0.19",
    })
    void pricesTheFirstGigabyteOfALink(String from, String to, double usd) {
        assertThat(CATALOGUE.findEgress(Link.between(from, to)).orElseThrow().firstTier())
                .isEqualTo(PricePerGigabyte.ofDollars(usd));
    }

    @Test
    void keepsVolumeTiersSourceAndDate() {
        var price = CATALOGUE
                .findEgress(Link.between("aws:us-east-1", "gcp:us-east1"))
                .orElseThrow();
        assertThat(price.tiers()).hasSize(4);
        assertThat(price.tiers().get(0).upTo()).contains(DataSize.parse("10TB"));
        assertThat(price.source()).contains("infracost");
        assertThat(price.asOf()).contains(LocalDate.of(2024, 9, 25));
    }

    @Test
    void hasNoPriceWhereNoneIsKnown() {
        assertThat(CATALOGUE.findEgress(Link.between("aws:moon-1", "aws:us-east-1")))
                .isEmpty();
        assertThat(CATALOGUE.findEgress(Link.between("gcp:us-east1-b", "gcp:us-east1-c")))
                .isEmpty();
    }

    @Test
    void vmPricesAreRegionalWhereKnown() {
        PriceBook book = CATALOGUE.prices(List.of(SiteId.parse("aws:us-east-1"), SiteId.parse("gcp:us-east1-b")));
        assertThat(book.egress()).hasSize(2);
        assertThat(book.findVm(SiteId.parse("azure:japaneast"), "Standard_D32_v5")
                        .map(VmPrice::price))
                .contains(PricePerHour.ofDollars(1.984));
        assertThat(book.findVm(SiteId.parse("gcp:europe-west1-b"), "n2-standard-32")
                        .map(VmPrice::price))
                .contains(PricePerHour.ofDollars(1.70934));
        assertThat(book.findVm(SiteId.parse("aws:eu-west-1"), "m5.8xlarge").map(VmPrice::price))
                .contains(PricePerHour.ofDollars(1.536));
    }

    /** E5: Table I of De Sensi et al., on demand in July 2022; those lists have not moved since by more than a cent. */
    @ParameterizedTest
    @CsvSource({
        "aws:us-east-1, c5.18xlarge, 3.06",
        "aws:us-east-1, c5n.18xlarge, 3.88",
        "aws:us-east-1, c5n.metal, 3.88",
        "azure:eastus, Standard_F72s_v2, 3.045",
        "azure:eastus, Standard_HC44rs, 3.168",
        "azure:eastus, Standard_HB120rs_v2, 3.6",
        "gcp:us-central1, c2-standard-60, 3.1321",
    })
    void publishedPricesOfFastNetworksComeOutOfThePriceBook(String site, String type, double usd) {
        assertThat(hourly(site, type)).isCloseTo(usd, within(0.01));
    }

    /** E6: what the fast network costs an hour, the difference of two types that are otherwise alike. */
    @Test
    void theFastNetworkOfAwsCostsWhatWasPublished() {
        double more = hourly("aws:us-east-1", "c5n.18xlarge") - hourly("aws:us-east-1", "c5.18xlarge");
        assertThat(more).isCloseTo(0.82, within(0.01));
    }

    private static double hourly(String site, String type) {
        return CATALOGUE
                .prices(List.of())
                .findVm(SiteId.parse(site), type)
                .orElseThrow()
                .price()
                .dollars();
    }

    @Test
    void knowsWhereRegionsAre() {
        Region tokyo =
                CATALOGUE.findRegion(SiteId.parse("gcp:asia-northeast1-a")).orElseThrow();
        assertThat(tokyo.city()).isEqualTo("Tokyo");
        assertThat(tokyo.latitude()).isBetween(35.0, 36.0);
        assertThat(tokyo.longitude()).isBetween(139.0, 140.0);
        Map<String, Long> byProvider = CATALOGUE.regions().stream()
                .collect(Collectors.groupingBy(region -> region.site().provider(), Collectors.counting()));
        assertThat(byProvider).isEqualTo(Map.of("aws", 39L, "azure", 58L, "gcp", 43L));
    }

    @Test
    void everyVmTypeHasAPriceUnlessItIsAFeatureOfAnother() {
        PriceBook book = CATALOGUE.prices(List.of());
        assertThat(CATALOGUE.vmTypes())
                .filteredOn(type -> !type.name().endsWith("+Tier_1"))
                .allSatisfy(type -> assertThat(book.findVm(new SiteId(type.provider(), "anywhere"), type.name()))
                        .isPresent());
    }

    /** The published grids name the VM types and sites the catalogue must know. */
    @ParameterizedTest
    @CsvSource({"skyplane-throughput-2022-01.csv", "skyplane-throughput-2022-01-17.csv", "skyplane-rtt-2022-04.csv"})
    void knowsTheVmTypesRegionsAndPricesOfThePublishedGrids(String file) {
        List<String> unknown = new ArrayList<>();
        try (CsvTable table = CsvTable.open(PublishedData.file(file))) {
            table.forEachRow(row -> {
                SiteId from = row.site("src");
                SiteId to = row.site("dst");
                if (CATALOGUE.find(from, row.text("src_vm")).isEmpty()) {
                    unknown.add(row.text("src_vm"));
                }
                if (!from.equals(to) && CATALOGUE.findEgress(new Link(from, to)).isEmpty()) {
                    unknown.add(from + " -> " + to);
                }
            });
        }
        assertThat(unknown).isEmpty();
    }

    /** So anybody who renews it changes the lines that are new, and no other. */
    @Test
    void the_shipped_catalogue_is_as_the_command_writes_it(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("catalogue.json");
        CatalogueRenewal.of(Optional.empty()).write(file);
        assertThat(Files.readString(file)).isEqualTo(Catalogue.shippedText());
    }
}
