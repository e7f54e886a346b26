package io.longhaul.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SnapshotTopologyTest {
    private static final SiteId A = SiteId.parse("aws:a");
    private static final SiteId B = SiteId.parse("aws:b");
    private static final SiteId C = SiteId.parse("gcp:c");
    private static final Instant NOW = Instant.parse("2022-01-29T00:00:00Z");

    private static SiteEstimate site(SiteId id, Optional<TokenBucket> bucket) {
        return new SiteEstimate(id, Optional.of("m5"), cap("5Gbit/s"), cap("10Gbit/s"), Optional.empty(), bucket);
    }

    private static Optional<CapEstimate> cap(String rate) {
        return Optional.of(new CapEstimate(Bandwidth.parse(rate), Optional.empty(), Source.MEASURED, Optional.of(NOW)));
    }

    private static LinkEstimate link(SiteId from, SiteId to, int rtt, String single, Optional<Bandwidth> pathCap) {
        return new LinkEstimate(
                new Link(from, to),
                Optional.of(new RttEstimate(Duration.ofMillis(rtt), Optional.empty())),
                Optional.of(Bandwidth.parse(single)),
                List.of(),
                pathCap,
                BindingLimit.RECEIVE_WINDOW,
                BindingLimit.NOT_IDENTIFIED,
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                NOW);
    }

    /** a and b know all of each other; c has no round-trip time to b. */
    private static Snapshot snapshot() {
        var bucket = new TokenBucket(
                Bandwidth.parse("4Gbit/s"),
                Bandwidth.parse("1Gbit/s"),
                DataSize.parse("500GB"),
                Bandwidth.parse("1Gbit/s"));
        var links = new ArrayList<LinkEstimate>();
        links.add(link(A, B, 80, "100Mbit/s", Optional.of(Bandwidth.parse("2Gbit/s"))));
        links.add(link(B, A, 84, "100Mbit/s", Optional.empty()));
        links.add(link(A, C, 20, "300Mbit/s", Optional.empty()));
        return new Snapshot(
                NOW,
                List.of(site(A, Optional.empty()), site(B, Optional.of(bucket)), site(C, Optional.empty())),
                links);
    }

    private static LabTopology make(List<SiteId> sites) {
        return SnapshotTopology.of(
                snapshot(), new SnapshotTopology.Options("made", sites, 100, DataSize.parse("4MiB")));
    }

    @Test
    void capsWindowsBucketsAndPathCapsAreDividedAndTimesAreKept() {
        LabTopology made = make(List.of());
        assertThat(made.sites()).extracting(LabSite::id).containsExactly(A, B);
        LabSite b = made.getSite(B);
        assertThat(b.caps().ingress()).isEqualTo(Bandwidth.parse("100Mbit/s"));
        assertThat(b.caps().egress()).isEqualTo(Bandwidth.parse("40Mbit/s"));
        assertThat(b.caps().egressBucket().orElseThrow().budget()).isEqualTo(DataSize.parse("5GB"));
        // 100 Mbit/s x 80 ms = 1 MB, a hundredth of it
        assertThat((double) b.window().bytes()).isCloseTo(10_000, Percentage.withPercentage(1));
        LabLink there = made.getLink(new Link(A, B));
        assertThat(there.pathCap()).contains(Bandwidth.parse("20Mbit/s"));
        assertThat(made.roundTrip(new Link(A, B))).isEqualTo(Duration.ofMillis(82));
    }

    @Test
    void whatIsMadeCanBeWrittenAndReadBack() {
        LabTopology made = make(List.of());
        assertThat(TopologyYaml.parse("made", TopologyYaml.write(made))).isEqualTo(made);
    }

    @Test
    void aMissingRoundTripTimeIsNamed() {
        assertThatThrownBy(() -> make(List.of(B, C)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("aws:b")
                .hasMessageContaining("gcp:c");
        assertThat(make(List.of(A, C)).sites()).hasSize(2);
    }
}
