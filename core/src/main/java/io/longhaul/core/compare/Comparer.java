package io.longhaul.core.compare;

import io.longhaul.core.compare.LinkChange.Range;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.stats.Quantiles;
import io.longhaul.core.stats.hypothesis.Holm;
import io.longhaul.core.stats.hypothesis.MannWhitney;
import io.longhaul.core.stats.hypothesis.Standouts;
import io.longhaul.core.stats.resample.MedianRatio;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Compares two snapshots link by link. Stateless, safe for any thread.
 *
 * <p>Where both sides have {@value #FEWEST_RUNS} runs, Mann-Whitney tests the difference and a BCa bootstrap gives the
 * interval of the ratio of medians. A link with fewer runs is known by one number then and one now: it is tested against the
 * other links like it, whose ratios show how far such numbers scatter, and it counts as changed when it stands out from them.
 * Where most links moved together only the common shift tells, and the median ratio says it. All probabilities of one
 * comparison are corrected together (Holm).
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
        double ratio() {
            return now.carried().dividedBy(then.carried());
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
        List<LinkChange> changes = changes(tested(pairs));
        OptionalDouble median = changes.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Quantiles.median(
                        changes.stream().mapToDouble(LinkChange::ratio).toArray()));
        return new Comparison(before.asOf(), after.asOf(), changes, onlyBefore, onlyAfter, median);
    }

    /** The most streams that both know, with rates above zero. */
    private static Optional<Pair> pair(LinkEstimate old, LinkEstimate now) {
        return old.rates().stream()
                .flatMap(then -> now.rates().stream()
                        .filter(later -> later.streams() == then.streams())
                        .map(later -> new Pair(old, now, then, later)))
                .filter(pair -> pair.then().carried().bitsPerSecond() > 0
                        && pair.now().carried().bitsPerSecond() > 0)
                .max(Comparator.comparingInt(pair -> pair.then().streams()));
    }

    private static List<Tested> tested(List<Pair> pairs) {
        double[] single = pairs.stream()
                .filter(pair -> !pair.isRepeated())
                .mapToDouble(pair -> Math.log(pair.ratio()))
                .toArray();
        Optional<Standouts> bulk =
                single.length < FEWEST_LINKS ? Optional.empty() : Optional.of(Standouts.of(single, SMALLEST_SCATTER));
        return pairs.stream()
                .map(pair -> pair.isRepeated() ? byRuns(pair) : byBulk(pair, bulk, single.length))
                .toList();
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

    private static Tested byBulk(Pair pair, Optional<Standouts> bulk, int links) {
        return bulk.map(known -> new Tested(
                        pair,
                        OptionalDouble.of(known.test(Math.log(pair.ratio())).pValue()),
                        "few runs: against the ratios of " + links + " links like it"))
                .orElseGet(() -> new Tested(
                        pair,
                        OptionalDouble.empty(),
                        "not tested: fewer than " + FEWEST_RUNS + " runs on a side, and fewer than " + FEWEST_LINKS
                                + " such links to compare with"));
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
                pair.then().carried(),
                pair.now().carried(),
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
