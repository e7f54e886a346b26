package io.longhaul.planner.oracle;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.price.PercentilePrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The whole transfer as one mixed-integer program over arcs, solved by SCIP; shares nothing with the planner but the
 * problem. With one destination what enters a relay leaves it; with several, {@link TreeOracle} gives every tree a variable. A variable for the share of the data on every piece of every link between VMs of every pair of
 * types, one for the time, and every count of VMs written in binary, so that its product with the time is exact. Price
 * tiers are the incremental form with a binary for each tier after the first. Slow start is left out. Confined to one
 * solve.
 */
final class PathOracle {
    /** How sure an answer is. */
    enum Ending {
        PROVEN,
        INFEASIBLE,
        /** The time for it ran out; {@link Answer#bound()} holds all the same. */
        OPEN
    }

    /**
     * What the program says.
     *
     * @param value dollars, or seconds of transfer for the fastest; infinite without an answer
     * @param bound no plan is below it
     * @param seconds of the transfer
     */
    record Answer(Ending ending, double value, double bound, double seconds) {
        boolean feasible() {
            return value < INFINITY;
        }

        /** The same where value and bound are known only to a share of themselves. */
        private Answer knownTo(double share) {
            return share <= EXACT ? this : new Answer(Ending.OPEN, value * (1 + share), bound * (1 - share), seconds);
        }
    }

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Rows broken by no more of their largest term are kept. */
    private static final double EXACT = 1e-7;

    /** Terms that are no larger are zero, as SCIP was told: a row of them alone says nothing. */
    private static final double NOTHING = 1e-9;

    static {
        Loader.loadNativeLibraries();
    }

    private final PlanningProblem problem;
    private final TransferRequest request;
    private final boolean fastest;
    private final double gigabits;
    private final MPSolver solver;
    private final Map<SiteId, List<Vms>> vms = new LinkedHashMap<>();
    private final Map<SiteId, MPConstraint> sent = new HashMap<>();
    private final Map<SiteId, MPConstraint> received = new HashMap<>();
    private final MPConstraint out;
    private final MPConstraint in;
    /** The whole plan without request fees, in units of {@link #scaleDollars}. */
    final MPVariable dollars;

    private final MPConstraint cost;
    final double scaleDollars;
    /** Seconds of one unit of time. */
    final double unit;
    /** GB on each link whose price has tiers that are billed elsewhere, for a share of 1; empty when all are billed here. */
    private final Optional<Map<Link, MPVariable>> pooled;

    private final double least;
    private final double most;
    final MPVariable time;
    /** With several destinations, the rows between what the trees bring over a leg and what its pieces carry. */
    private final Map<Leg, MPConstraint> legs = new LinkedHashMap<>();

    /** The VMs of one type at one site: their number, their number times the time, and what leaves and enters them. */
    private record Vms(
            VmChoice type,
            boolean choice,
            MPVariable count,
            MPVariable timesTime,
            List<MPConstraint> rows,
            MPConstraint balance) {}

    /** Limits that the requests sets, each a little looser or tighter than it is written; 0 takes them as they are. */
    private PathOracle(PlanningProblem problem, boolean fastest, double slack, double from, double to) {
        this(MPSolver.createSolver("SCIP"), Optional.empty(), problem, fastest, slack, from, to);
    }

    /**
     * One transfer in a program with others.
     *
     * @param pooled takes the shares of the data on links with price tiers, which the caller bills
     */
    PathOracle(
            MPSolver solver,
            Optional<Map<Link, MPVariable>> pooled,
            PlanningProblem problem,
            boolean fastest,
            double slack,
            double from,
            double to) {
        this.solver = solver;
        this.pooled = pooled;
        boolean one = problem.request().to().size() == 1;
        out = solver.makeConstraint(one ? 1 : -INFINITY, one ? 1 : INFINITY);
        in = solver.makeConstraint(one ? 1 : -INFINITY, one ? 1 : INFINITY);
        dollars = solver.makeNumVar(0, INFINITY, "");
        cost = solver.makeConstraint(0, 0);
        this.problem = problem;
        this.fastest = fastest;
        request = problem.request();
        gigabits = request.wireSize().bytes() * 8.0 / 1e9;
        unit = to;
        least = Math.max(1e-9, from / to);
        most = 1;
        time = solver.makeNumVar(least, most, "time");
        scaleDollars = typicalDollars();
        cost.setCoefficient(dollars, -1);
        request.budget().ifPresent(budget -> {
            double left = budget.dollars() * (1 + slack) + Math.signum(slack) * 1e-8 - fees();
            dollars.setUb(left / scaleDollars);
        });
    }

