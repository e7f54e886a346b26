package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Optional;

/**
 * Names the term of T(n, W) = min(n * min(W / RTT, per-flow cap, loss), sender's cap, receiver's cap, path cap) that
 * binds, with the evidence, or says that it cannot be told. Immutable.
 */
final class LimitClassifier {
    /** A rate above this share of a cap is at the cap. */
    static final double AT_CAP = 0.92;

    /** Below this share of both caps, something else must bind. */
    private static final double CLEARLY_BELOW = 0.85;

    /** With this share of n times the single-flow rate, streams still scale. */
    private static final double SCALES = 0.85;

    private final WindowFits windows;
    private final VmCapEstimator egress;
    private final VmCapEstimator ingress;
    private final PerFlowCaps perFlow;
    private final ProvenRates proven;

    LimitClassifier(
            WindowFits windows,
            VmCapEstimator egress,
            VmCapEstimator ingress,
            PerFlowCaps perFlow,
            ProvenRates proven) {
        this.windows = windows;
        this.egress = egress;
        this.ingress = ingress;
        this.perFlow = perFlow;
        this.proven = proven;
    }

    /** What binds, and why. */
    record Verdict(BindingLimit limit, String evidence) {}

    /**
     * @param point what is to be explained
     * @param fewer the same link with fewer streams, the most of them; empty when none was measured
     */
    Verdict classify(Observation point, Optional<Observation> fewer) {
        return notTheNetwork(point)
                .or(() -> drained(point))
                .or(() -> atCap(point))
                .or(() -> windows.explaining(point)
                        .map(fit -> new Verdict(BindingLimit.RECEIVE_WINDOW, fit.sentence(point))))
                .or(() -> perFlow.explaining(point))
                .or(() -> scaling(point, fewer))
                .or(() -> belowBothCaps(point))
                .orElseGet(() -> new Verdict(
                        BindingLimit.NOT_IDENTIFIED,
                        Show.rate(point.rate()) + " with " + streams(point) + " fits no known cap, window or path"));
    }

    private static Optional<Verdict> notTheNetwork(Observation point) {
        return point.isEndpointLimited()
                ? Optional.of(new Verdict(
                        BindingLimit.ENDPOINT_CPU,
                        "a thread that moved the data filled its core at an end: no result about the network"))
                : Optional.empty();
    }

    private static Optional<Verdict> drained(Observation point) {
        return point.runs().stream()
                .flatMap(run -> run.drain().stream())
                .findFirst()
                .map(drain -> new Verdict(
                        BindingLimit.TOKEN_BUCKET,
                        "the rate fell for good from " + Show.rate(Bandwidth.ofBitsPerSecond(drain.high())) + " to "
                                + Show.rate(Bandwidth.ofBitsPerSecond(drain.low())) + " after "
                                + Show.time(Durations.ofSeconds(drain.secondsToEmpty())) + " of sending"));
    }

    private Optional<Verdict> atCap(Observation point) {
        Optional<Bandwidth> out = egress.of(point.link().from()).map(CapEstimate::value);
        Optional<Bandwidth> in = ingress.of(point.link().to()).map(CapEstimate::value);
        boolean egressIsLower =
                out.isPresent() && in.map(cap -> out.get().compareTo(cap) <= 0).orElse(true);
        Optional<Verdict> byEgress = out.filter(cap -> point.rate().dividedBy(cap) >= AT_CAP)
                .map(cap -> cap(
                        BindingLimit.VM_EGRESS_CAP,
                        point,
                        cap,
                        "leaves " + point.link().from()));
        Optional<Verdict> byIngress = in.filter(cap -> point.rate().dividedBy(cap) >= AT_CAP)
                .map(cap -> cap(
                        BindingLimit.VM_INGRESS_CAP,
                        point,
                        cap,
                        "reaches " + point.link().to()));
        return egressIsLower ? byEgress.or(() -> byIngress) : byIngress.or(() -> byEgress);
    }

    private static Verdict cap(BindingLimit limit, Observation point, Bandwidth cap, String where) {
        return new Verdict(
                limit,
                streams(point) + " carried " + Show.rate(point.rate()) + " of the " + Show.rate(cap) + " that " + where
                        + " on any link");
    }

    private Optional<Verdict> scaling(Observation point, Optional<Observation> fewer) {
        return fewer.filter(less -> less.point().streams() < point.point().streams())
                .flatMap(less -> {
                    double growth = point.bps() / less.bps();
                    double streamsRatio =
                            (double) point.point().streams() / less.point().streams();
                    String numbers = streams(less) + " carried " + Show.rate(less.rate()) + ", " + streams(point) + " "
                            + Show.rate(point.rate());
                    if (growth >= SCALES * streamsRatio) {
                        BindingLimit each = windows.explaining(less).isPresent()
                                ? BindingLimit.RECEIVE_WINDOW
                                : BindingLimit.NOT_IDENTIFIED;
                        return Optional.of(new Verdict(each, numbers + ": more streams still carry more"));
                    }
                    return belowBothCaps(point)
                            .map(verdict -> new Verdict(verdict.limit(), numbers + ": " + verdict.evidence()));
                });
    }

    private Optional<Verdict> belowBothCaps(Observation point) {
        return proven.between(point.link())
                .filter(both -> point.point().streams() > 1 && point.rate().dividedBy(both) < CLEARLY_BELOW)
                .map(both -> new Verdict(
                        BindingLimit.PATH_CAP,
                        "both VMs carry " + Show.rate(both)
                                + " on other links, and neither the window nor a cap per flow" + " explains "
                                + Show.rate(point.rate()) + " with " + streams(point)));
    }

    private static String streams(Observation point) {
        int streams = point.point().streams();
        return streams == 1 ? "one stream" : streams + " streams";
    }

    static List<String> evidence(Optional<Verdict> single, Optional<Verdict> most) {
        return Optional.of(List.of(single, most)).stream()
                .flatMap(List::stream)
                .flatMap(Optional::stream)
                .map(verdict -> verdict.limit().words() + ": " + verdict.evidence())
                .distinct()
                .toList();
    }
}
