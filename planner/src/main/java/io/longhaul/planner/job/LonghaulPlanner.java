package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import io.longhaul.planner.coflow.CoflowPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ours, {@code longhaul}: query plan, shares of all stages, ways, VMs and what is moved beforehand, decided together for the end
 * of the whole job.
 *
 * <p>For each query plan, the answers of the others are improved: one stage after the other is placed exactly for given others
 * ({@link StageProgram}), all starts once, the best until none gets better; once for paths as they are, once for paths as wide
 * as their relays make them. All stages from one on are tried together at each site, too. Then every transfer gets the ways on
 * which it ends first ({@link RelayProgram}), every exchange its hubs. Those are followed as they are carried out ({@link
 * Forecast}); the best is followed with other priorities, and with stages placed as other drafts place them or half-way there, as
 * many as their size allows. It is never behind another planner's answer by the model. How far from the best at most, the bound
 * of {@link JobBound} says.
 *
 * <p>Without more it is the fastest. With a deadline it is the cheapest found that meets it, with a budget the fastest found
 * within; VMs are then as few as do not slow it, or as few as the deadline lets it be slow. A job for which there is none is
 * refused with the nearest that there is.
 *
 * <p>Of several jobs, those with deadlines are taken as they come by {@link Admission}, by our placement or in place; the answer
 * is at least Amoeba's: who is refused is tried again beside those whom Amoeba takes, and the larger of the two answers counts.
 * Others come by their time alone over their weight, the least first.
 */
public final class LonghaulPlanner extends PlacementPlanner {
    private static final int MOST_SWEEPS = 4;
    /** How many of the best after one sweep are improved further. */
    private static final int FOLLOWED = 3;
    /** How many drafts of a large job are followed. */
    private static final int MOST_OF_LARGE = 5;
    /** Of how many flows the best is followed, at most, with other placements of its stages. */
    private static final int FOLLOWED_FLOWS = 10_000;
    /** Plans are about as fast that differ by this part of their time. */
    private static final double NEAR = 0.01;
    /** A change that gains less than this part of the time is none. */
    private static final double WORTH = 1e-6;

    private static final double[] THETAS = {0, 0.25, 0.5, 0.75, 1};

    public LonghaulPlanner() {
        super("longhaul");
    }

    /** How stages are placed. */
    private enum Manner {
        EVERYWHERE,
        FEW_SITES,
        /** At few sites, and data are read where they lie: what they would send is in the way of stages beside them. */
        READS_STAY,
        /** Everywhere, and data are read where they lie. */
        READS_STAY_EVERYWHERE
    }

    /** A plan with what it takes and costs. */
    private record Offer(Draft draft, JobPlan plan) {}

    /** Shares by stage and site, and what they take by ports and paths. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Placed(double[][] shares, double seconds) {}

    @Override
    double[][] place(JobModel model) {
        return fastest(drafts(model, 0, starts(model))).shares;
    }

    /**
     * Plans of one job none of which is both slower and dearer than another, the fastest first.
     *
     * @throws InvalidInputException when there is no plan at all
     */
    public List<JobPlan> frontier(Job job, NetworkModel network) {
        List<Offer> rising = offers(thrifty(job, network)).stream()
                .sorted(Comparator.comparing((Offer offer) -> offer.plan().time())
                        .thenComparing(offer -> offer.plan().cost()))
                .toList();
        var frontier = new ArrayList<JobPlan>();
        for (Offer offer : rising) {
            boolean cheaper = frontier.isEmpty()
                    || offer.plan()
                                    .cost()
                                    .compareTo(frontier.get(frontier.size() - 1).cost())
                            < 0;
            if (cheaper) {
                frontier.add(offer.plan());
            }
        }
        return frontier;
    }

    /** The best for the terms of a job, whether it keeps them or not. */
    @Override
    Draft draft(Job job, NetworkModel network) {
        boolean money = job.deadline().isPresent() || job.terms().budget().isPresent();
        Draft best = money ? best(job, offers(thrifty(job, network))).draft() : fastest(fast(job, network, true));
        best.bound = JobBound.seconds(job, network);
        return best;
    }

    private Offer best(Job job, List<Offer> offers) {
        List<Offer> keeping =
                offers.stream().filter(offer -> keeps(job, offer.plan())).toList();
        if (keeping.isEmpty()) {
            boolean affordable =
                    job.terms().budget().isPresent() && job.deadline().isEmpty();
            return affordable ? cheapest(offers) : soonest(offers);
        }
        return job.deadline().isPresent() ? cheapest(keeping) : soonest(keeping);
    }