    /**
     * The optimum of what is asked: dollars, or seconds of transfer where the fastest is asked for.
     *
     * @param slack by how much (relatively) deadline, rate and budget are loosened
     * @param limit CPU time for each of two programs; zero to leave the answer open
     */
    static Answer solve(PlanningProblem problem, double slack, Duration limit) {
        if (limit.isZero()) {
            return new Answer(Ending.OPEN, INFINITY, 0, Double.NaN);
        }
        TransferRequest request = problem.request();
        boolean fastest = request.objective() == Objective.FASTEST && !request.rateExactly();
        Optional<double[]> window = window(problem, slack);
        if (window.isEmpty()) {
            return new Answer(Ending.INFEASIBLE, INFINITY, INFINITY, Double.NaN);
        }
        double shortest = window.get()[0];
        double longest = window.get()[1];
        Answer first = new PathOracle(problem, fastest, slack, shortest, longest).solve(limit);
        if (!first.feasible() || first.seconds > longest / 4) {
            return first;
        }
        // the same near the answer, where the numbers are near 1
        double low = Math.max(shortest, first.seconds / 2);
        double high = Math.min(longest, first.seconds * 2);
        Answer near = new PathOracle(problem, fastest, slack, low, high).solve(limit);
        return near.feasible() && near.ending == Ending.PROVEN
                ? new Answer(first.ending, near.value, Math.min(first.bound, near.value), near.seconds)
                : first;
    }

