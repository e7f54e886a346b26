package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Puts the estimate of one link together from its curve and the verdicts on its points. */
final class LinkEstimates {
    private static final double STABLE_WITHIN = 0.10;

    private LinkEstimates() {}

    static LinkEstimate of(LinkHistory history, List<Observation> curve, LimitModel model, Stabilities stabilities) {
        Optional<Observation> single =
                curve.stream().filter(point -> point.point().streams() == 1).reduce((first, last) -> last);
        Optional<Observation> most = curve.isEmpty() ? Optional.empty() : Optional.of(curve.get(curve.size() - 1));
        Optional<LimitModel.Verdict> ofSingle = single.map(model::verdict);
        Optional<LimitModel.Verdict> verdict = most.map(model::verdict);
        BindingLimit limit = verdict.map(LimitModel.Verdict::limit).orElse(BindingLimit.NOT_IDENTIFIED);
        List<String> evidence = new ArrayList<>(history.notes());
        Stream.of(single.map(point -> sentence(point, curve, model)), most.map(point -> sentence(point, curve, model)))
                .flatMap(Optional::stream)
                .distinct()
                .forEach(evidence::add);
        return new LinkEstimate(
                history.link(),
                history.rtt(),
                single.map(Observation::rate),
                curve.stream().map(Observation::point).toList(),
                limit == BindingLimit.PATH_CAP ? most.map(Observation::rate) : Optional.<Bandwidth>empty(),
                ofSingle.map(LimitModel.Verdict::limit).orElse(BindingLimit.NOT_IDENTIFIED),
                limit,
                limit == BindingLimit.NOT_IDENTIFIED
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                verdict.map(LimitModel.Verdict::certainty).orElse(0.0)),
                evidence,
                most.flatMap(LinkEstimates::stable),
                most.map(point -> new Repetitions(
                                        point.runs(),
                                        model.scatter(),
                                        point.rtt().isPresent())
                                .needed())
                        .orElseGet(OptionalInt::empty),
                stabilities.of(history.link()),
                history.newest());
    }

    private static String sentence(Observation point, List<Observation> curve, LimitModel model) {
        int count = point.point().streams();
        String streams = count == 1 ? "one stream" : count + " streams";
        if (point.bps() == 0) {
            return "not identified: " + streams + " ran and nothing arrived";
        }
        LimitModel.Verdict verdict = model.verdict(point);
        String carried = streams + " carried " + Show.rate(point.rate());
        String sure = Math.round(100 * verdict.certainty()) + " %";
        String grows = curve.stream()
                .filter(less -> less.point().streams() < count
                        && point.bps()
                                >= 0.85 * less.bps() * count / less.point().streams())
                .reduce((first, last) -> last)
                .map(less -> "; " + less.point().streams() + " carried " + Show.rate(less.rate())
                        + ": more streams still carry more")
                .orElse("");
        if (verdict.limit() == BindingLimit.NOT_IDENTIFIED) {
            return "not identified: " + carried + grows + "; likeliest is "
                    + verdict.likeliest().words() + ", with " + sure;
        }
        boolean known = !Double.isNaN(verdict.level());
        String why = switch (verdict.limit()) {
            case VM_EGRESS_CAP, VM_INGRESS_CAP ->
                carried
                        + (known
                                ? " of the " + Show.rate(Bandwidth.ofBitsPerSecond(verdict.level())) + " at which "
                                        + verdict.members() + " links of such a VM pile up"
                                : "");
            case RECEIVE_WINDOW, SEND_BUFFER ->
                point.impliedWindow()
                                .map(window -> "each stream moved " + Show.size(window) + " per round trip")
                                .orElse(carried)
                        + (known
                                ? ", as on " + verdict.members() + " links whose round-trip times differ ("
                                        + Show.size(DataSize.ofBytes(Math.round(verdict.level()))) + ")"
                                : "");
            case PATH_CAP -> carried + ", less than both VMs carry elsewhere";
            case PER_FLOW_CAP ->
                "each of " + streams + " reached " + Show.rate(Bandwidth.ofBitsPerSecond(point.bps() / count))
                        + ", whatever the round-trip time";
            case TOKEN_BUCKET -> "the rate fell for good within a run";
            case LOSS -> carried + ", as loss allows: segments were sent again, and no queue stood";
            default -> "a processor was full at an end: no result about the network";
        };
        return verdict.limit().words() + " (" + sure + "): " + why + grows;
    }

    /** Whether every repetition lies within a tenth of their median. */
    private static Optional<Boolean> stable(Observation point) {
        double[] rates = point.runs().stream()
                .flatMap(run -> run.rate().stream())
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
