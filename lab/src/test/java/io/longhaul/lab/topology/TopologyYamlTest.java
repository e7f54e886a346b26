package io.longhaul.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TopologyYamlTest {
    private static final String PAIR = """
            format: longhaul-topology/1
            name: pair
            sites:
              aws:a: {egress: 100Mbit/s, ingress: 200Mbit/s, window: 1MiB}
              gcp:b: {egress: 50Mbit/s, ingress: 60Mbit/s, window: 2MiB}
            rtt:
              aws:a: {gcp:b: 40ms}
            """;

    @ParameterizedTest
    @MethodSource("io.longhaul.lab.topology.TopologyYaml#readyMade")
    void everyReadyMadeTopologyReadsAndReadsBack(String name) {
        LabTopology topology = TopologyYaml.load(name);
        assertThat(topology.name()).isEqualTo(name);
        assertThat(topology.about()).isNotBlank();
        assertThat(TopologyYaml.parse("written", TopologyYaml.write(topology))).isEqualTo(topology);
        assertThat(TopologyYaml.parseJson("written", TopologyYaml.writeJson(topology)))
                .isEqualTo(topology);
    }

    @Test
    void readsCapsDelaysAndWindows() {
        LabTopology pair = TopologyYaml.parse("pair", PAIR);
        Link there = Link.between("aws:a", "gcp:b");
        assertThat(pair.roundTrip(there)).isEqualTo(Duration.ofMillis(40));
        assertThat(pair.getLink(there.reversed()).oneWay()).isEqualTo(Duration.ofMillis(20));
        assertThat(pair.getSite(SiteId.parse("gcp:b")).caps().ingress()).isEqualTo(Bandwidth.parse("60Mbit/s"));
        assertThat(pair.steadyRate(there.reversed(), 1)).isEqualTo(Bandwidth.parse("50Mbit/s"));
        assertThat(pair.steadyRate(there, 9)).isEqualTo(Bandwidth.parse("60Mbit/s"));
    }

    @Test
    void delaysComeFromLocationsWhenNotGiven() {
        LabTopology topology = TopologyYaml.parse("far", """
                format: longhaul-topology/1
                name: far
                defaults: {egress: 1Gbit/s, ingress: 1Gbit/s}
                stretch: 1.5
                sites:
                  aws:london: {location: [51.5074, -0.1278]}
                  aws:sydney: {location: [-33.8688, 151.2093]}
                """);
        // 16,994 km on the mean sphere
        assertThat(topology.roundTrip(Link.between("aws:london", "aws:sydney")).toMillis())
                .isBetween(253L, 256L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: pair | name: pair\\nspeed: 3 | unknown key speed | format, name",
                "name: pair | name: pair\\nname: other | uplicate | docs/formats/topology.md",
                "100Mbit/s | 100 | pair.sites.aws:a.egress | Mbit/s",
                "egress: 50Mbit/s, | '' | gcp:b has no egress | under defaults",
                "gcp:b: 40ms | gcp:c: 40ms | names gcp:c | aws:a, gcp:b",
                "gcp:b: 40ms | gcp:b: 40 | pair.rtt.aws:a.gcp:b | 10s",
                "rtt: | delays: | unknown key delays | rtt",
                "topology/1 | topology/9 | longhaul-topology/9 | longhaul-topology/1",
                "sites: | sites: [ | not YAML | docs/formats/topology.md",
                "1MiB | 1MiB, loss: 3 | aws:a.loss | 0.1%",
            })
    void whatIsWrongIsNamedWithItsPlaceAndTheWayOut(String from, String to, String message, String advice) {
        String text = PAIR.replaceFirst(java.util.regex.Pattern.quote(from), to.replace("\\n", "\n"));
        assertThatThrownBy(() -> TopologyYaml.parse("pair", text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(((LonghaulException) e).advice()).containsAnyOf(advice.split("\\|")));
    }

    /** Before their nine million links are made, which would take gigabytes. */
    @Test
    void threeThousandSitesAreRefusedAtOnce() {
        String sites = IntStream.range(0, 3000)
                .mapToObj(i -> "  \"lab:s" + i + "\": {location: [" + i / 60 + ", " + i % 60 + "]}\n")
                .collect(Collectors.joining());
        String text =
                "format: longhaul-topology/1\nname: large\ndefaults: {egress: 1Gbit/s, ingress: 1Gbit/s}\nsites:\n"
                        + sites;

        assertThatThrownBy(() -> TopologyYaml.parse("large", text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("3000 sites, which are 8997000 links");
    }

    @Test
    void aFileWithoutEndIsNotReadToItsEnd() {
        Path zeros = Path.of("/dev/zero");
        assumeThat(zeros).exists();

        assertThatThrownBy(() -> TopologyYaml.read(zeros))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than");
    }

    @Test
    void anUnknownNameListsTheReadyMadeOnes() {
        assertThatThrownBy(() -> TopologyYaml.load("demmo"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("demmo")
                .satisfies(e -> assertThat(((LonghaulException) e).advice()).contains("demo, study-7"));
    }

    @Test
    void theDemoRewardsARelayOnOneLinkOnly() {
        LabTopology demo = TopologyYaml.load("demo");
        Link slow = Link.between("gcp:us-central1", "aws:ap-southeast-2");
        Link first = Link.between("gcp:us-central1", "aws:us-east-1");
        Link second = Link.between("aws:us-east-1", "aws:ap-southeast-2");
        double direct = demo.steadyRate(slow, 64).bitsPerSecond();
        double relay =
                demo.steadyRate(first, 64).min(demo.steadyRate(second, 64)).bitsPerSecond();
        assertThat(relay / direct).isGreaterThan(2);
        double fastest = demo.links().keySet().stream()
                .mapToDouble(link -> demo.steadyRate(link, 1).bitsPerSecond())
                .max()
                .orElseThrow();
        double slowest = demo.links().keySet().stream()
                .mapToDouble(link -> demo.steadyRate(link, 1).bitsPerSecond())
                .min()
                .orElseThrow();
        assertThat(fastest / slowest).isGreaterThan(5);
    }
}
