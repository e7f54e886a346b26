package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.compare.Comparison;
import io.longhaul.core.compare.LinkChange;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparerTest {
    private static final Instant JANUARY = Instant.parse("2022-01-29T00:00:00Z");
    private static final Instant NOVEMBER = Instant.parse("2022-11-28T00:00:00Z");

    private static Link link(int number) {
        return Link.between("aws:r" + number, "gcp:r" + number);
    }

    private static LinkEstimate estimate(Link link, Instant asOf, double... rates) {
        List<Bandwidth> runs =
                DoubleStream.of(rates).mapToObj(Bandwidth::ofBitsPerSecond).toList();
        double[] sorted = DoubleStream.of(rates).sorted().toArray();
        var point = new RatePoint(
                64,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Bandwidth.ofBitsPerSecond(sorted[sorted.length / 2])),
                Optional.empty(),
                Optional.empty(),
                rates.length,
                rates.length < 2 ? List.of() : runs,
                Optional.of(asOf),
                Optional.empty());
        return new LinkEstimate(
                link,
                Optional.empty(),
                Optional.empty(),
                List.of(point),
                Optional.empty(),
                BindingLimit.NOT_IDENTIFIED,
                BindingLimit.VM_EGRESS_CAP,
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                asOf);
    }

    private static Snapshot snapshot(Instant asOf, List<LinkEstimate> links) {
        return new Snapshot(asOf, List.of(), links);
    }

    /** Links of 5 Gbit/s with 5 % of noise; the first {@code moved} carry {@code factor} times that now. */
    private static Comparison world(long seed, int links, int runs, int moved, double factor) {
        var random = new Random(seed);
        List<LinkEstimate> before = new ArrayList<>();
        List<LinkEstimate> after = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            double level = i < moved ? 5e9 * factor : 5e9;
            before.add(estimate(link(i), JANUARY, noisy(random, 5e9, runs)));
            after.add(estimate(link(i), NOVEMBER, noisy(random, level, runs)));
        }
        return Comparer.compare(snapshot(JANUARY, before), snapshot(NOVEMBER, after));
    }

    private static double[] noisy(Random random, double level, int runs) {
        return random.doubles(runs)
                .map(x -> level * (1 + 0.05 * random.nextGaussian()))
                .toArray();
    }

    @Test
    void repeated_links_that_moved_are_found_with_their_size() {
        Comparison comparison = world(1, 50, 12, 5, 0.7);
        assertThat(comparison.changed())
                .extracting(LinkChange::link)
                .containsExactlyInAnyOrder(link(0), link(1), link(2), link(3), link(4));
        assertThat(comparison.changed()).allSatisfy(change -> {
            assertThat(change.ratio()).isCloseTo(0.7, within(0.05));
            assertThat(change.interval().orElseThrow().low()).isLessThan(0.7);
            assertThat(change.interval().orElseThrow().high()).isGreaterThan(0.65);
            assertThat(change.basis()).contains("12 runs against 12").contains("large effect");
        });
    }

    @Test
    void hardly_any_of_many_unmoved_links_is_called_changed() {
        int worldsWithAFalseAlarm = 0;
        for (long seed = 0; seed < 40; seed++) {
            worldsWithAFalseAlarm += world(seed, 40, 8, 0, 1).changed().isEmpty() ? 0 : 1;
        }
        assertThat(worldsWithAFalseAlarm)
                .as("of 100 comparisons, by Holm at 5 %")
                .isLessThanOrEqualTo(10);
    }

    @Test
    void links_measured_once_are_compared_with_the_links_like_them() {
        Comparison comparison = world(3, 100, 1, 2, 0.3);
        assertThat(comparison.changed()).extracting(LinkChange::link).containsExactlyInAnyOrder(link(0), link(1));
        assertThat(comparison.links().get(5).basis()).contains("against the ratios of 100 links");
    }

    @Test
    void where_some_links_were_repeated_even_a_shift_of_all_links_is_seen() {
        var random = new Random(7);
        List<LinkEstimate> before = new ArrayList<>();
        List<LinkEstimate> after = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            before.add(estimate(link(i), JANUARY, noisy(random, 5e9, 1)));
            after.add(estimate(link(i), NOVEMBER, noisy(random, 9e9, i < 40 ? 2 : 1)));
        }
        Comparison comparison = Comparer.compare(snapshot(JANUARY, before), snapshot(NOVEMBER, after));
        assertThat(comparison.changed()).hasSizeGreaterThan(55);
        assertThat(comparison.links().get(0).basis()).contains("40 repeated runs");
    }

    @Test
    void a_few_links_measured_once_cannot_be_tested_and_that_is_said() {
        Comparison comparison = world(4, 5, 1, 1, 0.3);
        assertThat(comparison.changed()).isEmpty();
        assertThat(comparison.links()).allSatisfy(change -> {
            assertThat(change.p()).isEmpty();
            assertThat(change.basis()).startsWith("not tested");
        });
    }

    @Test
    void a_change_of_a_percent_is_no_change_however_sure() {
        assertThat(world(5, 30, 200, 30, 1.02).changed()).isEmpty();
    }

    @Test
    void links_of_one_side_only_are_listed() {
        Snapshot before = snapshot(JANUARY, List.of(estimate(link(1), JANUARY, 5e9), estimate(link(2), JANUARY, 5e9)));
        Snapshot after =
                snapshot(NOVEMBER, List.of(estimate(link(2), NOVEMBER, 5e9), estimate(link(3), NOVEMBER, 5e9)));
        Comparison comparison = Comparer.compare(before, after);
        assertThat(comparison.onlyBefore()).containsExactly(link(1));
        assertThat(comparison.onlyAfter()).containsExactly(link(3));
        assertThat(comparison.links()).hasSize(1);
        assertThat(comparison.shareWithin(0.1)).isEqualTo(1);
    }
}
