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
 * not, refused when their level changes or drifts, as it does on a draining token bucket. A few runs do not show whether they
 * resemble their neighbours; all links of a log together do ({@link Scatter}), and a few that do are refused. The interval of
 * a single run is that of its own series, wider by what runs of one link differ.
 */
final class Repetitions {
    /** CONFIRM's smallest sample. */
    private static final int FEWEST_FOR_CONFIRM = 10;

    private static final double CONFIRM_TOLERANCE = 0.05;
    private static final int CONFIRM_TRIALS = 100;
    private static final long CONFIRM_SEED = 20_220_129;

    /** As many runs of their own allow an interval by effective samples. */
    private static final int MANY = 30;

    private final List<Run> runs;
    private final Scatter scatter;
    private final List<Bandwidth> told;
    private final double[] rates;
    private final IntervalResult result;

    /**
     * @param runs oldest first, each with a rate
     * @param rttKnown whether the round-trip time of the link is known
     */
    Repetitions(List<Run> runs, Scatter scatter, boolean rttKnown) {
        this.runs = runs;
        this.scatter = scatter;
        this.told = runs.stream().flatMap(run -> run.shown(rttKnown).stream()).toList();
        this.rates = told.stream().mapToDouble(Bandwidth::bitsPerSecond).toArray();
        this.result = result();
    }

    private IntervalResult result() {
        if (!ordered(runs)) {
            return QuantileInterval.median(rates, Intervals.LEVEL);
        }
        IntervalResult alone = SoundInterval.standard().median(rates, Intervals.LEVEL);
        if (alone instanceof Refused || runs.size() == 1 || scatter.resemblance() == 0) {
            return alone;
        }
        return runs.size() >= MANY
                ? SoundInterval.ofDependent(rates, 0.5, Intervals.LEVEL)
                : new Refused("runs of this log resemble those before them, so that " + runs.size() + " are worth "
                        + Math.max(1, Math.round(scatter.worth(runs.size()))));
    }

    /** Whether the runs have times of their own; a table that gives all the same time tells no order. */
    static boolean ordered(List<Run> runs) {
        long times = runs.stream().map(Run::started).distinct().count();
        return 2 * times > runs.size();
    }

    List<Bandwidth> rates() {
        return told;
    }

    /** Of the median of repetitions when they allow one, else of a single run with itself. */
    Optional<RateInterval> interval() {
        Optional<RateInterval> repeated = result.findInterval().map(Intervals::ofRates);
        return runs.size() == 1 ? runs.get(0).interval().map(this::ofNextRuns).or(() -> repeated) : repeated;
    }

    /** A series tells the rate of its run; those of the next differ from it as runs of a link do. */
    private RateInterval ofNextRuns(RateInterval ofSeries) {
        double rate = rates[0];
        double low = Math.hypot(1 - ofSeries.low().bitsPerSecond() / rate, scatter.next());
        double high = Math.hypot(ofSeries.high().bitsPerSecond() / rate - 1, scatter.next());
        return new RateInterval(
                Bandwidth.ofBitsPerSecond(rate * Math.max(0, 1 - low)),
                Bandwidth.ofBitsPerSecond(rate * (1 + high)),
                ofSeries.level());
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
