package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import java.util.List;
import java.util.Optional;

/**
 * What a rate tells of its limit without other links: by what its sockets and processors went through, and by how it differs from
 * the rates of the same link with fewer streams or smaller windows. All as log-likelihoods, one a limit, of which only the
 * differences matter. Immutable.
 */
final class RunEvidence {
    /** In the order in which their log-likelihoods are told. */
    static final List<BindingLimit> LIMITS = List.of(
            BindingLimit.RECEIVE_WINDOW,
            BindingLimit.SEND_BUFFER,
            BindingLimit.PER_FLOW_CAP,
            BindingLimit.VM_EGRESS_CAP,
            BindingLimit.VM_INGRESS_CAP,
            BindingLimit.PATH_CAP,
            BindingLimit.TOKEN_BUCKET,
            BindingLimit.LOSS,
            BindingLimit.ENDPOINT_CPU);

    private static final double STEP_ERROR = 0.04;
    private static final double HELD = 0.5;
    private static final int MANY = 8;
    private static final double BELOW_PROPORTION = 0.08;
    private static final double RENO = 1.22;
    /** What congestion controls make of a loss, over Mathis' formula. */
    private static final double LEAST_OF_LOSS = 0.75;

    private static final double MOST_OF_LOSS = 1.75;
    /** A run may have been broken: nothing counts for more than that. */
    private static final double MOST_AGAINST = 12;

    private final Observation point;
    private final double error;
    private final Optional<Observation> fewer;
    private final Optional<Observation> narrower;
    private final double exceeded;
    private final double window;
    private final double dry;
    private final double behind;
    private final double lost;
    private final double queue;
    private final double least;
    private final double mss;
    private final boolean cpuTold;
    private final boolean fell;
    private final boolean cpuFull;

    /**
     * @param curve all points of the link
     * @param error standard error of the logarithm of the rate
     */
    RunEvidence(Observation point, List<Observation> curve, double error) {
        this.point = point;
        this.error = error;
        List<Run> runs = point.runs();
        this.window = Sockets.middle(runs, Sockets::window);
        this.dry = Sockets.middle(runs, Sockets::dry);
        this.behind = Sockets.middle(runs, Sockets::behind);
        this.lost = Sockets.middle(runs, Sockets::lost);
        this.queue = Sockets.middle(runs, Sockets::queue);
        this.least = Sockets.middle(runs, Sockets::leastRtt);
        this.mss = Sockets.middle(runs, Sockets::mss);
        this.cpuTold = runs.stream().anyMatch(run -> run.sockets().cpuTold());
        this.fell = runs.stream().anyMatch(Run::fell);
        this.cpuFull = point.isEndpointLimited();
        int streams = point.point().streams();
        this.fewer = curve.stream()
                .filter(other -> other.point().streams() < streams
                        && other.point().window().equals(point.point().window())
                        && other.bps() > 0)
                .reduce((first, last) -> last);
        this.narrower = curve.stream()
                .filter(other -> other.point().streams() == streams
                        && other.bps() > 0
                        && other.point().window().isPresent()
                        && point.point().window().isPresent()
                        && other.point().window().get().bytes()
                                < point.point().window().get().bytes())
                .reduce((first, last) -> last);
        this.exceeded = exceeded(point, curve);
    }

    /** By how much more streams exceeded this rate, in its logarithm; zero where they did not. */
    private static double exceeded(Observation point, List<Observation> curve) {
        return Math.log(curve.stream()
                .filter(other -> other.point().streams() > point.point().streams()
                        && other.point().window().equals(point.point().window()))
                .mapToDouble(other -> other.bps() / point.bps())
                .filter(ratio -> ratio > 1)
                .max()
                .orElse(1));
    }

    /** Whether anyone looked at the sockets of a point's runs. */
    static boolean looked(Observation point) {
        return !Double.isNaN(Sockets.middle(point.runs(), Sockets::window));
    }

    /** Whether a cap on all streams together may bind: more of them carried clearly less than in proportion, or there are many. */
    boolean mayFill() {
        int streams = point.point().streams();
        return streams > 1 && (fewer.isEmpty() ? streams >= MANY : grows(BELOW_PROPORTION));
    }

    /** Whether each stream may be held for itself: it is alone, or more of them carry more in proportion. */
    boolean mayScale() {
        return point.point().streams() == 1 || (fewer.isPresent() && !saturates());
    }

    private boolean saturates() {
        return fewer.filter(less -> Math.log(point.bps() / less.bps()) < 0.75 * ratio(less))
                .isPresent();
    }

    /** Whether the streams carried less than in proportion by that much. */
    private boolean grows(double less) {
        return fewer.filter(few -> Math.log(point.bps() / few.bps()) < ratio(few) - less)
                .isPresent();
    }

    private double ratio(Observation less) {
        return Math.log((double) point.point().streams() / less.point().streams());
    }