    /** Least and most seconds of transfer that can matter; empty when the request leaves none. */
    static Optional<double[]> window(PlanningProblem problem, double slack) {
        TransferRequest request = problem.request();
        double gigabits = request.wireSize().bytes() * 8.0 / 1e9;
        double shortest = gigabits / mostOfEnds(problem) / (1 + slack);
        double longest = gigabits / slowest(problem);
        if (request.rate().isPresent()) {
            double asked = gigabits / gigabits(request.rate().get());
            longest = asked * (1 + slack);
            shortest = request.rateExactly() ? asked * (1 - slack) : shortest;
        }
        if (request.deadline().isPresent()) {
            double left = seconds(request.deadline().get()) * (1 + slack)
                    + Math.signum(slack) * 1e-8
                    - seconds(request.billing().vmBoot());
            longest = Math.min(longest, left);
        }
        return !(longest > 0) || shortest > longest * (1 + 1e-12)
                ? Optional.empty()
                : Optional.of(new double[] {Math.min(shortest, longest), longest});
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private static double gigabits(Bandwidth rate) {
        return rate.bitsPerSecond() / 1e9;
    }

    double fees() {
        return request.billing().requestFees(request.size()).dollars()
                * request.to().size();
    }

    private static double mostOfEnds(PlanningProblem problem) {
        TransferRequest request = problem.request();
        double sends = 0;
        for (SiteId source : request.sources()) {
            for (VmChoice type : problem.network().getSite(source).vmChoices()) {
                sends += Math.min(type.quota(), request.limits().maxVms(source))
                        * gigabits(type.caps().egress());
            }
        }
        double most = sends;
        for (SiteId destination : request.to()) {
            double receives = 0;
            for (VmChoice type : problem.network().getSite(destination).vmChoices()) {
                receives += Math.min(type.quota(), request.limits().maxVms(destination))
                        * gigabits(type.caps().ingress());
            }
            most = Math.min(most, receives);
        }
        return Math.max(1e-9, most);
    }

    /** A rate so low that one VM at each site carries it over whatever path: going slower changes nothing. */
    private static double slowest(PlanningProblem problem) {
        double rate = INFINITY;
        int streams = problem.request().limits().streamsPerVm();
        for (LinkModel link : problem.network().links()) {
            for (Piece piece : pieces(link.rates(), streams)) {
                rate = Math.min(rate, Math.min(piece.most, 1 / piece.streamsPerGigabit * streams));
            }
            rate = Math.min(rate, link.totalCap().map(PathOracle::gigabits).orElse(INFINITY));
        }
        for (SiteModel site : problem.network().sites()) {
            rate = Math.min(rate, site.uplink().out().map(PathOracle::gigabits).orElse(INFINITY));
            rate = Math.min(rate, site.uplink().in().map(PathOracle::gigabits).orElse(INFINITY));
            for (VmChoice type : site.vmChoices()) {
                double low = type.caps()
                        .egressBucket()
                        .map(TokenBucket::low)
                        .filter(any -> !any.isZero())
                        .map(PathOracle::gigabits)
                        .orElse(INFINITY);
                rate = Math.min(rate, Math.min(low, gigabits(type.caps().egress())));
                rate = Math.min(rate, gigabits(type.caps().ingress()));
            }
        }
        return Math.max(rate, 1e-9) / 4 / copies(problem);
    }

    /** How often the data may leave a site at most. */
    private static int copies(PlanningProblem problem) {
        return problem.request().to().size() == 1
                ? 1
                : problem.network().sites().stream()
                        .mapToInt(site -> site.vmChoices().size())
                        .sum();
    }

    /** One stretch of a curve. */
    private record Piece(double most, double streamsPerGigabit) {}

    private static List<Piece> pieces(RateCurve curve, int streams) {
        var pieces = new ArrayList<Piece>();
        var before = new RateCurve.Point(0, Bandwidth.ZERO);
        for (RateCurve.Point point : curve.points()) {
            double rate = gigabits(point.rate()) - gigabits(before.rate());
            pieces.add(new Piece(rate, (point.streams() - before.streams()) / rate));
            before = point;
            if (point.streams() >= streams) {
                break;
            }
        }
        return pieces;
    }

    private double typicalDollars() {
        double perGigabyte = problem.network().links().stream()
                .mapToDouble(link -> link.price().firstTier().dollars())
                .average()
                .orElse(0);
        double perHour = problem.network().sites().stream()
                .mapToDouble(site -> site.vmPrice().dollars())
                .average()
                .orElse(0);
        double billed = Math.max(
                seconds(request.billing().minimumBilling()),
                seconds(request.billing().vmBoot()) + Math.min(unit, gigabits));
        double typical = perGigabyte * gigabits / 8 + perHour * billed / 3600;
        return typical > 0 ? typical : 1;
    }

    /** Whether a site may forward: no-transit names sites, or regions with all their zones. */
    static boolean mayRelay(Limits limits, SiteId site) {
        Set<SiteId> forbidden = limits.noTransit();
        return limits.relaysAllowed()
                && !forbidden.contains(site)
                && !forbidden.contains(site.withoutZone())
                && limits.relayProviders()
                        .map(allowed -> allowed.contains(site.provider()))
                        .orElse(true);
    }

    /** Adds all rows and columns. */
    void build() {
        for (SiteModel site : problem.network().sites()) {
            boolean end = request.sources().contains(site.id()) || request.to().contains(site.id());
            if (end || mayRelay(request.limits(), site.id())) {
                addSite(site);
            }
        }
        for (LinkModel link : problem.network().links()) {
            boolean forward = !request.sources().contains(link.link().to())
                    && (request.to().size() == 1
                            ? !link.link().from().equals(request.destination())
                            : request.sources().contains(link.link().from())
                                    || mayRelay(request.limits(), link.link().from()));
            if (forward
                    && vms.containsKey(link.link().from())
                    && vms.containsKey(link.link().to())) {
                addLink(link);
            }
        }
    }

    /** Whether so few trees are possible that every one can be a column. */
    static boolean hasFewTrees(PlanningProblem problem) {
        var oracle = new PathOracle(problem, false, 0, 1, 2);
        oracle.build();
        return !TreeOracle.tooMany(problem.request(), oracle.legs.keySet());
    }

    /** The count of VMs at a site, whatever their type. */
    List<MPVariable> counts(SiteId site) {
        return vms.getOrDefault(site, List.of()).stream().map(Vms::count).toList();
    }

    private Answer solve(Duration limit) {
        build();
        if (request.to().size() > 1) {
            TreeOracle.addTrees(request, solver, legs);
        }
        MPObjective objective = solver.objective();
        objective.setMinimization();
        objective.setCoefficient(fastest ? time : dollars, 1);
        var parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 1e-9);
        solver.setSolverSpecificParametersAsString(
                "numerics/feastol = 1e-9\nlimits/absgap = 0\ntiming/clocktype = 1\n"); // limits count CPU time
        solver.setTimeLimit(limit.toMillis());
        MPSolver.ResultStatus status = solver.solve(parameters);
        double scale = fastest ? unit : scaleDollars;
        double fixed = fastest ? 0 : fees();
        return switch (status) {
            case OPTIMAL ->
                new Answer(
                                Ending.PROVEN,
                                objective.value() * scale + fixed,
                                objective.value() * scale + fixed,
                                time.solutionValue() * unit)
                        .knownTo(broken());
            case INFEASIBLE -> new Answer(Ending.INFEASIBLE, INFINITY, INFINITY, Double.NaN);
            case FEASIBLE ->
                new Answer(
                                Ending.OPEN,
                                objective.value() * scale + fixed,
                                objective.bestBound() * scale + fixed,
                                time.solutionValue() * unit)
                        .knownTo(broken());
            default -> new Answer(Ending.OPEN, INFINITY, 0, Double.NaN);
        };
    }