    private static boolean keeps(Job job, JobPlan plan) {
        return job.deadline().map(limit -> plan.time().compareTo(limit) <= 0).orElse(true)
                && job.terms().budget().map(plan.cost()::isWithin).orElse(true);
    }

    private static Offer soonest(List<Offer> offers) {
        return offers.stream()
                .min(Comparator.comparing((Offer offer) -> offer.plan().time())
                        .thenComparing(offer -> offer.plan().cost()))
                .orElseThrow();
    }

    private static Offer cheapest(List<Offer> offers) {
        return offers.stream()
                .min(Comparator.comparing((Offer offer) -> offer.plan().cost())
                        .thenComparing(offer -> offer.plan().time()))
                .orElseThrow();
    }

    /**
     * The draft that ends first when it is carried out, the cheapest of those; none takes less than by its busiest ports, so that
     * most need not be followed.
     *
     * @param drafts the first in place
     * @throws InvalidInputException when none ends
     */
    private Draft fastest(List<Draft> drafts) {
        List<Draft> rising = drafts.stream()
                .sorted(Comparator.comparingDouble(Draft::seconds))
                .toList();
        rising.get(0).requireEnd();
        var distinct = new ArrayList<Draft>();
        for (int k = 0; k < rising.size(); k++) {
            Draft draft = rising.get(k);
            boolean known = false;
            for (int j = k - 1; j >= 0 && !known && rising.get(j).seconds() == draft.seconds(); j--) {
                known = draft.isSame(rising.get(j));
            }
            if (!known) {
                distinct.add(draft);
            }
        }
        // of those about as fast by their ports, the one at the fewest sites is followed fast, and ends the following
        // of others early
        double near = rising.get(0).seconds() * (1 + NEAR);
        Draft best = rising.stream()
                .filter(draft -> draft.seconds() <= near)
                .min(Comparator.comparingLong(Draft::places))
                .orElseThrow();
        boolean large = isLarge(best.model);
        for (Draft draft : large ? distinct.subList(0, Math.min(MOST_OF_LARGE, distinct.size())) : distinct) {
            best = sooner(best, draft);
        }
        for (Draft other : readingInPlace(best)) {
            best = sooner(best, other);
        }
        var bases = new ArrayList<>(List.of(best, drafts.get(0)));
        bases.addAll(distinct.subList(0, large ? 0 : Math.min(FOLLOWED, distinct.size())));
        for (Draft base : bases) {
            for (Draft other :
                    base.seconds() < best.lasts(Double.POSITIVE_INFINITY) ? ordered(base) : List.<Draft>of()) {
                best = sooner(best, other);
            }
        }
        return climbed(best, distinct);
    }

    /**
     * The best of what a draft becomes when one stage after the other is placed as other drafts place it, or half-way there, and
     * followed as it is carried out: what ramps up, and what runs beside each other, no port tells. As many are tried as their
     * size allows.
     */
    private Draft climbed(Draft start, List<Draft> others) {
        JobModel model = start.model;
        int left = FOLLOWED_FLOWS / (model.stageCount * model.siteCount * model.siteCount);
        Draft best = start;
        int settledAt = -1;
        for (int sweep = 0; sweep < MOST_SWEEPS && left > 0; sweep++) {
            Draft before = best;
            for (int s = 0; s < model.stageCount && s != settledAt; s++) {
                for (double[] share : otherShares(best, s, others)) {
                    if (left-- <= 0) {
                        return best;
                    }
                    double[][] shares = best.shares.clone();
                    shares[s] = share;
                    Draft then = sooner(best, placedAs(best, shares));
                    settledAt = then == best ? settledAt : s;
                    best = then;
                }
            }
            if (best == before) {
                break;
            }
        }
        return best;
    }

    /** How other drafts on the same model place a stage, and half-way there. */
    private static List<double[]> otherShares(Draft draft, int s, List<Draft> others) {
        JobModel model = draft.model;
        double[] own = draft.shares[s];
        var known = new ArrayList<>(List.of(own));
        var shares = new ArrayList<double[]>();
        for (Draft other : model.isForced(s) ? List.<Draft>of() : others) {
            double[] share = other.model == model ? other.shares[s] : own;
            if (known.stream().noneMatch(one -> Arrays.equals(one, share))) {
                known.add(share);
                shares.add(share);
                if (!model.isOneSite(s)) {
                    double[] between = new double[share.length];
                    Arrays.setAll(between, i -> (own[i] + share[i]) / 2);
                    shares.add(between);
                }
            }
        }
        return shares;
    }

