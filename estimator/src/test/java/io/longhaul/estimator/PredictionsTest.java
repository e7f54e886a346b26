package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.support.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PredictionsTest {
    /** Twelve equal VMs that send 5 Gbit/s, less what the distance costs; a third of the links was measured. */
    private static World sparse(long seed, double share) {
        var random = new Random(seed);
        var world = new World();
        for (int from = 0; from < 12; from++) {
            for (int to = 0; to < 12; to++) {
                if (from != to) {
                    double rtt = 20 + 25 * Math.abs(from - to);
                    world.rtt(Link.between("aws:r" + from, "aws:r" + to), rtt);
                    if (random.nextDouble() < share) {
                        world.steady(
                                Link.between("aws:r" + from, "aws:r" + to),
                                64,
                                truth(rtt) * (1 + 0.01 * random.nextGaussian()));
                    }
                }
            }
        }
        return world;
    }

    private static double truth(double rttMillis) {
        return 5e9 * (1 - rttMillis / 3_000);
    }

    @Test
    void links_never_measured_are_predicted_with_intervals_that_hold_the_truth() {
        int predicted = 0;
        int inside = 0;
        for (long seed = 0; seed < 20; seed++) {
            Snapshot snapshot = sparse(seed, 0.5).estimate();
            for (Prediction prediction : Predictions.ofUnmeasured(snapshot)) {
                double rtt = 1e3
                        * Durations.seconds(snapshot.getLink(prediction.link())
                                .rtt()
                                .orElseThrow()
                                .median());
                predicted++;
                inside += prediction
                                .interval()
                                .filter(interval -> interval.low().bitsPerSecond() <= truth(rtt)
                                        && truth(rtt) <= interval.high().bitsPerSecond())
                                .isPresent()
                        ? 1
                        : 0;
                assertThat((double) prediction.rate().bitsPerSecond()).isBetween(0.93 * truth(rtt), 1.07 * truth(rtt));
            }
        }
        assertThat(predicted).isGreaterThan(1_000);
        assertThat((double) inside / predicted).isGreaterThan(0.93);
    }

    @Test
    void few_links_give_a_number_and_say_why_there_is_no_interval() {
        Snapshot snapshot = sparse(3, 0.2).estimate();
        assertThat(Predictions.ofUnmeasured(snapshot)).isNotEmpty().allSatisfy(prediction -> {
            assertThat(prediction.interval()).isEmpty();
            assertThat(prediction.basis()).contains("39 would do");
        });
    }

    @Test
    void a_link_that_breaks_the_pattern_is_named() {
        World world = sparse(5, 1);
        Link odd = Link.between("aws:r2", "aws:r9");
        List<Measurement> log = new ArrayList<>(world.log());
        log.removeIf(run -> run instanceof ThroughputMeasurement && run.link().equals(odd));
        var changed = new World();
        log.forEach(changed::add);
        changed.steady(odd, 64, 2e9);
        assertThat(Predictions.breaks(changed.estimate()))
                .extracting(Prediction::link)
                .containsExactly(odd);
        assertThat(Predictions.breaks(world.estimate())).isEmpty();
    }

    @Test
    void nothing_is_predicted_from_nothing() {
        assertThat(Predictions.ofUnmeasured(
                        new World().rtt(Link.between("aws:a", "aws:b"), 10).estimate()))
                .isEmpty();
    }

    /** Each fourth of 420 links predicted from a log without it; each of them with {@code -Dlonghaul.study=leave-one-out}. */
    @Test
    void leaving_out_one_aws_link_of_29_january_it_is_predicted() throws IOException {
        List<Measurement> aws = PublishedGrids.grid("skyplane-throughput-2022-01.csv").log().stream()
                .filter(run -> run.link().from().provider().equals("aws")
                        && run.link().to().provider().equals("aws"))
                .toList();
        Snapshot all = Estimator.estimate(aws.stream(), DocumentedCaps.NONE);
        List<Double> errors = new ArrayList<>();
        int inside = 0;
        List<LinkEstimate> known =
                all.links().stream().filter(link -> !link.rates().isEmpty()).toList();
        assertThat(known).hasSize(420);
        int step = System.getProperty("longhaul.study", "").equals("leave-one-out") ? 1 : 4;
        for (int i = 0; i < known.size(); i += step) {
            LinkEstimate left = known.get(i);
            Snapshot without = Estimator.estimate(
                    aws.stream()
                            .filter(run -> !run.link().equals(left.link()) || !(run instanceof ThroughputMeasurement)),
                    DocumentedCaps.NONE);
            Prediction prediction = Predictions.of(without, left.link()).orElseThrow();
            Bandwidth measured = left.rates().get(0).best();
            errors.add(Math.abs(prediction.rate().dividedBy(measured) - 1));
            inside += prediction
                            .interval()
                            .filter(interval ->
                                    interval.low().compareTo(measured) <= 0 && measured.compareTo(interval.high()) <= 0)
                            .isPresent()
                    ? 1
                    : 0;
        }
        double share = (double) inside / errors.size();
        double median = Medians.of(errors).orElseThrow();
        Figures.row(
                "prediction",
                String.format(
                        Locale.ROOT,
                        "leave one link out, 29 January, AWS: %d links, %.1f %% inside, median error %.2f %%",
                        errors.size(),
                        100 * share,
                        100 * median));
        assertThat(errors).hasSize(420 / step);
        assertThat(share).isBetween(step == 1 ? 0.95 : 0.93, step == 1 ? 0.99 : 1.0);
        assertThat(median).isLessThan(0.05);
    }
}
