package io.longhaul.store.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.PublishedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GridReaderTest {
    private static final String LINKS = """
            from,to,streams,bits_per_second,rtt_ms
            aws:a,gcp:b-a,64,5000000000,100.5
            aws:a,gcp:b-a,1,500000000,
            gcp:b-a,aws:a,64,0,
            aws:a,azure:c,64,4000000000,
            """;
    private static final String PRICES = """
            from,to,usd_per_gb
            aws:a,gcp:b-a,0.09
            gcp:b-a,aws:a,0.11
            aws:a,aws:a,0
            """;
    private static final String CAPS = """
            vm_price_usd_per_hour: 0.54
            providers:
              aws: {egress: 5Gbit/s, ingress: 10Gbit/s}
              gcp: {egress: 7Gbit/s, ingress: 16Gbit/s, per_flow: 3Gbit/s}
              azure: {vm_type: Standard_D32_v5}
            sites:
              gcp:b: {egress: 6Gbit/s, vm_price_usd_per_hour: 1.55}
            vm_types:
              Standard_D32_v5: {egress: 16Gbit/s, ingress: 16Gbit/s, colour: red}
            """;

    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();

    private NetworkModel read(String links, String prices, String caps) throws IOException {
        return GridReader.read(
                Files.writeString(directory.resolve("links.csv"), links),
                Files.writeString(directory.resolve("prices.csv"), prices),
                Files.writeString(directory.resolve("caps.yaml"), caps),
                notes::add);
    }

    @Test
    void anUplinkIsThatOfTheSiteOrItsProvider() throws IOException {
        String caps = """
                vm_price_usd_per_hour: 0.5
                providers:
                  aws: {egress: 5Gbit/s, ingress: 10Gbit/s, uplink: {out: 20Gbit/s, in: 30Gbit/s}}
                  gcp: {egress: 5Gbit/s, ingress: 10Gbit/s}
                  azure: {egress: 5Gbit/s, ingress: 10Gbit/s}
                sites:
                  aws:a: {uplink: {out: 8Gbit/s}}
                """;
        NetworkModel network = read(LINKS, PRICES, caps);
        SiteId a = SiteId.parse("aws:a");
        assertThat(network.getSite(a).uplink().out()).contains(Bandwidth.ofGigabitsPerSecond(8));
        assertThat(network.getSite(a).uplink().in()).contains(Bandwidth.ofGigabitsPerSecond(30));
        assertThat(network.getSite(SiteId.parse("gcp:b-a")).uplink()).isEqualTo(Uplink.NONE);
        for (String wrong : List.of("{out: 0bit/s}", "{}", "{out: much}")) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() -> read(LINKS, PRICES, caps.replace("{out: 8Gbit/s}", wrong)))
                    .withMessageContaining("out");
        }
    }

    @Test
    void aTotalOfAllVmPairsIsTheLeastOfALinksRows() throws IOException {
        String links = """
                from,to,streams,bits_per_second,total_bps
                aws:a,gcp:b-a,64,5000000000,8000000000
                aws:a,gcp:b-a,1,500000000,7000000000
                gcp:b-a,aws:a,64,5000000000,
                """;
        NetworkModel network = read(links, PRICES, CAPS);
        assertThat(network.getLink(Link.between("aws:a", "gcp:b-a")).totalCap())
                .contains(Bandwidth.ofGigabitsPerSecond(7));
        assertThat(network.getLink(Link.between("gcp:b-a", "aws:a")).totalCap()).isEmpty();
        String none = links.replace("8000000000", "0");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(none, PRICES, CAPS))
                .withMessageContaining("total_bps");
    }

    @Test
    void joinsRatesPricesAndCaps() throws IOException {
        NetworkModel network = read(LINKS, PRICES, CAPS);
        assertThat(network.links()).hasSize(1);
        var link = network.getLink(Link.between("aws:a", "gcp:b-a"));
        assertThat(link.rates().maxRate()).isEqualTo(Bandwidth.ofGigabitsPerSecond(5));
        assertThat(link.rates().rateAt(1)).isEqualTo(Bandwidth.ofMegabitsPerSecond(500));
        assertThat(link.rtt()).contains(Duration.ofNanos(100_500_000));
        assertThat(link.price().firstTier()).isEqualTo(PricePerGigabyte.ofDollars(0.09));
        assertThat(notes)
                .anySatisfy(note -> assertThat(note).contains("aws:a -> azure:c", "no price"))
                .anySatisfy(note -> assertThat(note).contains("gcp:b-a -> aws:a", "rate of zero"))
                .anySatisfy(note -> assertThat(note).contains("colour"))
                .hasSize(3);
    }

    @Test
    void theNarrowerPartOfTheCapsFileCounts() throws IOException {
        NetworkModel network = read(LINKS, PRICES, CAPS);
        SiteModel site = network.getSite(SiteId.parse("gcp:b-a"));
        assertThat(site.caps().egress()).isEqualTo(Bandwidth.ofGigabitsPerSecond(6));
        assertThat(site.caps().ingress()).isEqualTo(Bandwidth.ofGigabitsPerSecond(16));
        assertThat(site.caps().perFlow()).contains(Bandwidth.ofGigabitsPerSecond(3));
        assertThat(site.vmPrice()).isEqualTo(PricePerHour.ofDollars(1.55));
        SiteModel typed = network.getSite(SiteId.parse("azure:c"));
        assertThat(typed.caps().egress()).isEqualTo(Bandwidth.ofGigabitsPerSecond(16));
        assertThat(typed.vmType()).contains("Standard_D32_v5");
        assertThat(typed.vmPrice()).isEqualTo(PricePerHour.ofDollars(0.54));
    }

    @Test
    void aTokenBucketIsReadWithItsUnits() throws IOException {
        String caps = CAPS.replace(
                "aws: {egress: 5Gbit/s, ingress: 10Gbit/s}",
                "aws: {egress: 10Gbit/s, ingress: 10Gbit/s,"
                        + " token_bucket: {high: 10Gbit/s, low: 1Gbit/s, budget: 675GB, refill: 1Gbit/s}}");
        var bucket = read(LINKS, PRICES, caps)
                .getSite(SiteId.parse("aws:a"))
                .caps()
                .egressBucket()
                .orElseThrow();
        assertThat(bucket.budget()).isEqualTo(DataSize.ofGigabytes(675));
        assertThat(bucket.timeToEmpty()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void aBareUnitIsRefusedWithItsPlace() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(LINKS, PRICES, CAPS.replace("egress: 5Gbit/s", "egress: 5")))
                .withMessageContaining("providers.aws.egress")
                .withMessageContaining("has no unit");
    }

    @Test
    void namesASiteWithoutCaps() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(LINKS, PRICES, "vm_price_usd_per_hour: 0.54\n"))
                .withMessageContaining("no egress for aws:a")
                .satisfies(e -> assertThat(e.advice()).contains("aws: {egress: 5Gbit/s"));
    }

    @Test
    void brokenYamlNamesItsLine() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(LINKS, PRICES, "providers:\n  aws: {egress: 5Gbit/s\n"))
                .withMessageContaining("caps.yaml is not well-formed YAML at line");
    }

    @Test
    void aSecondRateOrPriceForALinkIsRefused() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(LINKS + "aws:a,gcp:b-a,64,6000000000,\n", PRICES, CAPS))
                .withMessageContaining("links.csv line 6, column streams");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(LINKS, PRICES + "aws:a,gcp:b-a,0.08\n", CAPS))
                .withMessageContaining("prices.csv line 5, column usd_per_gb");
    }

    @Test
    void numbersMayBeWrittenInManyWays() throws IOException {
        for (String rate : List.of("5000000000", "5000000000.", "5e9", "+5E+9", "05000000000.0", ".5e10")) {
            NetworkModel network =
                    read("from,to,streams,bits_per_second\naws:a,gcp:b-a,64," + rate + "\n", PRICES, CAPS);
            assertThat(network.links().get(0).rates().maxRate()).as(rate).isEqualTo(Bandwidth.ofGigabitsPerSecond(5));
        }
        for (String rate :
                List.of("5.0.0", ".", "5e", "0x5", "5f", "NaN", "Infinity", "-1", "5 000", "\u0665", "1e19")) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .as(rate)
                    .isThrownBy(() ->
                            read("from,to,streams,bits_per_second\naws:a,gcp:b-a,64," + rate + "\n", PRICES, CAPS))
                    .withMessageContaining("line 2, column bits_per_second");
        }
    }

    @Test
    void namesAMissingColumn() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read("from,to,streams\n", PRICES, CAPS))
                .withMessageContaining("no column bits_per_second");
    }

    @Test
    void readsThePublishedGridAndItsProblems() throws IOException {
        Path links = PublishedData.file("overlay-plan/links.csv");
        Path caps = Files.writeString(directory.resolve("caps.yaml"), """
                vm_price_usd_per_hour: 0.54
                providers:
                  aws: {egress: 5Gbit/s, ingress: 10Gbit/s}
                  gcp: {egress: 7Gbit/s, ingress: 16Gbit/s}
                  azure: {egress: 16Gbit/s, ingress: 16Gbit/s}
                """);
        NetworkModel network = GridReader.read(links, PublishedData.file("overlay-plan/prices.csv"), caps, notes::add);
        assertThat(notes).isEmpty();
        assertThat(network.sites()).hasSize(63);
        assertThat(network.links()).hasSize(3906);
        assertThat(network.getLink(Link.between("aws:af-south-1", "aws:ap-east-1"))
                        .rates()
                        .maxRate())
                .isEqualTo(Bandwidth.ofBitsPerSecond(4_705_800_000L));

        List<BatchProblem> problems = ProblemsReader.read(PublishedData.file("overlay-plan/problems.csv"));
        assertThat(problems).hasSize(22);
        BatchProblem last = problems.get(21);
        assertThat(last.rate()).contains(Bandwidth.ofBitsPerSecond(5_310_000_000L));
        assertThat(last.size()).isEqualTo(DataSize.ofGigabytes(64));
        assertThat(last.request(true).rateExactly()).isTrue();
        assertThat(last.request(false).limits().maxVmsPerSite()).isEqualTo(1);
    }

    @Test
    void aProblemWithoutARateAsksForNone() throws IOException {
        Path file = Files.writeString(
                directory.resolve("problems.csv"),
                "max_vms_per_site,note,from,to,rate_gbps,size_gb\n8,hello,aws:a,aws:b,,0.5\n");
        BatchProblem problem = ProblemsReader.read(file).get(0);
        assertThat(problem.request(true).rate()).isEmpty();
        assertThat(problem.size()).isEqualTo(DataSize.ofMegabytes(500));
    }

    @Test
    void aProblemTooLargeIsRefused() throws IOException {
        Path file = Files.writeString(
                directory.resolve("problems.csv"),
                "from,to,rate_gbps,size_gb,max_vms_per_site\naws:a,aws:b,1,1e12,1\n");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> ProblemsReader.read(file))
                .withMessageContaining("line 2, column size_gb");
    }

    private static final String CHOICES = """
            vm_price_usd_per_hour: 0.54
            providers:
              aws: {vm_types: [small, large], ingress: 10Gbit/s, quotas: {small: 5}}
              gcp: {egress: 7Gbit/s, ingress: 16Gbit/s}
            sites:
              aws:a: {quotas: {large: 1}}
            vm_types:
              small: {egress: 1Gbit/s, vm_price_usd_per_hour: 0.05, quota: 9}
              large: {egress: 8Gbit/s, ingress: 8Gbit/s, quota: 4}
            """;

    @Test
    void readsVmTypesToChooseAmong() throws IOException {
        SiteModel site =
                read(LINKS.replaceAll("azure:c", "aws:c"), PRICES, CHOICES).getSite(SiteId.parse("aws:a"));
        assertThat(site.choices()).extracting(VmChoice::type).containsExactly("small", "large");
        VmChoice small = site.choices().get(0);
        VmChoice large = site.choices().get(1);
        assertThat(small.quota()).as("the provider's before the type's").isEqualTo(5);
        assertThat(large.quota()).as("the site's before the type's").isEqualTo(1);
        assertThat(small.caps().ingress()).as("left to the provider").isEqualTo(Bandwidth.ofGigabitsPerSecond(10));
        assertThat(large.caps().ingress()).as("the type's own").isEqualTo(Bandwidth.ofGigabitsPerSecond(8));
        assertThat(small.price()).isEqualTo(PricePerHour.ofDollars(0.05));
        assertThat(large.price()).as("left to the top").isEqualTo(PricePerHour.ofDollars(0.54));
        assertThat(notes).noneSatisfy(note -> assertThat(note).contains("Ignored"));
    }

    @Test
    void refusesVmTypesThatCannotBeChosen() {
        for (String wrong : List.of(
                CHOICES.replace("[small, large]", "[small, huge]"),
                CHOICES.replace("[small, large]", "[small, small]"),
                CHOICES.replace("{large: 1}", "{large: -1}"))) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .as(wrong)
                    .isThrownBy(() -> read(LINKS.replaceAll("azure:c", "aws:c"), PRICES, wrong));
        }
    }

    @Test
    void readsMeanAndSpread() throws IOException {
        String links = """
                from,to,streams,bits_per_second,stddev_bps,spread_seconds,samples
                aws:a,gcp:b-a,1,500000000,400000000,,
                aws:a,gcp:b-a,64,5000000000,1000000000,60,12
                """;
        RateVariation variation = read(links, PRICES, CAPS)
                .getLink(Link.between("aws:a", "gcp:b-a"))
                .variation()
                .orElseThrow();
        assertThat(variation.assumed()).isTrue();
        assertThat(variation.coefficientOfVariation()).as("of the most streams").isBetween(0.19, 0.21);
        assertThat(variation.step()).isEqualTo(Duration.ofMinutes(1));
        assertThat(variation.factors()).hasSize(12);
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(links.replace(",1000000000,", ",90000000000,"), PRICES, CAPS))
                .withMessageContaining("stddev_bps");
    }
}