    /** Whether following one draft takes longer than all else: then few are, and none that could gain little. */
    private static boolean isLarge(JobModel model) {
        return (long) model.stageCount * model.siteCount * model.siteCount > FOLLOWED_FLOWS;
    }

    /**
     * The same with one read where its data lie, and with all: what they send takes longer than its ports while streams ramp up, and
     * is in the way of stages beside it.
     */
    private static List<Draft> readingInPlace(Draft draft) {
        JobModel model = draft.model;
        var others = new ArrayList<Draft>();
        double[][] all = draft.shares.clone();
        for (int s = 0; s < model.stageCount; s++) {
            if (reads(model, s) && draft.transfer(s) > 0) {
                double[][] shares = draft.shares.clone();
                shares[s] = model.inPlace(s, shares);
                all[s] = shares[s];
                others.add(placedAs(draft, shares));
            }
        }
        if (others.size() > 1) {
            others.add(placedAs(draft, all));
        }
        return others;
    }

    private static Draft placedAs(Draft draft, double[][] shares) {
        var other = new Draft(draft.model, draft.model.settled(shares));
        other.query = draft.query;
        other.beforehand.addAll(draft.beforehand);
        TerraPlanner.route(other, true);
        GaiaPlanner.throughHubs(other);
        return other;
    }

    private Draft sooner(Draft best, Draft other) {
        double least = best.lasts(Double.POSITIVE_INFINITY);
        if (other.seconds() > (isLarge(best.model) ? least * (1 - NEAR) : least)) {
            return best;
        }
        double then = other.lasts(least);
        if (then == least && then < Double.POSITIVE_INFINITY) {
            Money cost = other.finish(name()).cost();
            return cost.compareTo(best.finish(name()).cost()) < 0 ? other : best;
        }
        return then < least ? other : best;
    }

    /**
     * The same with other stages first where some overlap: those with most work behind; and where transfers do, the smallest, and as
     * Sincronia says.
     */
    private static List<Draft> ordered(Draft draft) {
        if (!draft.overlaps(false)) {
            return List.of();
        }
        var ordered = new ArrayList<Draft>();
        for (CoflowPolicy policy :
                draft.overlaps(true) ? List.of(CoflowPolicy.SEBF, CoflowPolicy.SINCRONIA) : List.<CoflowPolicy>of()) {
            Draft other = draft.copy();
            CoflowPlanner.order(List.of(other), policy);
            ordered.add(other);
        }
        Draft critical = draft.copy();
        critical.longestTailFirst();
        ordered.add(critical);
        return ordered;
    }

    /**
     * Plans of drafts that end.
     *
     * @throws InvalidInputException when none does
     */
    private List<Offer> offers(List<Draft> drafts) {
        var offers = new ArrayList<Offer>();
        InvalidInputException last = null;
        for (Draft draft : drafts) {
            try {
                offers.add(new Offer(draft, draft.finish(name())));
            } catch (InvalidInputException unending) {
                last = last == null ? unending : last;
            }
        }
        if (offers.isEmpty() && last != null) {
            throw last;
        }
        return offers;
    }

    /**
     * Drafts of the others as they are, and of all query plans.
     *
     * @param ahead whether also with data moved beforehand; who is promised rates has none, since nothing is promised before
     */
    private List<Draft> fast(Job job, NetworkModel network, boolean ahead) {
        var drafts = new ArrayList<Draft>();
        InvalidInputException last = null;
        for (int query = 0; query < job.queries(); query++) {
            try {
                var model = new JobModel(job.ofQuery(query), network);
                var starts = new ArrayList<double[][]>();
                if (query == 0) {
                    drafts.addAll(others(job, network, model));
                    drafts.stream()
                            .filter(draft -> draft.query == 0)
                            .map(draft -> draft.shares)
                            .forEach(starts::add);
                }
                drafts.addAll(drafts(model, query, starts.isEmpty() ? starts(model) : starts));
            } catch (InvalidInputException impossible) {
                last = last == null ? impossible : last;
            }
        }
        if (drafts.isEmpty() && last != null) {
            throw last;
        }
        if (ahead && !job.terms().arrival().isZero()) {
            for (PlacementPlanner other : List.of(new GeodePlanner(), new IridiumPlanner())) {
                moved(job, network, other).ifPresent(drafts::addAll);
            }
        }
        return drafts;
    }