    /** Writes log-likelihoods from an offset on, in the order of {@link #LIMITS}; that of the likeliest is 0. */
    void into(double[] into, int offset) {
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < LIMITS.size(); i++) {
            into[offset + i] = of(LIMITS.get(i));
            most = Math.max(most, into[offset + i]);
        }
        for (int i = 0; i < LIMITS.size(); i++) {
            into[offset + i] -= most;
        }
    }

    private static boolean isCapacity(BindingLimit limit) {
        return switch (limit) {
            case VM_EGRESS_CAP, VM_INGRESS_CAP, PATH_CAP, PER_FLOW_CAP, TOKEN_BUCKET -> true;
            default -> false;
        };
    }

    private static boolean isOfEachStream(BindingLimit limit) {
        return switch (limit) {
            case RECEIVE_WINDOW, SEND_BUFFER, PER_FLOW_CAP, LOSS -> true;
            default -> false;
        };
    }

    private static boolean isOfAllStreams(BindingLimit limit) {
        return switch (limit) {
            case VM_EGRESS_CAP, VM_INGRESS_CAP, PATH_CAP -> true;
            default -> false;
        };
    }

    private double of(BindingLimit limit) {
        return drained(limit) + processor(limit) + sockets(limit) + streams(limit) + windows(limit) + room(limit);
    }

    /** What all streams share did not bind where more of them carried more, but for noise. */
    private double room(BindingLimit limit) {
        double scatter = Math.hypot(STEP_ERROR, 1.5 * error);
        return isOfAllStreams(limit) ? Math.max(-MOST_AGAINST, -exceeded * exceeded / (2 * scatter * scatter)) : 0;
    }

    private double drained(BindingLimit limit) {
        return fell && limit != BindingLimit.TOKEN_BUCKET ? -25 : fell ? 10 : 0;
    }

    private double processor(BindingLimit limit) {
        boolean cpu = limit == BindingLimit.ENDPOINT_CPU;
        if (cpuFull) {
            return cpu ? 3 : -12;
        }
        return cpu ? cpuTold ? -6 : -1 : 0;
    }

    private double sockets(BindingLimit limit) {
        double sum = 0;
        boolean cpu = limit == BindingLimit.ENDPOINT_CPU;
        if (!Double.isNaN(window)) {
            sum += limit == BindingLimit.RECEIVE_WINDOW
                    ? window >= HELD ? -0.05 : window >= 0.3 ? -3 : -6
                    : window >= HELD ? cpu ? -1.2 : -6 : window >= 0.3 ? cpu ? -1.5 : -3.5 : 0;
        }
        if (!Double.isNaN(dry)) {
            sum += limit == BindingLimit.SEND_BUFFER
                    ? dry >= HELD ? -0.05 : dry >= 0.2 ? -2 : -6
                    : dry >= HELD ? -6 : dry >= 0.2 ? -3 : 0;
        }
        if (!Double.isNaN(behind)) {
            sum += behind >= HELD ? cpu ? -0.7 : -5 : cpu ? -0.7 : 0;
        }
        boolean quiet = !Double.isNaN(queue) && queue < Math.max(0.0015, 0.02 * least);
        boolean loud = !Double.isNaN(queue) && queue > Math.max(0.003, 0.04 * least);
        boolean capacity = isCapacity(limit);
        if (quiet) {
            sum += capacity ? -1.4 : -0.05;
        } else if (loud) {
            sum += capacity ? -0.4 : -4;
        }
        if (!Double.isNaN(lost)) {
            boolean lossy = lost > 3e-5;
            if (limit == BindingLimit.LOSS) {
                sum += lossy ? mathis() : -8;
            } else if (capacity) {
                sum += quiet ? lost > 3e-4 ? -0.1 : -2.5 : 0;
                sum += lossy ? -1.2 : 0;
            } else {
                sum += lossy ? -4 : 0;
            }
        }
        return sum;
    }

    /** Density of the rate over what the loss allows, against one spread over two powers of e. */
    private double mathis() {
        double rtt = Double.isNaN(least)
                ? point.rtt().map(time -> time.median().toNanos() / 1e9).orElse(Double.NaN)
                : least;
        if (Double.isNaN(rtt)) {
            return -1;
        }
        double allowed = point.point().streams() * RENO * mss * 8 / (rtt * Math.sqrt(lost));
        double ratio = point.bps() / allowed;
        double outside = ratio < LEAST_OF_LOSS
                ? Math.log(LEAST_OF_LOSS / ratio)
                : ratio > MOST_OF_LOSS ? Math.log(ratio / MOST_OF_LOSS) : 0;
        double scatter = 0.15 + error;
        return 1.2 - Math.min(10, 0.5 * outside * outside / (scatter * scatter));
    }

    private double streams(BindingLimit limit) {
        if (fewer.isEmpty()) {
            return 0;
        }
        double ratio =
                Math.log((double) point.point().streams() / fewer.get().point().streams());
        double growth = Math.log(point.bps() / fewer.get().bps());
        return step(growth, ratio, isOfEachStream(limit));
    }

    private double windows(BindingLimit limit) {
        if (narrower.isEmpty()) {
            return 0;
        }
        double ratio = Math.log((double) point.point().window().orElseThrow().bytes()
                / narrower.get().point().window().orElseThrow().bytes());
        double growth = Math.log(point.bps() / narrower.get().bps());
        return step(growth, ratio, limit == BindingLimit.RECEIVE_WINDOW || limit == BindingLimit.SEND_BUFFER);
    }

    /** Growth in proportion when the limit is of each stream; else anything up to that, most often none. */
    private double step(double growth, double ratio, boolean proportional) {
        double scatter = Math.hypot(STEP_ERROR, 1.5 * error);
        double linear = Pile.logDensity(growth - ratio, scatter);
        if (proportional) {
            return Math.max(linear, -6);
        }
        double none = Math.log(0.5) + Pile.logDensity(growth, scatter);
        double between = growth < ratio + scatter ? Math.log(0.5 / (ratio + 2 * scatter)) : -6;
        return Math.max(none, between);
    }
}
