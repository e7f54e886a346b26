package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.units.Durations;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the estimator says, untold, of the published grids of January 2022. */
class PublishedGridsTest {
    private static Predicate<LinkEstimate> between(String from, String to) {
        return link -> link.link().from().provider().equals(from)
                && link.link().to().provider().equals(to)
                && !link.rates().isEmpty();
    }

    /**
     * What arrived within 5 s is the same on both days up to 160 ms: the cap, less what slow start cost. Only beyond that do the windows
     * that the kernels left bind, those of receivers in AWS at some 1.6 MB.
     */
    @Test
    void on_24_january_aws_links_are_at_their_cap_up_to_160_ms_and_at_windows_beyond() throws IOException {
        Snapshot snapshot =
                PublishedGrids.grid("skyplane-throughput-2022-01-24.csv").estimate();
        List<LinkEstimate> near = links(snapshot, "aws", 0, 160);
        assertThat(near.stream().filter(link -> link.limit() == BindingLimit.VM_EGRESS_CAP))
                .hasSizeGreaterThan((int) (0.9 * near.size()));
        List<LinkEstimate> far = links(snapshot, "gcp", 200, 300);
        double[] windows = far.stream()
                .filter(link -> link.limit() == BindingLimit.RECEIVE_WINDOW)
                .mapToDouble(link -> link.mostStreams().orElseThrow().best().bitsPerSecond()
                        * Durations.seconds(link.rtt().orElseThrow().median())
                        / 8
                        / 64)
                .toArray();
        assertThat(windows).hasSizeGreaterThan((int) (0.8 * far.size()));
        assertThat(Medians.of(windows)).isBetween(1.4e6, 1.8e6);
    }

    private static List<LinkEstimate> links(Snapshot snapshot, String from, int leastMillis, int mostMillis) {
        return snapshot.links().stream()
                .filter(between(from, "aws"))
                .filter(link -> link.rtt()
                        .filter(rtt -> rtt.median().toMillis() >= leastMillis
                                && rtt.median().toMillis() < mostMillis)
                        .isPresent())
                .toList();
    }

    @Test
    void on_29_january_aws_links_are_limited_by_5_gbit_of_egress_per_vm() throws IOException {
        Snapshot snapshot =
                PublishedGrids.grid("skyplane-throughput-2022-01.csv").estimate();
        assertThat(snapshot.sites())
                .filteredOn(site -> site.id().provider().equals("aws")
                        && site.vmType().orElse("").equals("m5.8xlarge"))
                .hasSize(21)
                .allSatisfy(site -> {
                    CapEstimate egress = site.egress().orElseThrow();
                    assertThat(egress.source()).isEqualTo(Source.MEASURED);
                    assertThat((double) egress.value().bitsPerSecond()).isBetween(4.75e9, 5.25e9);
                });
        long capped = snapshot.links().stream()
                .filter(between("aws", "aws"))
                .filter(link -> link.limit() == BindingLimit.VM_EGRESS_CAP)
                .count();
        assertThat(capped).isGreaterThan(360);
    }

    @Test
    void on_29_january_gcp_sends_7_gbit_to_external_addresses() throws IOException {
        Snapshot snapshot =
                PublishedGrids.grid("skyplane-throughput-2022-01.csv").estimate();
        assertThat(snapshot.sites())
                .filteredOn(site -> site.id().provider().equals("gcp"))
                .hasSize(27)
                .allSatisfy(site -> {
                    CapEstimate egress = site.egress().orElseThrow();
                    assertThat(egress.source()).isEqualTo(Source.MEASURED);
                    assertThat((double) egress.value().bitsPerSecond()).isBetween(6.6e9, 7.4e9);
                });
    }

    @Test
    void on_29_january_azure_to_aws_is_limited_by_10_gbit_of_ingress_where_fast_and_by_the_path_elsewhere()
            throws IOException {
        Snapshot snapshot =
                PublishedGrids.grid("skyplane-throughput-2022-01.csv").estimate();
        assertThat(snapshot.links()).filteredOn(between("azure", "aws")).allSatisfy(link -> {
            double rate = link.mostStreams().orElseThrow().best().bitsPerSecond();
            if (link.rtt().isEmpty()) {
                return; // without a round-trip time a window cannot be told from a path
            }
            if (rate > 9.2e9) {
                assertThat(link.limit()).isEqualTo(BindingLimit.VM_INGRESS_CAP);
            } else if (rate < 5.5e9) {
                // the longest links might have a window of their own
                assertThat(link.limit()).isIn(BindingLimit.PATH_CAP, BindingLimit.NOT_IDENTIFIED);
            }
        });
        assertThat(snapshot.links())
                .filteredOn(between("azure", "aws"))
                .filteredOn(link -> link.limit() == BindingLimit.PATH_CAP)
                .hasSizeGreaterThan(180);
    }
}