    /**
     * What every other planner answers, alone, the first in place. Those who only order, and those who answer for deadlines only,
     * place as that one.
     */
    private static List<Draft> others(Job job, NetworkModel network, JobModel model) {
        var drafts = new ArrayList<>(List.of(new InPlacePlanner().draft(model)));
        for (PlacementPlanner other : List.of(
                new AllToOnePlanner(),
                new IridiumPlanner(),
                new TetriumPlanner(),
                new GaiaPlanner(),
                new KimchiPlanner(),
                new PixidaPlanner(),
                new GeodePlanner(),
                new TerraPlanner("terra", true),
                new TerraPlanner("rapier", false))) {
            Draft draft = other.draft(model);
            other.order(List.of(draft));
            drafts.add(draft);
        }
        drafts.add(new WanifyPlanner().draft(job, network));
        if (job.queries() > 1) {
            drafts.add(new ClarinetPlanner().draft(job, network));
        }
        return drafts;
    }

    /** Placements to begin with. */
    private static List<double[][]> starts(JobModel model) {
        List<double[][]> starts = new ArrayList<>();
        for (PlacementPlanner other : List.of(
                new InPlacePlanner(),
                new AllToOnePlanner(),
                new IridiumPlanner(),
                new TetriumPlanner(),
                new KimchiPlanner(),
                new PixidaPlanner(),
                new GeodePlanner())) {
            starts.add(other.place(model));
        }
        return starts;
    }

    /** Drafts on data that another planner moves beforehand, as it places stages and as we do. */
    private Optional<List<Draft>> moved(Job job, NetworkModel network, PlacementPlanner other) {
        try {
            Draft theirs = other.draft(job, network);
            if (theirs.beforehand.isEmpty()) {
                return Optional.of(List.of(theirs));
            }
            var drafts = new ArrayList<>(drafts(theirs.model, 0, starts(theirs.model)));
            drafts.forEach(draft -> draft.beforehand.addAll(theirs.beforehand));
            drafts.add(theirs);
            return Optional.of(drafts);
        } catch (InvalidInputException impossible) {
            return Optional.empty();
        }
    }

    /** Drafts of one query plan: starts, the best of them improved, and all on the ways on which they end first. */
    private List<Draft> drafts(JobModel model, int query, List<double[][]> placed) {
        var starts = new ArrayList<double[][]>();
        for (double[][] shares : placed) {
            if (starts.stream().noneMatch(start -> Arrays.deepEquals(start, shares))) {
                starts.add(shares);
            }
        }
        List<Placed> found = new ArrayList<>();
        for (double[][] start : starts) {
            found.add(new Placed(start, model.time(start)));
            found.add(improved(model, start, 1, Manner.EVERYWHERE));
        }
        found.sort(Comparator.comparingDouble(Placed::seconds));
        for (Placed one : List.copyOf(found.subList(0, Math.min(FOLLOWED, found.size())))) {
            found.add(improved(model, one.shares(), MOST_SWEEPS, Manner.EVERYWHERE));
            found.add(improved(model, one.shares(), MOST_SWEEPS, Manner.FEW_SITES));
        }
        List<Placed> first = found.stream()
                .filter(one -> starts.contains(one.shares()))
                .limit(FOLLOWED)
                .toList();
        for (Placed one : first) {
            found.add(improved(model, one.shares(), MOST_SWEEPS, Manner.FEW_SITES));
            found.add(improved(model, one.shares(), MOST_SWEEPS, Manner.READS_STAY));
        }
        double[][] inPlace = new InPlacePlanner().place(model);
        found.add(improved(model, gathered(model, inPlace), MOST_SWEEPS, Manner.FEW_SITES));
        found.add(improved(model, inPlace, MOST_SWEEPS, Manner.READS_STAY));
        found.add(improved(model, inPlace, MOST_SWEEPS, Manner.READS_STAY_EVERYWHERE));
        found.sort(Comparator.comparingDouble(Placed::seconds));
        for (int round = 0; round < MOST_SWEEPS; round++) {
            Placed best = found.get(0);
            Placed gathered = improved(model, gathered(model, best.shares()), MOST_SWEEPS, Manner.FEW_SITES);
            if (!(gathered.seconds() < best.seconds() * (1 - WORTH))) {
                break;
            }
            found.add(0, gathered);
        }
        JobModel wide = model.asWideAsRelays();
        if (wide != model) {
            found.add(improved(wide, found.get(0).shares(), MOST_SWEEPS, Manner.FEW_SITES));
        }
        var drafts = new ArrayList<Draft>();
        double least = Double.POSITIVE_INFINITY;
        for (Placed one : found) {
            double[][] shares = one.shares();
            if (!drafts.isEmpty() && wide.time(shares) >= least) {
                continue; // no relay could make it faster than what there is
            }
            var draft = new Draft(model, shares);
            draft.query = query;
            GaiaPlanner.throughHubs(draft);
            drafts.add(draft);
            var routed = new Draft(model, shares);
            routed.query = query;
            TerraPlanner.route(routed, true);
            GaiaPlanner.throughHubs(routed);
            if (routed.seconds() < draft.seconds()) {
                drafts.add(routed);
            }
            least = Math.min(least, routed.seconds());
        }
        return drafts;
    }

