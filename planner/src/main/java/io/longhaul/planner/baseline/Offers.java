package io.longhaul.planner.baseline;

import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The baselines as offers, each with its reason. Stateless, safe for any thread. */
public final class Offers {
    private Offers() {}

    /** The offers for a request to one destination, from free to dear; of several sources each from the best of them. */
    public static List<Offer> of(PlanningProblem problem) {
        TransferRequest request = problem.request();
        List<Baselines> bySource = request.sources().stream()
                .map(source -> new Baselines(problem.with(request.fromOnly(source))))
                .toList();
        var ways = new EnumMap<Verdict, SimpleWay>(Verdict.class);
        put(ways, Verdict.DIRECT, bySource, request, Baselines::direct);
        put(ways, Verdict.MORE_STREAMS, bySource, request, Baselines::moreStreams);
        put(ways, Verdict.MORE_VMS, bySource, request, Baselines::moreVms);
        put(ways, Verdict.RELAY, bySource, request, Baselines::relay);
        Optional<SimpleWay> direct =
                Optional.ofNullable(ways.get(Verdict.DIRECT)).filter(SimpleWay::ends);
        var offers = new ArrayList<Offer>();
        ways.forEach((kind, way) -> {
            if (way.ends()) {
                Optional<SimpleWay> against = direct.filter(base -> kind != Verdict.DIRECT);
                offers.add(offer(kind, way, problem.request(), against));
            }
        });
        return List.copyOf(offers);
    }

    /** The best of one kind: one that meets the request, where there is any. */
    private static void put(
            EnumMap<Verdict, SimpleWay> ways,
            Verdict kind,
            List<Baselines> bySource,
            TransferRequest request,
            Function<Baselines, Optional<SimpleWay>> way) {
        bySource.stream()
                .map(way)
                .flatMap(Optional::stream)
                .min(Comparator.<SimpleWay, Boolean>comparing(each -> !each.meets(request))
                        .thenComparing(Baselines.order(request)))
                .ifPresent(best -> ways.put(kind, best));
    }

    private static Offer offer(Verdict kind, SimpleWay way, TransferRequest request, Optional<SimpleWay> direct) {
        return new Offer(
                kind.id(),
                kind == Verdict.RELAY ? Optional.of(way.sites().get(1)) : Optional.empty(),
                way.hops(),
                way.streams(),
                way.vms(),
                way.rate(),
                way.time(),
                way.cost(),
                way.meets(request),
                why(kind, way, request, direct));
    }

    private static String why(Verdict kind, SimpleWay way, TransferRequest request, Optional<SimpleWay> direct) {
        String from =
                request.replicas().isEmpty() ? "" : ", from " + way.sites().get(0) + ",";
        String gives = subject(kind, way) + from + " gives " + Show.rate(way.rate()) + " for "
                + Show.money(way.cost().total());
        Optional<String> misses = misses(way, request);
        if (misses.isPresent()) {
            return gives + ": " + misses.get() + ".";
        }
        return gives + direct.map(base -> ": " + against(way, base)).orElse("") + ".";
    }

    private static String subject(Verdict kind, SimpleWay way) {
        String streams = way.streams() == 1 ? "1 stream" : way.streams() + " streams";
        return switch (kind) {
            case DIRECT -> "One VM pair with " + streams;
            case MORE_STREAMS -> "The same VM pair with " + streams;
            case MORE_VMS -> way.vms() + " VMs at each end with " + streams + " each";
            default ->
                "A relay at " + way.sites().get(1)
                        + (way.vms() == 1 ? "" : " with " + way.vms() + " VMs at every site");
        };
    }

    private static Optional<String> misses(SimpleWay way, TransferRequest request) {
        if (request.rate().isPresent()
                && way.rate().bitsPerSecond() < request.rate().get().bitsPerSecond() * (1 - 1e-9)) {
            return Optional.of("below the " + Show.rate(request.rate().get()) + " asked for");
        }
        if (request.deadline().isPresent()
                && way.time().compareTo(request.deadline().get()) > 0) {
            return Optional.of("it takes " + Show.time(way.time()) + ", beyond the deadline of "
                    + Show.time(request.deadline().get()));
        }
        if (request.budget().isPresent()
                && way.cost().total().compareTo(request.budget().get()) > 0) {
            return Optional.of(
                    "above the budget of " + Show.money(request.budget().get()));
        }
        return Optional.empty();
    }

    private static String against(SimpleWay way, SimpleWay direct) {
        double speed = way.rate()
                .dividedBy(Bandwidth.ofBitsPerSecond(Math.max(1, direct.rate().bitsPerSecond())));
        double price = way.cost().total().dollars()
                / Math.max(1e-12, direct.cost().total().dollars());
        return String.format(Locale.ROOT, "%.2f times the direct rate at %.2f times its cost", speed, price);
    }
}
