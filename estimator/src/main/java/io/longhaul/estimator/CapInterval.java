package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.Refused;
import io.longhaul.stats.hypothesis.KruskalWallis;
import io.longhaul.stats.validity.SoundInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The interval of a cap from the links whose rates pile up at it. Stateless.
 *
 * <p>What may count as one sample depends on what varies. When the links have levels of their own beside the cap
 * (Kruskal-Wallis over the repetitions of each link), a link is one sample, its median, however often it was measured: order
 * statistics of those. When the links do not differ, every run is a sample of the cap, and all runs in the order of time go to
 * {@link SoundInterval}, which counts neighbours in time that resemble each other as fewer, and refuses a level that moves.
 * Totals of short runs leave in doubt what slow start cost, and all alike: their interval is wider by that, and without
 * round-trip times there is none.
 * Coverage is shown in {@code docs/statistics.md}.
 */
final class CapInterval {
    private static final double LINKS_DIFFER = 0.05;
    private static final int FEWEST_TO_COMPARE = 3;
    private static final double Z = 1.96;
    /** In standard deviations of a run: further below the cap a run was broken. */
    private static final double BROKEN = 5;

    private static final int FEWEST_TOGETHER = 10;
    /** By how much of their rate links must rise and fall to matter. */
    private static final double LEAST_SWING = 0.02;

    private static final double LEAST_TOGETHER = 0.2;
    /** In standard errors. */
    private static final double CLEAR = 3;
    /** By how much all steady rates may be off alike: where a warm-up ends is not seen better. */
    private static final double OF_ALL = 0.008;

    private CapInterval() {}

    /** @param members the links on the plateau */
    static IntervalResult of(List<Observation> members, Scatter scatter) {
        double[] levels = members.stream().mapToDouble(Observation::bps).toArray();
        double least = Medians.of(levels) * Math.exp(-BROKEN * scatter.ofRun());
        List<Run> runs = members.stream()
                .flatMap(member -> member.runs().stream())
                .filter(run -> run.steady().stream().allMatch(rate -> rate.bitsPerSecond() >= least))
                .sorted(Comparator.comparing(Run::started).thenComparing(Run::id))
                .toList();
        boolean repeated = runs.size() >= 2 * members.size() && members.size() > 1;
        boolean steady = runs.stream().allMatch(run -> run.steady().isPresent());
        double[] rates = rates(runs.stream());
        IntervalResult inTime = repeated && steady && Repetitions.ordered(runs)
                ? SoundInterval.standard().median(rates, Intervals.LEVEL)
                : ofIndependent(rates);
        boolean ofLinks = !repeated || !steady || scatter.resemblance() > 0 || linksDiffer(members);
        if (ofLinks && repeated && steady && riseTogether(members)) {
            return new Refused("all links rise and fall together");
        }
        return ofLinks && !(inTime instanceof Refused) ? ofIndependent(levels) : inTime;
    }

    /** Wider by what every rate may be off alike; none where nothing tells what slow start cost totals. */
    private static IntervalResult widened(List<Observation> members, IntervalResult result) {
        double[] doubts = members.stream()
                .mapToDouble(member -> member.point().steady().isPresent()
                        ? 0
                        : Noise.doubt(member).orElse(Double.NaN))
                .toArray();
        if (Arrays.stream(doubts).anyMatch(Double::isNaN)) {
            return new Refused("nothing tells what slow start cost short runs without round-trip times");
        }
        double doubt = Math.hypot(OF_ALL, Z * Medians.of(doubts));
        double middle =
                Medians.of(members.stream().mapToDouble(Observation::bps).toArray());
        return result.fold(
                (Interval known) -> new Interval(
                        middle - Math.hypot(middle - known.low(), doubt * middle),
                        middle + Math.hypot(known.high() - middle, doubt * middle),
                        known.level(),
                        known.coverage()),
                (NotEnough few) -> few,
                (Refused no) -> no);
    }

    /** Between ranks: with a few links whole ranks cover up to 99 %. */
    private static IntervalResult ofIndependent(double[] samples) {
        return QuantileInterval.medianBetweenRanks(samples, Intervals.LEVEL);
    }

    /** Whether runs resemble those of other links just before them: then neither runs nor links are independent. */
    private static boolean riseTogether(List<Observation> members) {
        record Beside(Run run, int link, double log) {}
        List<Beside> all = new ArrayList<>();
        for (int link = 0; link < members.size(); link++) {
            double middle = members.get(link).bps();
            for (Run run : members.get(link).runs()) {
                if (run.steady().isPresent()) {
                    all.add(new Beside(run, link, Math.log(run.steady().get().bitsPerSecond() / middle)));
                }
            }
        }
        all.sort(Comparator.comparing((Beside one) -> one.run().started())
                .thenComparing(one -> one.run().id()));
        double products = 0;
        double squares = 0;
        int pairs = 0;
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).link() != all.get(i - 1).link()) {
                products += all.get(i).log() * all.get(i - 1).log();
                squares +=
                        (Math.pow(all.get(i).log(), 2) + Math.pow(all.get(i - 1).log(), 2)) / 2;
                pairs++;
            }
        }
        double alike = squares == 0 ? 0 : products / squares;
        return pairs >= FEWEST_TOGETHER
                && Math.sqrt(Math.max(0, products / pairs)) > LEAST_SWING
                && alike > Math.max(LEAST_TOGETHER, CLEAR / Math.sqrt(pairs));
    }

    private static boolean linksDiffer(List<Observation> members) {
        List<double[]> groups = members.stream()
                .map(member -> rates(member.runs().stream()))
                .filter(rates -> rates.length >= FEWEST_TO_COMPARE)
                .toList();
        return groups.size() < 2 || KruskalWallis.test(groups).pValue() < LINKS_DIFFER;
    }

    private static double[] rates(Stream<Run> runs) {
        return runs.flatMap(run -> run.steady().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
    }

    /** Members whose steady rate is known; all where those are too few. */
    private static List<Observation> told(List<Observation> members) {
        List<Observation> told = members.stream()
                .filter(member ->
                        member.point().steady().isPresent() || member.rtt().isPresent())
                .toList();
        return told.size() < FEWEST_TO_COMPARE ? members : told;
    }

    /** A measured cap: the middle of its members, with what they allow to say. */
    static CapEstimate estimate(LimitModel.Cap cap, Scatter scatter) {
        List<Observation> members = told(cap.members());
        IntervalResult result = widened(members, of(members, scatter));
        return new CapEstimate(
                Bandwidth.ofBitsPerSecond(Medians.of(
                        members.stream().mapToDouble(Observation::bps).toArray())),
                result.findInterval().map(Intervals::ofRates),
                Source.MEASURED,
                members.stream()
                        .flatMap(member -> member.point().asOf().stream())
                        .max(Comparator.naturalOrder()),
                members.size(),
                result.fold(
                        (Interval known) -> Optional.empty(),
                        (NotEnough few) -> Optional.of(few.reason()),
                        (Refused no) -> Optional.of("refused: " + no.reason())),
                cap.pooled());
    }
}