    /** Fast and cheap drafts, with as few VMs as keep their time, and with as few as a deadline lets them be slow. */
    private List<Draft> thrifty(Job job, NetworkModel network) {
        var drafts = new ArrayList<>(fast(job, network, true));
        drafts.addAll(ordered(drafts.get(0)));
        for (int query = 0; query < job.queries(); query++) {
            try {
                var model = new JobModel(job.ofQuery(query), network);
                var found = new ArrayList<double[][]>();
                for (double theta : THETAS) {
                    found.add(KimchiPlanner.place(model, theta));
                }
                found.add(new PixidaPlanner().place(model));
                found.add(new GeodePlanner().place(model));
                found.add(new InPlacePlanner().place(model));
                for (double[][] shares : found) {
                    var draft = new Draft(model, shares);
                    draft.query = query;
                    GaiaPlanner.throughHubs(draft);
                    drafts.add(draft);
                }
            } catch (InvalidInputException impossible) {
                // a query plan that has no place, as in fast
            }
        }
        double deadline = job.deadline().map(Durations::seconds).orElse(0.0)
                / job.repeat().rounds();
        var all = new ArrayList<Draft>();
        for (Draft draft : drafts) {
            all.add(draft);
            if (draft.seconds() < Double.POSITIVE_INFINITY) {
                all.add(draft.withFewestVms(draft.seconds()));
                if (deadline > draft.seconds()) {
                    all.add(draft.withFewestVms(deadline));
                }
            }
        }
        return all;
    }

    /** The best of what a placement becomes when all stages from one on run at one site. */
    private static double[][] gathered(JobModel model, double[][] shares) {
        double[][] best = shares;
        double[] ownOfAll = model.own(shares);
        double least = Double.POSITIVE_INFINITY;
        for (int site = 0; site < model.siteCount; site++) {
            double[][] tail = shares;
            double[] own = ownOfAll;
            for (int s = model.stageCount - 1; s >= 0; s--) {
                if (model.most[s][site] >= 1 && !model.isForced(s)) {
                    double[][] tried = tail.clone();
                    tried[s] = model.alone(s, site);
                    tried = model.settled(tried);
                    own = model.own(tried, tail, own);
                    tail = tried;
                    double time = model.last(own);
                    if (time < least) {
                        least = time;
                        best = tail;
                    }
                }
            }
        }
        return best;
    }