    /**
     * By how much of its largest term the solution breaks a row. SCIP keeps rows to some billionths of 1, which is a part in
     * a hundred of a time that is a ten-millionth of the longest.
     */
    private double broken() {
        double[] sums = solver.computeConstraintActivities();
        double most = 0;
        for (MPConstraint row : solver.constraints()) {
            double sum = sums[row.index()];
            double over = Math.max(sum - row.ub(), row.lb() - sum);
            if (over > 1e-13) {
                double largest = 0;
                for (MPVariable variable : solver.variables()) {
                    largest = Math.max(largest, Math.abs(row.getCoefficient(variable) * variable.solutionValue()));
                }
                if (largest > NOTHING) {
                    most = Math.max(most, Math.min(1, over / largest));
                }
            }
        }
        return most;
    }

    private void addSite(SiteModel site) {
        int allowed = request.limits().maxVms(site.id());
        MPConstraint together = solver.makeConstraint(0, allowed);
        vms.put(
                site.id(),
                site.vmChoices().stream()
                        .map(type -> addVms(site, type, allowed, together))
                        .toList());
    }

    private Vms addVms(SiteModel site, VmChoice type, int allowed, MPConstraint together) {
        int quota = Math.min(allowed, type.quota());
        boolean timeFixed = most - least < 1e-12;
        MPVariable count = timeFixed ? solver.makeIntVar(0, quota, "") : solver.makeNumVar(0, quota, "");
        MPVariable timesTime = timeFixed ? count : solver.makeNumVar(0, quota, "");
        together.setCoefficient(count, 1);
        if (!timeFixed) {
            addProduct(count, timesTime, quota);
        }
        var rows = new ArrayList<MPConstraint>();
        for (int i = 0; i < 4; i++) {
            MPConstraint row = solver.makeConstraint(-INFINITY, 0);
            row.setCoefficient(timesTime, -1);
            rows.add(row);
        }
        // no flow without a whole VM, however small its part of a cap
        rows.add(atMost(0, count, -1));
        rows.add(atMost(0, count, -1));
        type.caps().egressBucket().ifPresent(bucket -> {
            double high = Math.min(gigabits(bucket.high()), gigabits(type.caps().egress()));
            double low = Math.min(high, gigabits(bucket.low()));
            double drain = high - gigabits(bucket.refill());
            double credit = type.remainingCredit()
                            .or(site::remainingCredit)
                            .orElse(bucket.budget())
                            .bytes()
                    * 8.0
                    / 1e9;
            double bonus = drain <= 0 ? gigabits : (high - low) * credit / drain;
            MPConstraint volume = solver.makeConstraint(-INFINITY, 0);
            volume.setCoefficient(timesTime, -low * unit / gigabits);
            add(volume, count, -bonus / gigabits);
            MPConstraint peak = solver.makeConstraint(-INFINITY, 0);
            peak.setCoefficient(timesTime, -high * unit / gigabits);
            rows.add(volume);
            rows.add(peak);
        });
        payFor(type, count, timesTime);
        MPConstraint balance = request.sources().contains(site.id())
                ? out
                : request.to().contains(site.id())
                        ? in
                        : solver.makeConstraint(
                                request.to().size() == 1 ? 0 : -INFINITY,
                                request.to().size() == 1 ? 0 : INFINITY);
        return new Vms(type, !site.choices().isEmpty(), count, timesTime, rows, balance);
    }

