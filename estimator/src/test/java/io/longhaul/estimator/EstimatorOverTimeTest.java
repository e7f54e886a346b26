package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Stability;
import io.longhaul.core.estimate.TokenBucketEstimate;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.TokenBucket;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the estimator makes of runs repeated over minutes, hours, days and campaigns. */
class EstimatorOverTimeTest {
    private static final Link LINK = Link.between("aws:a", "aws:b");

    /** 10 Gbit/s while credit lasts, 1 after; 600 Gbit of credit, refill 1 Gbit/s. */
    private static double[] drain(double credit, int seconds, Random random) {
        double[] rates = new double[seconds];
        double left = credit;
        for (int i = 0; i < seconds; i++) {
            double high = Math.min(1, Math.max(0, left / 9e9));
            left -= 9e9 * high;
            rates[i] = (10e9 * high + 1e9 * (1 - high)) * (1 + 0.01 * random.nextGaussian());
        }
        return rates;
    }

    @Test
    void a_bucket_is_found_with_its_refill_from_the_rests_between_runs() {
        var random = new Random(11);
        var world = new World();
        Instant start = World.START;
        world.series(LINK, 64, start, drain(600e9, 150, random));
        Instant end = start.plusSeconds(150);
        for (int rest : new int[] {60, 120, 180, 240}) {
            Instant next = end.plusSeconds(rest);
            world.series(LINK, 64, next, drain(rest * 1e9, 100, random));
            end = next.plusSeconds(100);
        }
        Snapshot snapshot = world.estimate();
        SiteEstimate site = snapshot.getSite(LINK.from());
        TokenBucket bucket = site.tokenBucket().orElseThrow();
        assertThat((double) bucket.high().bitsPerSecond()).isCloseTo(10e9, within(0.1e9));
        assertThat((double) bucket.low().bitsPerSecond()).isCloseTo(1e9, within(0.05e9));
        assertThat((double) bucket.refill().bitsPerSecond()).isCloseTo(1e9, within(0.05e9));
        assertThat(bucket.budget().bits() / 1e9).isCloseTo(600, within(30.0));
        TokenBucketEstimate estimate = site.bucketEstimate().orElseThrow();
        assertThat(estimate.refillMeasured()).isTrue();
        assertThat(estimate.refill()).isPresent();
        assertThat(estimate.evidence()).contains("refill from 4 rests");
        assertThat(snapshot.getLink(LINK).limit()).isEqualTo(BindingLimit.TOKEN_BUCKET);
    }

    @Test
    void without_a_rest_the_refill_is_the_low_rate_and_that_is_said() {
        Snapshot snapshot = new World()
                .series(LINK, 64, World.START, drain(600e9, 150, new Random(3)))
                .estimate();
        TokenBucketEstimate estimate =
                snapshot.getSite(LINK.from()).bucketEstimate().orElseThrow();
        assertThat(estimate.refillMeasured()).isFalse();
        assertThat(estimate.evidence()).contains("taken to be the low rate");
    }

    @Test
    void a_run_that_drains_a_bucket_has_no_interval_and_says_why() {
        RatePoint point = new World()
                .series(LINK, 64, World.START, drain(600e9, 150, new Random(5)))
                .estimate()
                .getLink(LINK)
                .mostStreams()
                .orElseThrow();
        assertThat(point.interval()).isEmpty();
        assertThat(point.whyNoInterval().orElseThrow()).contains("the level changes");
    }

    @Test
    void repetitions_that_drain_a_bucket_have_no_interval_and_say_why() {
        var world = new World();
        var random = new Random(7);
        for (int i = 0; i < 40; i++) {
            world.steadyAt(
                    LINK,
                    64,
                    World.START.plusSeconds(60L * i),
                    (i < 22 ? 10e9 : 1e9) * (1 + 0.02 * random.nextGaussian()));
        }
        LinkEstimate link = world.estimate().getLink(LINK);
        RatePoint point = link.mostStreams().orElseThrow();
        assertThat(point.interval()).isEmpty();
        assertThat(point.whyNoInterval().orElseThrow()).startsWith("refused: the level changes");
        assertThat(link.repetitionsNeeded()).isEmpty();
        assertThat(link.stability().orElseThrow().notes()).anyMatch(note -> note.contains("two groups"));
    }