    /** One stage after the other, while the job gets shorter. */
    private static Placed improved(JobModel model, double[][] start, int sweeps, Manner manner) {
        double[][] shares = start;
        double[] own = model.own(shares);
        double time = model.last(own);
        int settledAt = -1;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            double before = time;
            for (int s = 0; s < model.stageCount && s != settledAt; s++) {
                if (manner.compareTo(Manner.READS_STAY) >= 0 && reads(model, s)) {
                    continue;
                }
                double[][] tried = shares.clone();
                tried[s] = bestFor(model, s, shares, own, manner);
                tried = model.settled(tried);
                double[] owns = model.own(tried, shares, own);
                double then = model.last(owns);
                if (then < time) {
                    shares = tried;
                    own = owns;
                    time = then;
                    settledAt = s; // when nothing changes until it comes again, nothing will
                }
            }
            if (!(time < before * (1 - WORTH))) {
                break;
            }
        }
        return new Placed(shares, time);
    }

    private static boolean reads(JobModel model, int s) {
        return !model.stages.get(s).isShuffled()
                && Arrays.stream(model.inputs[s]).allMatch(input -> input < 0);
    }

    private static double[] bestFor(JobModel model, int s, double[][] shares, double[] own, Manner manner) {
        if (model.isForced(s)) {
            return shares[s];
        }
        if (model.isOneSite(s)) {
            return model.bestSite(s, site -> {
                double[][] tried = shares.clone();
                tried[s] = model.alone(s, site);
                tried = model.settled(tried);
                return model.last(model.own(tried, shares, own));
            });
        }
        boolean fewSites = manner == Manner.FEW_SITES || manner == Manner.READS_STAY;
        return StageProgram.solve(model, s, shares, own, fewSites).orElse(shares[s]);
    }

    @Override
    public JobsPlan plan(JobSet jobs, NetworkModel network) {
        if (jobs.jobs().size() == 1) {
            return alone(jobs.jobs().get(0), jobs, network);
        }
        if (jobs.jobs().stream().allMatch(job -> job.deadline().isEmpty())) {
            return super.plan(jobs, network);
        }
        Map<String, Draft> ours = new HashMap<>();
        AmoebaPlanner.Placings mine =
                job -> withRelays(ours.computeIfAbsent(job.name(), any -> fastest(fast(job, network, false))));
        AmoebaPlanner.Placings theirs = job -> List.of(new Draft(
                new JobModel(job.ofQuery(0), network),
                new InPlacePlanner().place(new JobModel(job.ofQuery(0), network))));
        JobsPlan first = AmoebaPlanner.run(jobs, network, name(), false, mine, theirs);
        if (first.refused().isEmpty()) {
            return first;
        }
        JobsPlan second = AmoebaPlanner.run(jobs, network, name(), false, theirs, mine);
        return second.plans().size() > first.plans().size() ? second : first;
    }

    /** A draft, and the same with the windows it has when its narrow paths are as wide as their relays make them. */
    private static List<Draft> withRelays(Draft draft) {
        JobModel wide = draft.model.asWideAsRelays();
        if (wide == draft.model) {
            return List.of(draft);
        }
        var relayed = new Draft(wide, draft.shares);
        relayed.query = draft.query;
        return List.of(draft, relayed);
    }

    /** One job: refused when it cannot keep its terms, with the nearest it can. */
    private JobsPlan alone(Job job, JobSet jobs, NetworkModel network) {
        JobsPlan answer = super.plan(jobs, network);
        if (answer.plans().isEmpty() || keeps(job, answer.plans().get(0))) {
            return answer;
        }
        JobPlan nearest = answer.plans().get(0);
        JobPlan.StagePlan longest = nearest.stages().stream()
                .max(Comparator.comparing(stage -> stage.end().minus(stage.start())))
                .orElseThrow();
        boolean moves = longest.transfer().compareTo(longest.compute()) > 0;
        String binds = " The longest stage, " + longest.stage() + ", waits for "
                + (moves ? longest.binds() : "its slots") + ".";
        String limit = job.deadline()
                .filter(most -> nearest.time().compareTo(most) > 0)
                .map(most -> "The deadline of " + Show.time(most) + " is not met; the nearest is "
                        + Show.time(nearest.time()) + ".")
                .orElseGet(() -> "The budget of "
                        + job.terms().budget().map(Show::money).orElse("") + " is not kept; the nearest costs "
                        + Show.money(nearest.cost()) + " and takes " + Show.time(nearest.time()) + ".");
        Optional<Duration> later = Optional.of(nearest.time());
        return new JobsPlan(name(), List.of(), List.of(new JobsPlan.Refusal(job.name(), limit + binds, later)));
    }

    /** The least time over weight first; of one alone the priorities of its stages stay. */
    @Override
    void order(List<Draft> drafts) {
        if (drafts.size() == 1) {
            return;
        }
        List<Draft> rising = drafts.stream()
                .sorted(Comparator.comparingDouble(draft -> draft.seconds()
                        * draft.model.job.repeat().rounds()
                        / draft.model.job.terms().weight()))
                .toList();
        for (int place = 0; place < rising.size(); place++) {
            Arrays.fill(rising.get(place).priorities, place);
        }
    }
}
