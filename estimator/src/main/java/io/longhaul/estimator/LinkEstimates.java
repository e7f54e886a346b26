package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Puts the estimate of one link together from its curve and the verdicts on its points. */
final class LinkEstimates {
    private static final double STABLE_WITHIN = 0.10;

    private LinkEstimates() {}

    static LinkEstimate of(
            LinkHistory history, List<Observation> curve, LimitClassifier limits, Stabilities stabilities) {
        Optional<Observation> single =
                curve.stream().filter(point -> point.point().streams() == 1).reduce((first, last) -> last);
        Optional<Observation> most = curve.isEmpty() ? Optional.empty() : Optional.of(curve.get(curve.size() - 1));
        Optional<Observation> fewer = curve.stream()
                .filter(point -> most.isPresent()
                        && point.point().streams() < most.get().point().streams())
                .reduce((first, last) -> last);
        var singleVerdict = single.map(point -> limits.classify(point, Optional.empty()));
        var verdict = most.map(point -> limits.classify(point, fewer));
        BindingLimit limit = verdict.map(LimitClassifier.Verdict::limit).orElse(BindingLimit.NOT_IDENTIFIED);
        List<String> evidence = new ArrayList<>(LimitClassifier.evidence(singleVerdict, verdict));
        evidence.addAll(0, history.notes());
        return new LinkEstimate(
                history.link(),
                history.rtt(),
                single.map(Observation::rate),
                curve.stream().map(Observation::point).toList(),
                limit == BindingLimit.PATH_CAP ? most.map(Observation::rate) : Optional.<Bandwidth>empty(),
                singleVerdict.map(LimitClassifier.Verdict::limit).orElse(BindingLimit.NOT_IDENTIFIED),
                limit,
                evidence,
                most.flatMap(LinkEstimates::stable),
                most.map(point -> new Repetitions(point.runs()).needed()).orElseGet(OptionalInt::empty),
                stabilities.of(history.link()),
                history.newest());
    }

    /** Whether every repetition lies within a tenth of their median. */
    private static Optional<Boolean> stable(Observation point) {
        double[] rates = point.runs().stream()
                .flatMap(run -> run.compared().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
        if (rates.length < 2) {
            return Optional.empty();
        }
        double median = Medians.of(rates);
        for (double rate : rates) {
            if (Math.abs(rate - median) > STABLE_WITHIN * median) {
                return Optional.of(false);
            }
        }
        return Optional.of(true);
    }
}