    /** A whole count in binary, and its product with the time. */
    private void addProduct(MPVariable count, MPVariable timesTime, int quota) {
        MPConstraint digits = solver.makeConstraint(0, 0);
        MPConstraint products = solver.makeConstraint(0, 0);
        digits.setCoefficient(count, -1);
        products.setCoefficient(timesTime, -1);
        for (int weight = 1; weight <= quota; weight *= 2) {
            MPVariable digit = solver.makeBoolVar("");
            MPVariable product = solver.makeNumVar(0, most, "");
            digits.setCoefficient(digit, weight);
            products.setCoefficient(product, weight);
            atMost(0, product, 1, digit, -most);
            atMost(0, digit, least, product, -1);
            atMost(-least, product, 1, time, -1, digit, -least);
            atMost(most, time, 1, product, -1, digit, most);
        }
    }

    private void payFor(VmChoice type, MPVariable count, MPVariable timesTime) {
        double price = type.price().dollars() / 3600 / scaleDollars;
        double boot = seconds(request.billing().vmBoot());
        double minimum = seconds(request.billing().minimumBilling());
        if (price == 0) {
            return;
        }
        if (minimum <= boot) {
            cost.setCoefficient(count, price * boot);
            add(cost, timesTime, price * unit);
            return;
        }
        MPVariable bill = solver.makeNumVar(0, INFINITY, "");
        cost.setCoefficient(bill, 1);
        atMost(0, count, price * minimum, bill, -1);
        atMost(0, count, price * boot, timesTime, price * unit, bill, -1);
    }

    private MPConstraint atMost(double limit, Object... terms) {
        MPConstraint row = solver.makeConstraint(-INFINITY, limit);
        for (int i = 0; i < terms.length; i += 2) {
            add(row, (MPVariable) terms[i], ((Number) terms[i + 1]).doubleValue());
        }
        return row;
    }

    /** With a fixed time, a count and its product with the time are one variable that may come twice in a row. */
    private static void add(MPConstraint row, MPVariable variable, double factor) {
        row.setCoefficient(variable, row.getCoefficient(variable) + factor);
    }

    private void addLink(LinkModel link) {
        MPVariable share = solver.makeNumVar(0, INFINITY, "");
        MPConstraint all = solver.makeConstraint(0, 0);
        all.setCoefficient(share, -1);
        double rateOfShare = gigabits / unit;
        for (Vms a : vms.get(link.link().from())) {
            for (Vms b : vms.get(link.link().to())) {
                MPConstraint ofTrees = solver.makeConstraint(
                        request.to().size() == 1 ? -INFINITY : 0, request.to().size() == 1 ? INFINITY : 0);
                legs.put(
                        new Leg(
                                link.link(),
                                group(link.link().from(), a),
                                group(link.link().to(), b)),
                        ofTrees);
                for (Piece piece : pieces(link.rates(), request.limits().streamsPerVm())) {
                    MPVariable part = solver.makeNumVar(0, INFINITY, "");
                    all.setCoefficient(part, 1);
                    ofTrees.setCoefficient(part, -1);
                    double streams = piece.streamsPerGigabit / request.limits().streamsPerVm();
                    a.rows.get(0).setCoefficient(part, streams * rateOfShare);
                    b.rows.get(1).setCoefficient(part, streams * rateOfShare);
                    a.rows.get(2)
                            .setCoefficient(
                                    part, rateOfShare / positive(a.type.caps().egress()));
                    b.rows.get(3)
                            .setCoefficient(
                                    part, rateOfShare / positive(b.type.caps().ingress()));
                    if (request.to().size() == 1) {
                        (a.balance == out ? a : b).rows.get(4).setCoefficient(part, 1);
                    } else {
                        b.rows.get(4).setCoefficient(part, 1);
                        a.rows.get(5).setCoefficient(part, 1.0 / copies(problem));
                    }
                    for (MPConstraint bucket : a.rows.subList(6, a.rows.size())) {
                        bucket.setCoefficient(part, 1);
                    }
                    atMost(0, part, rateOfShare / piece.most, a.timesTime, -1);
                    atMost(0, part, rateOfShare / piece.most, b.timesTime, -1);
                    a.balance.setCoefficient(part, 1);
                    b.balance.setCoefficient(part, b.balance == in ? 1 : -1);
                }
            }
        }
        link.totalCap().ifPresent(cap -> atMost(0, share, rateOfShare / gigabits(cap), time, -1));
        line(sent, link.link().from(), Uplink::out).ifPresent(row -> row.setCoefficient(share, rateOfShare));
        line(received, link.link().to(), Uplink::in).ifPresent(row -> row.setCoefficient(share, rateOfShare));
        if (pooled.isPresent() && link.price().tiers().size() > 1) {
            pooled.get().put(link.link(), share);
        } else {
            addPrice(link, share);
        }
    }