    @Test
    void steady_repetitions_have_an_interval_a_spread_and_the_number_that_would_do() {
        var world = new World();
        var random = new Random(9);
        for (int i = 0; i < 40; i++) {
            world.steadyAt(LINK, 64, World.START.plusSeconds(60L * i), 5e9 * (1 + 0.03 * random.nextGaussian()));
        }
        LinkEstimate link = world.estimate().getLink(LINK);
        RatePoint point = link.mostStreams().orElseThrow();
        assertThat(point.interval().orElseThrow().low().bitsPerSecond()).isLessThan(5_050_000_000L);
        assertThat(point.whyNoInterval()).isEmpty();
        assertThat(point.rates()).hasSize(40);
        assertThat(point.spread().orElseThrow().coefficientOfVariation()).isBetween(0.02, 0.04);
        assertThat(link.repetitionsNeeded().orElse(Integer.MAX_VALUE)).isLessThan(20);
    }

    @Test
    void a_campaign_that_differs_from_the_one_before_it_replaces_it() {
        var world = new World();
        for (int i = 0; i < 8; i++) {
            world.steadyAt(LINK, 64, World.START.plusSeconds(60L * i), 4e9 + i * 1e6);
        }
        Instant later = World.START.plus(Duration.ofDays(30));
        for (int i = 0; i < 8; i++) {
            world.steadyAt(LINK, 64, later.plusSeconds(60L * i), 5e9 + i * 1e6);
        }
        LinkEstimate link = world.estimate().getLink(LINK);
        assertThat(link.mostStreams().orElseThrow().samples()).isEqualTo(8);
        assertThat((double) link.mostStreams().orElseThrow().best().bitsPerSecond())
                .isCloseTo(5e9, within(0.01e9));
        assertThat(link.evidence()).anyMatch(note -> note.contains("8 older runs") && note.contains("4.00 Gbit/s"));
    }

    @Test
    void a_few_runs_that_carry_a_quarter_more_replace_older_ones() {
        var world = new World();
        for (int i = 0; i < 4; i++) {
            world.steadyAt(LINK, 64, World.START.plusSeconds(60L * i), 4e9 + i * 1e6);
            world.steadyAt(LINK, 64, World.START.plus(Duration.ofDays(30)).plusSeconds(60L * i), 5e9 + i * 1e6);
        }

        assertThat(world.estimate().getLink(LINK).mostStreams().orElseThrow().samples())
                .isEqualTo(4);
    }

    @Test
    void campaigns_that_agree_are_taken_together() {
        var world = new World();
        for (int day = 0; day < 5; day++) {
            for (int i = 0; i < 3; i++) {
                world.steadyAt(
                        LINK, 64, World.START.plus(Duration.ofDays(day)).plusSeconds(60L * i), 5e9 + (day + i) * 1e7);
            }
        }
        assertThat(world.estimate().getLink(LINK).mostStreams().orElseThrow().samples())
                .isEqualTo(15);
    }

    @Test
    void weekends_that_differ_are_noticed_when_there_are_weeks_enough() {
        var random = new Random(13);
        var weeks = new World();
        var days = new World();
        for (int hour = 0; hour < 24 * 28; hour += 4) {
            Instant at = World.START.plus(Duration.ofHours(hour));
            DayOfWeek day = at.atZone(ZoneOffset.UTC).getDayOfWeek();
            boolean weekend = day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY;
            double rate = (weekend ? 6e9 : 5e9) * (1 + 0.05 * random.nextGaussian());
            weeks.steadyAt(LINK, 64, at, rate);
            if (hour < 24 * 7) {
                days.steadyAt(LINK, 64, at, rate);
            }
        }
        Stability seen = weeks.estimate().getLink(LINK).stability().orElseThrow();
        assertThat(seen.dayOfWeek().orElseThrow()).isLessThan(0.001);
        assertThat(seen.notes()).anyMatch(note -> note.contains("on ") && note.contains("it carries"));
        assertThat(seen.hourOfDay().orElseThrow()).isGreaterThan(0.01);
        assertThat(days.estimate().getLink(LINK).stability().orElseThrow().dayOfWeek())
                .isEmpty();
    }
}
