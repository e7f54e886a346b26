package io.longhaul.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Topologies of real regions that give neither delays nor locations. */
class RegionPlacesTest {
    private static LabTopology of(String... sites) {
        return TopologyYaml.parse("named", """
                format: longhaul-topology/1
                name: named
                defaults: {egress: 100Mbit/s, ingress: 100Mbit/s}
                sites: {%s: {}}
                """.formatted(String.join(": {}, ", sites)));
    }

    private static double roundTripMs(LabTopology topology, String from, String to) {
        return 1e3 * Durations.seconds(topology.roundTrip(Link.between(from, to)));
    }

    /** Public round-trip times of April 2022 (Skyplane project); a real path is not exactly 1.8 great circles. */
    @ParameterizedTest
    @CsvSource({
        "aws:us-east-1, aws:eu-west-1, 84.9",
        "aws:us-east-1, aws:ap-northeast-1, 168.4",
        "aws:sa-east-1, azure:australiaeast, 315.4",
        "azure:japaneast, gcp:us-central1, 144.9"
    })
    void delaysComeFromTheRegionsThatSitesName(String from, String to, double known) {
        assertThat(roundTripMs(of(from, to), from, to)).isCloseTo(known, Percentage.withPercentage(40));
    }

    @Test
    void aZoneIsWhereItsRegionIs() {
        LabTopology topology = of("gcp:asia-northeast1-a", "gcp:asia-northeast1", "aws:us-east-1");
        assertThat(roundTripMs(topology, "gcp:asia-northeast1-a", "aws:us-east-1"))
                .isEqualTo(roundTripMs(topology, "gcp:asia-northeast1", "aws:us-east-1"));
    }

    @Test
    void regionsOfOneCityAreNotAtOnePoint() {
        assertThat(roundTripMs(of("aws:eu-west-1", "azure:northeurope"), "aws:eu-west-1", "azure:northeurope"))
                .isEqualTo(2.5);
    }

    @Test
    void aLocationCountsBeforeThePlaceOfTheRegion() {
        LabTopology topology = TopologyYaml.parse("moved", """
                format: longhaul-topology/1
                name: moved
                defaults: {egress: 100Mbit/s, ingress: 100Mbit/s}
                sites: {aws:us-east-1: {location: [0, 0]}, aws:eu-west-1: {location: [0, 0.01]}}
                """);
        assertThat(roundTripMs(topology, "aws:us-east-1", "aws:eu-west-1")).isLessThan(0.1);
        assertThat(TopologyYaml.parse("written", TopologyYaml.write(topology))).isEqualTo(topology);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aws:us-eest-1 | Maybe you meant aws:us-east-1",
                "lab:here | the regions of aws, azure and gcp",
                "aws:us-eest-1 | location: [latitude, longitude]"
            })
    void anUnknownRegionIsNamedWithTheWayOut(String site, String advice) {
        assertThatThrownBy(() -> of(site, "aws:eu-west-1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no place for " + site)
                .satisfies(e -> assertThat(((LonghaulException) e).advice()).contains(advice));
    }

    @Test
    void everyRegionOfTheListHasAPlace() {
        assertThat(RegionPlaces.find(SiteId.parse("azure:japaneast"))).isPresent();
        assertThat(RegionPlaces.find(SiteId.parse("gcp:nowhere"))).isEmpty();
    }
}
