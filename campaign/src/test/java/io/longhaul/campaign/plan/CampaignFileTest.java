package io.longhaul.campaign.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.campaign.orders.Task;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.probes.spec.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Campaign files: what they mean, where they are wrong, and that the schema says the same. */
class CampaignFileTest {
    private static final String SMALL = """
            format: longhaul-campaign/1
            name: small
            agents:
              a: {site: "aws:us-east-1", orders: 192.0.2.1}
              b: {site: "gcp:us-central1", orders: "192.0.2.2:6000", probes: "10.0.0.2"}
            probes:
              rtt:
                latency: {count: 5}
              many:
                throughput:
                  streams: 8
                  duration: 10s
                  volume: 1GB
            """;

    private static Campaign parse(String text) {
        return CampaignFile.parse(text, "c.yaml");
    }

    private static Schema schema() {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(
                            Files.readString(Path.of(System.getProperty("longhaul.root"))
                                    .resolve("docs/formats/campaign.schema.json")),
                            InputFormat.JSON);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSmallFileIsAMesh() {
        Campaign campaign = parse(SMALL);

        assertThat(campaign.pairs()).extracting(Pair::toString).containsExactly("a -> b", "b -> a");
        assertThat(campaign.agents().get(0).orders()).contains(new HostPort("192.0.2.1", 5202));
        assertThat(campaign.agents().get(0).probes()).hasToString("192.0.2.1:5201");
        assertThat(campaign.agents().get(1).probes()).hasToString("10.0.0.2:5201");
        assertThat(campaign.probes().get(1).task()).isInstanceOfSatisfying(Task.Throughput.class, load -> {
            assertThat(load.streams()).isEqualTo(8);
            assertThat(load.most()).isEqualTo(DataSize.ofGigabytes(1));
        });
        assertThat(campaign.blocks()).isEqualTo(1);
    }

    @Test
    void theExampleIsReadAndIsAsTheSchemaSays() {
        Campaign campaign = parse(CampaignFile.example());

        assertThat(campaign.agents()).hasSize(3);
        assertThat(campaign.pairs()).hasSize(6);
        assertThat(campaign.budget().time()).contains(Duration.ofHours(6));
        assertThat(schema().validate(CampaignFile.example(), InputFormat.YAML)).isEmpty();
        String all = CampaignFile.example()
                .replaceAll("(?m)^# (links:|precision:|refill:|gate:|  - )", "$1")
                .replaceAll("(?m)^#   (fingerprint|check|tolerance|drifted):", "  $1:")
                .replaceAll(
                        "(?m)^  # (curve|shared-cap|spark-like|bucket|  sweep|  every|  contention|  pattern|  fingerprint):",
                        "  $1:")
                .replaceAll("(?m)^#   - ", "  - ")
                .replaceAll("(?m)^  # (providers:|  aws:)", "  $1")
                .replace("blocks: 3", "blocks: 30");
        assertThat(parse(all).precision()).isPresent();
        assertThat(parse(all).pairs()).hasSize(3);
        assertThat(parse(all).budget().providers()).containsOnlyKeys("aws");
        assertThat(parse(all).probes())
                .extracting(probe -> probe.task().id())
                .containsExactly(
                        "latency", "throughput", "throughput", "sweep", "contention", "pattern", "fingerprint");
        assertThat(parse(all).gate()).isPresent();
        assertThat(parse(all).refill()).isEqualTo(0.95);
        assertThat(schema().validate(all, InputFormat.YAML)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name: small | name: a b | 2",
                "duration: 10s | duration: 10 | 12",
                "duration: 10s | durations: 10s | 12",
                "streams: 8 | streams: 0 | 11",
                "streams: 8 | streams: many | 11",
                "volume: 1GB | volume: 1G | 13",
                "{count: 5} | {count: 0} | 8",
                "{count: 5} | {number: 5} | 8",
                "latency: {count: 5} | lateness: {count: 5} | 8",
                "orders: 192.0.2.1} | order: 192.0.2.1} | 4",
                "aws:us-east-1 | us-east-1 | 4",
                "192.0.2.2:6000 | 192.0.2.2:600000 | 5",
                "longhaul-campaign/1 | longhaul-campaign/2 | 1"
            })
    void whatIsWrongIsSaidWithItsLine(String good, String bad, int line) {
        assertThat(SMALL).contains(good);
        String text = SMALL.replace(good, bad);

        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("(line " + line + ")")
                .hasMessageContaining("c.yaml");
        boolean beyondSchemas = bad.contains("600000");
        assertThat(beyondSchemas || !schema().validate(text, InputFormat.YAML).isEmpty())
                .as("the schema refuses it, too, but for ports")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "budget: {providers: {azure: {money: 1USD}}} | azure",
                "blocks: 9 AND precision: {within: 5%} | ten runs",
                "precision: {within: 0%} | above zero",
                "links: [{from: [c], to: [a]}] | c",
                "links: [{from: [a], to: [a]}] | pairs",
                "rest: 2d | rest",
                "leave_out_after: 0 | leave_out_after"
            })
    void whatContradictsItselfIsRefused(String more, String said) {
        assertThatThrownBy(() -> parse(SMALL + more.replace(" AND ", "\n") + "\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(said);
    }

    @Test
    void linksAreNamedByAgentSiteOrProvider() {
        assertThat(parse(SMALL + "links: [{from: [aws], to: [\"gcp:us-central1\"]}]\n")
                        .pairs())
                .extracting(Pair::toString)
                .containsExactly("a -> b");
        assertThat(parse(SMALL + "links: [{from: [a], to: [gcp], both: true}]\n")
                        .pairs())
                .hasSize(2);
    }

    @Test
    void anyChangeOfAFileIsReadOrRefusedByASentence() {
        long seed = Long.getLong("longhaul.seed", System.nanoTime());
        System.out.println("CampaignFileTest: -Dlonghaul.seed=" + seed);
        var random = new Random(seed);
        List<String> instead = List.of(
                "",
                "0",
                "-1",
                "1e400",
                "[]",
                "{}",
                "null",
                "99999999999999999999",
                "9PB",
                "106751d",
                "\u0000",
                "&a *a");
        for (int i = 0; i < 500; i++) {
            String[] lines = CampaignFile.example().split("\n", -1);
            int line = random.nextInt(lines.length);
            lines[line] = lines[line].replaceFirst(
                    ":.*", ": " + instead.get(random.nextInt(instead.size())).replace("\\", ""));
            String text = String.join("\n", lines);
            try {
                Campaign campaign = parse(text);
                CampaignPlan.of(campaign, new Tariff(PriceBook.empty(), false), Expectation.NONE);
            } catch (LonghaulException refused) {
                assertThat(refused.message()).as(text).isNotBlank();
                assertThat(refused.advice()).as(text).isNotBlank();
            } catch (ArithmeticException tooMuch) {
                assertThat(text).as("only sizes beyond all that can be").containsPattern("9PB|106751d");
            }
        }
    }

    private static Cost of(Map<String, Cost> costs, String provider) {
        return costs.getOrDefault(provider, Cost.ZERO);
    }

    @Test
    void aPlanCountsWhatItCanCost() {
        String text = SMALL + "blocks: 2\nretries: 1\nbudget: {money: 1USD}\n";
        Link there = Link.between("aws:us-east-1", "gcp:us-central1");
        var prices = new PriceBook(
                List.of(
                        EgressPrice.flat(there, PricePerGigabyte.ofDollars(0.09), "test", Optional.empty()),
                        EgressPrice.flat(there.reversed(), PricePerGigabyte.ofDollars(0.12), "test", Optional.empty())),
                List.of());
        CampaignPlan plan = CampaignPlan.of(parse(text), new Tariff(prices, true), Expectation.NONE);

        assertThat(plan.measurements()).isEqualTo(8);
        assertThat(plan.rounds()).isEqualTo(2);
        Map<String, Cost> most = plan.most();
        assertThat(most).containsOnlyKeys("aws", "gcp");
        // twice: 1 GB with 6 % on the wire at 0.09, acknowledgements of the other GB, 2.5 % of it, and some echoes
        assertThat(of(most, "aws").money().dollars()).isBetween(2 * (1.06 * 0.09 + 0.025 * 0.09), 0.1954);
        assertThat(of(most, "aws").volume().bytes()).isBetween(2_000_000_000L, 2_000_010_000L);
        assertThat(of(plan.mostWithRetries(), "gcp").money())
                .isEqualTo(of(most, "gcp").money().times(2));
        assertThat(plan.fits(most)).isTrue();
        assertThat(plan.fits(plan.mostWithRetries())).isTrue();
        assertThat(CampaignPlan.JSON.toJson(plan)).contains("\"measurements\": 8");
        CampaignPlan tight = CampaignPlan.of(
                parse(text.replace("money: 1USD", "money: 0.10USD")), new Tariff(prices, true), Expectation.NONE);
        assertThat(tight.fits(tight.most())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"300, 89700 pairs", "3000, 3000 names"})
    void moreAgentsThanACampaignCanHaveAreRefused(int agents, String said) {
        var text = new StringBuilder("format: longhaul-campaign/1\nname: x\nagents:\n");
        for (int i = 0; i < agents; i++) {
            text.append("  a" + i + ": {site: \"aws:r" + i + "\", orders: 10.0." + i / 250 + "." + i % 250 + "}\n");
        }
        text.append("probes: {l: {throughput: {duration: 1s}}}\n");

        assertThatThrownBy(() -> parse(text.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(said);
    }

    @Test
    void aPriceThatIsMissingIsRefusedWhereTheBudgetIsInDollars() {
        Campaign campaign = parse(SMALL + "budget: {money: 1USD}\n");

        assertThatThrownBy(() -> CampaignPlan.of(campaign, new Tariff(PriceBook.empty(), true), Expectation.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no price is known");
        assertThat(of(
                                CampaignPlan.of(campaign, new Tariff(PriceBook.empty(), false), Expectation.NONE)
                                        .most(),
                                "aws")
                        .money())
                .isEqualTo(Money.ZERO);
    }

    @Test
    void whatIsProbablySentFollowsTheDocumentedCaps() {
        Campaign campaign = parse(SMALL.replace("site: \"aws:us-east-1\"", "site: \"aws:us-east-1\", vm: small")
                .replace("volume: 1GB", "volume: 50GB"));
        var slow = new VmCaps(
                Bandwidth.parse("80Mbit/s"), Bandwidth.parse("160Mbit/s"), Optional.empty(), Optional.empty());
        var expectation = new Expectation(
                Expectation.NONE.known(), (site, type) -> type.equals("small") ? Optional.of(slow) : Optional.empty());
        CampaignPlan plan = CampaignPlan.of(campaign, new Tariff(PriceBook.empty(), false), expectation);

        long there = 80_000_000L * 10 / 8;
        long back = 160_000_000L * 10 / 8;
        assertThat(CampaignPlan.sum(plan.probably()).volume().bytes())
                .as("10 s at the cap of what leaves, and of what reaches, and some echoes")
                .isBetween(there + back, there + back + 10_000);
        assertThat(CampaignPlan.sum(plan.most()).volume().bytes()).isGreaterThan(100_000_000_000L);
    }
}
