package io.longhaul.clouds.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.CloudEgress;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmPrice;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.Origin;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.core.topology.SiteId;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a fleet takes of the quotas of a cloud that says little. */
class FleetQuotasTest {
    private static final SiteId VIRGINIA = SiteId.parse("aws:us-east-1");
    private static final SiteId IRELAND = SiteId.parse("aws:eu-west-1");

    /** Two processors a VM; 12 in Virginia, of which 5 are used; Ireland keeps silent. */
    private static final class Little implements CloudCatalog {
        @Override
        public List<Quota> quotas(SiteId site) {
            if (site.equals(IRELAND)) {
                throw new CloudException(Reason.REFUSED, "You may not ask.", "Ask for the right to ask.");
            }
            var origin = Origin.documented("a test", LocalDate.EPOCH);
            return List.of(
                    new Quota(site, "cpus", "Processors", 12, OptionalDouble.of(5), origin),
                    new Quota(site, "disks", "Disks", 1, OptionalDouble.empty(), origin));
        }

        @Override
        public Map<String, Double> takes(SiteId site, String vmType, boolean spot) {
            return Map.of("cpus", 2.0, "unheard-of", 9.0);
        }

        @Override
        public List<CloudRegion> regions() {
            return List.of();
        }

        @Override
        public List<CloudVmType> vmTypes(SiteId region) {
            return List.of();
        }

        @Override
        public List<CloudVmPrice> vmPrices(SiteId region, Set<String> vmTypes) {
            return List.of();
        }

        @Override
        public List<CloudEgress> egress(SiteId region) {
            return List.of();
        }

        @Override
        public void close() {}
    }

    private static FleetQuotas of(Fleet.Group... groups) {
        return FleetQuotas.of(
                new Fleet(
                        "grid",
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        Optional.empty(),
                        List.of("203.0.113.7/32"),
                        Optional.empty(),
                        List.of(groups),
                        List.of(),
                        Fleet.Tuning.NONE,
                        Optional.empty()),
                name -> new Little());
    }

    @Test
    void groups_of_a_region_add_up_with_all_their_candidates() {
        FleetQuotas enough = of(FaultScript.group(VIRGINIA, 1), FaultScript.group(VIRGINIA, 1, 2));
        assertThat(enough.lines()).singleElement().satisfies(line -> {
            assertThat(line.quota().id()).isEqualTo("cpus");
            assertThat(line.needed()).isEqualTo(6);
        });
        assertThat(enough.lacks()).isEmpty();
        assertThat(of(FaultScript.group(VIRGINIA, 1), FaultScript.group(VIRGINIA, 1, 3))
                        .lacks())
                .singleElement()
                .satisfies(line -> assertThat(line.needed()).isEqualTo(8));
    }

    @Test
    void a_cloud_that_says_nothing_is_no_hindrance_and_no_secret() {
        FleetQuotas half = of(FaultScript.group(VIRGINIA, 1), FaultScript.group(IRELAND, 50));
        assertThat(half.lines()).hasSize(1);
        assertThat(half.lacks()).isEmpty();
        assertThat(half.unknown())
                .singleElement()
                .asString()
                .contains("aws:eu-west-1", "You may not ask.", "Ask for the right");
    }
}
