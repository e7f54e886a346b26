package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.estimate.Stability;
import io.longhaul.core.estimate.TokenBucketEstimate;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

class SnapshotJsonTest {
    private static final Instant AS_OF = Instant.parse("2022-01-29T22:19:00Z");
    private final SnapshotJson json = new SnapshotJson();

    private static final TokenBucket BUCKET =
            new TokenBucket(gigabits(10), gigabits(1), DataSize.ofGigabytes(675), gigabits(1));

    private static Snapshot snapshot() {
        RateInterval interval = new RateInterval(Bandwidth.ofMegabitsPerSecond(4_900), gigabits(5), 0.95);
        SiteEstimate full = new SiteEstimate(
                SiteId.parse("aws:us-east-1"),
                Optional.of("m5.8xlarge"),
                Optional.of(new CapEstimate(gigabits(5), Optional.of(interval), Source.MEASURED, Optional.of(AS_OF))),
                Optional.of(new CapEstimate(gigabits(10), Optional.empty(), Source.DOCUMENTED, Optional.empty())),
                Optional.of(new CapEstimate(gigabits(5), Optional.empty(), Source.ASSUMED, Optional.empty())),
                Optional.of(BUCKET),
                Optional.of(new TokenBucketEstimate(
                        BUCKET,
                        Optional.of(interval),
                        Optional.empty(),
                        Optional.of(interval),
                        Optional.of(new TokenBucketEstimate.SizeInterval(
                                DataSize.ofGigabytes(600), DataSize.ofGigabytes(700), 0.95)),
                        true,
                        Source.MEASURED,
                        "a run fell")));
        SiteEstimate bare = new SiteEstimate(
                SiteId.parse("azure:eastus"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        LinkEstimate there = new LinkEstimate(
                Link.between("aws:us-east-1", "azure:eastus"),
                Optional.of(new RttEstimate(
                        Duration.ofNanos(1_234_567),
                        Optional.of(Duration.ofMillis(2)),
                        Optional.of(new RttEstimate.Range(Duration.ofMillis(1), Duration.ofNanos(2_000_001), 0.95)),
                        17,
                        Optional.of(AS_OF),
                        Optional.empty())),
                Optional.of(Bandwidth.ofMegabitsPerSecond(900)),
                List.of(new RatePoint(
                        64,
                        Optional.of(DataSize.ofMebibytes(7)),
                        Optional.of(gigabits(5)),
                        Optional.of(gigabits(4)),
                        Optional.of(Bandwidth.ofMegabitsPerSecond(4_970)),
                        Optional.empty(),
                        Optional.of(interval),
                        12,
                        List.of(gigabits(4), gigabits(5), gigabits(6)),
                        Optional.of(AS_OF),
                        Optional.of("refused: the level changes once"))),
                Optional.of(gigabits(6)),
                BindingLimit.RECEIVE_WINDOW,
                BindingLimit.VM_EGRESS_CAP,
                List.of("Every link of this VM stops at 5 Gbit/s."),
                Optional.of(true),
                OptionalInt.of(9),
                Optional.of(new Stability(
                        12,
                        Duration.ofDays(15),
                        0.03,
                        OptionalDouble.of(0.04),
                        OptionalDouble.empty(),
                        List.of("at 03:00 UTC it carries 80 % of what it carries at 15:00"))),
                AS_OF);
        LinkEstimate back = new LinkEstimate(
                Link.between("azure:eastus", "aws:us-east-1"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                BindingLimit.NOT_IDENTIFIED,
                BindingLimit.NOT_IDENTIFIED,
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                AS_OF);
        var failed = new FailedRun(
                "id-1",
                back.link(),
                "weekly",
                AS_OF,
                64,
                gigabits(0),
                Optional.of(gigabits(1)),
                gigabits(5),
                List.of("too slow", "a witness"));
        var prediction = new Prediction(
                back.link(), 64, gigabits(5), Optional.of(interval), Optional.of(gigabits(1)), "from 79 links");
        return new Snapshot(AS_OF, List.of(full, bare), List.of(there, back), List.of(failed), List.of(prediction));
    }

    private static Bandwidth gigabits(long rate) {
        return Bandwidth.ofGigabitsPerSecond(rate);
    }

    @Test
    void readsBackWhatItWrote(@TempDir Path directory) {
        Path file = directory.resolve("snapshot.json");
        json.write(file, snapshot());
        assertThat(json.read(file)).isEqualTo(snapshot());
    }

    @Test
    void writesTheFieldsOfTheContract() {
        JsonNode tree = new JsonMapper().readTree(json.toJson(snapshot()));
        assertThat(json.toJson(snapshot()))
                .startsWith("{\n  \"format\": \"longhaul-snapshot/1\"")
                .endsWith("}\n");
        JsonNode site = tree.at("/sites/0");
        assertThat(site.at("/egress/bps").longValue()).isEqualTo(5_000_000_000L);
        assertThat(site.at("/egress/source").stringValue()).isEqualTo("measured");
        assertThat(site.at("/token_bucket/budget_bits").longValue()).isEqualTo(5_400_000_000_000L);
        assertThat(tree.at("/sites/1/egress").isNull()).isTrue();
        JsonNode link = tree.at("/links/0");
        assertThat(link.at("/rtt_ms/median").doubleValue()).isEqualTo(1.234567);
        assertThat(link.at("/rates/0/window_bytes").longValue()).isEqualTo(7 << 20);
        assertThat(link.at("/limit").stringValue()).isEqualTo("vm-egress-cap");
        assertThat(link.at("/stable").booleanValue()).isTrue();
        assertThat(link.at("/repetitions_needed").intValue()).isEqualTo(9);
        assertThat(tree.at("/links/1/single_flow_bps").isNull()).isTrue();
        assertThat(tree.at("/links/1/stable").isNull()).isTrue();
    }

    @Test
    void aLinkThatStandsTwiceIsRefused() {
        String text =
                json.toJson(new Snapshot(AS_OF, List.of(), snapshot().links().subList(0, 1)));
        JsonNode tree = JsonMapper.shared().readTree(text);
        ((ArrayNode) tree.get("links")).add(tree.get("links").get(0));

        assertThatExceptionOfType(LonghaulException.class)
                .isThrownBy(() -> json.fromJson(tree.toString(), "twice.json"))
                .withMessageContaining("stands in the snapshot twice");
    }
}
