package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.Refused;
import io.longhaul.stats.repetition.Confirm;
import io.longhaul.stats.validity.SoundInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the repetitions of one setting on one link, in the order of time, allow to say. Immutable.
 *
 * <p>Intervals come from {@link SoundInterval}: exact when the runs pass for independent, by effective samples when they do
 * not, refused when their level changes or drifts, as it does on a draining token bucket.
 */
final class Repetitions {
    /** CONFIRM's smallest sample. */
    private static final int FEWEST_FOR_CONFIRM = 10;

    private static final double CONFIRM_TOLERANCE = 0.05;
    private static final int CONFIRM_TRIALS = 100;
    private static final long CONFIRM_SEED = 20_220_129;

    private final List<Run> runs;
    private final double[] rates;
    private final IntervalResult result;

    /** @param runs oldest first, each with a rate */
    Repetitions(List<Run> runs) {
        this.runs = runs;
        this.rates = runs.stream()
                .flatMap(run -> run.rate().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
        this.result = ordered(runs)
                ? SoundInterval.standard().median(rates, Intervals.LEVEL)
                : QuantileInterval.median(rates, Intervals.LEVEL);
    }

    /** Whether the runs have times of their own; a table that gives all the same time tells no order. */
    static boolean ordered(List<Run> runs) {
        long times = runs.stream().map(Run::started).distinct().count();
        return 2 * times > runs.size();
    }

    List<Bandwidth> rates() {
        return runs.stream().flatMap(run -> run.rate().stream()).toList();
    }

    /** Of the median of repetitions when they allow one, else of a single run with itself. */
    Optional<RateInterval> interval() {
        Optional<RateInterval> repeated = result.findInterval().map(Intervals::ofRates);
        return runs.size() == 1 ? runs.get(0).interval().or(() -> repeated) : repeated;
    }

    /** Why there is no interval, in a few words; empty when there is one. */
    Optional<String> whyNoInterval() {
        if (interval().isPresent()) {
            return Optional.empty();
        }
        Optional<String> ofRun = runs.size() == 1 ? runs.get(0).whyNoInterval() : Optional.empty();
        return ofRun.or(() -> result.fold(
                (Interval interval) -> Optional.empty(),
                (NotEnough few) -> Optional.of(few.reason()),
                (Refused no) -> Optional.of("refused: " + no.reason())));
    }

    /** Repetitions for a 95 % interval within 5 % of the median, by CONFIRM; empty below ten runs or when it is more. */
    OptionalInt needed() {
        if (rates.length < FEWEST_FOR_CONFIRM || result instanceof Refused) {
            return OptionalInt.empty();
        }
        return new Confirm(CONFIRM_TOLERANCE, Intervals.LEVEL, CONFIRM_TRIALS, CONFIRM_SEED)
                .estimate(rates)
                .repetitions();
    }
}