    private static VmGroup group(SiteId site, Vms vms) {
        return new VmGroup(site, vms.choice ? vms.type.type() : "");
    }

    /** The row of what all VMs of a site send, or receive, over its uplink. */
    private Optional<MPConstraint> line(
            Map<SiteId, MPConstraint> rows, SiteId site, Function<Uplink, Optional<Bandwidth>> side) {
        return side.apply(problem.network().getSite(site).uplink())
                .map(cap -> rows.computeIfAbsent(site, any -> {
                    MPConstraint row = solver.makeConstraint(-INFINITY, 0);
                    row.setCoefficient(time, -gigabits(cap));
                    return row;
                }));
    }

    private static double positive(Bandwidth rate) {
        return Math.max(1e-9, gigabits(rate));
    }

    /** At an exact rate: Mbit/s above those that are paid for. */
    private void addPercentile(PercentilePrice terms, MPVariable share) {
        double rate = gigabits(request.rate().orElseThrow());
        if (gigabits / rate > seconds(terms.free())) {
            MPVariable above = solver.makeNumVar(0, INFINITY, "");
            atMost(gigabits(terms.paid()) / rate, share, 1, above, -1);
            cost.setCoefficient(above, rate * 1000 * terms.perMbps().dollars() / scaleDollars);
        }
    }

    private void addPrice(LinkModel link, MPVariable share) {
        int copies = request.to().size() == 1 ? 1 : vms.get(link.link().to()).size();
        if (link.price().fee().compareTo(Money.ZERO) > 0) {
            MPVariable opens = solver.makeBoolVar("");
            atMost(0, share, 1, opens, -copies);
            cost.setCoefficient(opens, link.price().fee().dollars() / scaleDollars);
        }
        link.price().percentile().ifPresent(terms -> addPercentile(terms, share));
        double position = request.billing().alreadySent().bytes() * 8.0 / 1e9;
        double end = position + gigabits * copies;
        MPConstraint volume = solver.makeConstraint(0, 0);
        volume.setCoefficient(share, -1);
        MPVariable opened = null;
        for (PriceTier tier : link.price().tiers()) {
            double upTo = Math.min(
                    end, tier.upTo().map(size -> size.bytes() * 8.0 / 1e9).orElse(end));
            double width = (upTo - position) / gigabits;
            if (width <= 0) {
                continue;
            }
            MPVariable part = solver.makeNumVar(0, opened == null && upTo == end ? INFINITY : width, "");
            cost.setCoefficient(part, tier.price().dollars() / 8 * gigabits / scaleDollars);
            volume.setCoefficient(part, 1);
            if (opened != null) {
                atMost(0, part, 1, opened, -width);
            }
            if (upTo < end) {
                opened = solver.makeBoolVar("");
                atMost(0, opened, width, part, -1);
            }
            position = upTo;
        }
    }
}
