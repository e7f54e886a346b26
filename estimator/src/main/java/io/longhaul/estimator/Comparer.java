package io.longhaul.estimator;

import io.longhaul.core.compare.Comparison;
import io.longhaul.core.compare.LinkChange;
import io.longhaul.core.compare.LinkChange.Range;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.hypothesis.Holm;
import io.longhaul.stats.hypothesis.MannWhitney;
import io.longhaul.stats.hypothesis.Standouts;
import io.longhaul.stats.resample.MedianRatio;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares two snapshots link by link. Stateless, safe for any thread.
 *
 * <p>Where both sides have {@value #FEWEST_RUNS} runs, Mann-Whitney tests the difference and a BCa bootstrap gives the
 * interval of the ratio of medians. A link with fewer runs is known by one number then and one now. How far such numbers
 * scatter without any change is known where {@value #FEWEST_LINKS} links were measured twice within a side: from the ratios of
 * one run to the next. Else it is taken from the ratios of the other links known as little, and a link counts as changed when it
 * stands out from them. Either is that of the same pair of providers where it has as many; then a shift of all links together shows in the median ratio only. All probabilities of one comparison
 * are corrected together (Holm).
 */
public final class Comparer {
    private static final int FEWEST_RUNS = 4;
    private static final int FEWEST_LINKS = 20;
    private static final double SMALLEST_SCATTER = 0.02;
    private static final double SIGNIFICANT = 0.05;
    private static final double MATERIAL = 0.05;
    private static final double LEVEL = 0.95;
    private static final int REPLICATES = 1_000;
    private static final long SEED = 20_220_124;

    private Comparer() {}

    private record Pair(LinkEstimate before, LinkEstimate after, RatePoint then, RatePoint now) {
        /** Both sides are read alike: steady rates where both have them, else what arrived, else the best known. */
        Bandwidth rate(RatePoint point) {
            if (then.steady().isPresent() && now.steady().isPresent()) {
                return point.steady().get();
            }
            return then.received().isPresent() && now.received().isPresent()
                    ? point.received().get()
                    : point.best();
        }

        double ratio() {
            return rate(now).dividedBy(rate(then));
        }

        String group() {
            Link link = before.link();
            return link.from().provider() + " to " + link.to().provider();
        }

        boolean isRepeated() {
            return then.rates().size() >= FEWEST_RUNS && now.rates().size() >= FEWEST_RUNS;
        }
    }

    private record Tested(Pair pair, OptionalDouble p, String basis) {}

    /** What changed from {@code before} to {@code after}. */
    public static Comparison compare(Snapshot before, Snapshot after) {
        List<Pair> pairs = new ArrayList<>();
        List<Link> onlyBefore = new ArrayList<>();
        for (LinkEstimate old : before.links()) {
            Optional<Pair> pair = after.findLink(old.link()).flatMap(now -> pair(old, now));
            pair.ifPresentOrElse(pairs::add, () -> {
                if (!old.rates().isEmpty()) {
                    onlyBefore.add(old.link());
                }
            });
        }
        List<Link> onlyAfter = after.links().stream()
                .filter(now -> !now.rates().isEmpty())
                .map(LinkEstimate::link)
                .filter(link ->
                        before.findLink(link).map(old -> old.rates().isEmpty()).orElse(true))
                .toList();
        List<LinkChange> changes = changes(tested(pairs, repeats(before, after)));
        OptionalDouble median = changes.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Quantiles.median(
                        changes.stream().mapToDouble(LinkChange::ratio).toArray()));
        return new Comparison(loaded(before), loaded(after), changes, onlyBefore, onlyAfter, median);
    }

    /** When links were last loaded; round-trip times may be newer. */
    private static Instant loaded(Snapshot snapshot) {
        return snapshot.links().stream()
                .flatMap(link -> link.mostStreams().stream())
                .flatMap(point -> point.asOf().stream())
                .max(Comparator.naturalOrder())
                .orElse(snapshot.asOf());
    }

    /** The most streams that both know, with rates above zero. */
    private static Optional<Pair> pair(LinkEstimate old, LinkEstimate now) {
        return old.rates().stream()
                .flatMap(then -> now.rates().stream()
                        .filter(later -> later.streams() == then.streams())
                        .map(later -> new Pair(old, now, then, later)))
                .filter(pair -> !pair.rate(pair.then()).isZero()
                        && !pair.rate(pair.now()).isZero())
                .max(Comparator.comparingInt(pair -> pair.then().streams()));
    }

    /** Logarithms of each run over the one before it, of links measured more than once within a side, by group. */
    private static Map<String, double[]> repeats(Snapshot before, Snapshot after) {
        return Stream.of(before, after)
                .flatMap(side -> side.links().stream())
                .collect(Collectors.toMap(
                        link -> link.link().from().provider() + " to "
                                + link.link().to().provider(),
                        link -> link.rates().stream()
                                .map(Comparer::rates)
                                .flatMapToDouble(rates -> IntStream.range(1, rates.length)
                                        .mapToDouble(i -> Math.log(rates[i] / rates[i - 1])))
                                .toArray(),
                        (a, b) -> DoubleStream.concat(Arrays.stream(a), Arrays.stream(b))
                                .toArray()));
    }

    private record Scatter(Standouts standouts, String basis) {}

    private static Optional<Scatter> scatter(double[] repeats, double[] single, String like) {
        if (repeats.length >= FEWEST_LINKS) {
            double spread = Standouts.of(repeats, SMALLEST_SCATTER).spread();
            return Optional.of(new Scatter(
                    new Standouts(0, spread),
                    "few runs: against how " + repeats.length + " repeated runs of " + like + " differ"));
        }
        return single.length < FEWEST_LINKS
                ? Optional.empty()
                : Optional.of(new Scatter(
                        Standouts.of(single, SMALLEST_SCATTER),
                        "few runs: against the ratios of " + single.length + " " + like + " known as little"));
    }

    /** A link's scatter is that of its own pair of providers where enough is known of it, else that of all links. */
    private static List<Tested> tested(List<Pair> pairs, Map<String, double[]> repeats) {
        Map<String, Optional<Scatter>> scatters = new HashMap<>();
        double[] allRepeats =
                repeats.values().stream().flatMapToDouble(Arrays::stream).toArray();
        Optional<Scatter> common = scatter(allRepeats, single(pairs.stream()), "links");
        return pairs.stream()
                .map(pair -> pair.isRepeated()
                        ? byRuns(pair)
                        : byScatter(
                                pair,
                                scatters.computeIfAbsent(
                                                pair.group(),
                                                group -> scatter(
                                                        repeats.getOrDefault(group, new double[0]),
                                                        single(pairs.stream()
                                                                .filter(other -> other.group()
                                                                        .equals(group))),
                                                        "links from " + group))
                                        .or(() -> common)))
                .toList();
    }

    private static double[] single(Stream<Pair> pairs) {
        return pairs.filter(pair -> !pair.isRepeated())
                .mapToDouble(pair -> Math.log(pair.ratio()))
                .toArray();
    }

    private static Tested byRuns(Pair pair) {
        double[] then = rates(pair.then());
        double[] now = rates(pair.now());
        return new Tested(
                pair,
                OptionalDouble.of(MannWhitney.test(now, then).pValue()),
                "Mann-Whitney, " + then.length + " runs against " + now.length + ", "
                        + MannWhitney.cliffsDelta(now, then).magnitude().name().toLowerCase(Locale.ROOT)
                        + " effect");
    }

    private static Tested byScatter(Pair pair, Optional<Scatter> scatter) {
        return scatter.map(known -> new Tested(
                        pair,
                        OptionalDouble.of(
                                known.standouts().test(Math.log(pair.ratio())).pValue()),
                        known.basis()))
                .orElseGet(() -> new Tested(
                        pair,
                        OptionalDouble.empty(),
                        "not tested: fewer than " + FEWEST_RUNS + " runs on a side, and fewer than " + FEWEST_LINKS
                                + " repeated or like links to compare with"));
    }

    private static List<LinkChange> changes(List<Tested> tests) {
        List<Tested> testable =
                tests.stream().filter(test -> test.p().isPresent()).toList();
        double[] adjusted = Holm.adjust(
                testable.stream().mapToDouble(test -> test.p().orElse(1)).toArray());
        List<LinkChange> changes = new ArrayList<>();
        int next = 0;
        for (Tested test : tests) {
            changes.add(
                    change(test, test.p().isPresent() ? OptionalDouble.of(adjusted[next++]) : OptionalDouble.empty()));
        }
        return changes;
    }

    private static LinkChange change(Tested test, OptionalDouble p) {
        Pair pair = test.pair();
        double ratio = pair.ratio();
        boolean changed = p.isPresent() && p.getAsDouble() < SIGNIFICANT && Math.abs(ratio - 1) >= MATERIAL;
        return new LinkChange(
                pair.before().link(),
                pair.then().streams(),
                pair.rate(pair.then()),
                pair.rate(pair.now()),
                ratio,
                interval(pair),
                p,
                changed,
                test.basis(),
                pair.before().limit(),
                pair.after().limit(),
                rttRatio(pair),
                pair.before().asOf(),
                pair.after().asOf());
    }

    private static Optional<Range> interval(Pair pair) {
        double[] then = rates(pair.then());
        double[] now = rates(pair.now());
        return then.length == 0 || now.length == 0
                ? Optional.empty()
                : MedianRatio.interval(now, then, LEVEL, REPLICATES, SEED)
                        .findInterval()
                        .map(interval -> new Range(interval.low(), interval.high(), LEVEL));
    }

    private static double[] rates(RatePoint point) {
        return point.rates().stream()
                .mapToDouble(Bandwidth::bitsPerSecond)
                .filter(rate -> rate > 0)
                .toArray();
    }

    private static OptionalDouble rttRatio(Pair pair) {
        return pair.before()
                .rtt()
                .flatMap(then -> pair.after()
                        .rtt()
                        .map(now ->
                                OptionalDouble.of(Durations.seconds(now.median()) / Durations.seconds(then.median()))))
                .orElseGet(OptionalDouble::empty);
    }
}
