package io.longhaul.planner.oracle;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * Problems of shapes that {@link RandomProblem} does not draw, and written without a look at it: sites on a globe, stars, chains,
 * lattices, layers, islands, ties everywhere or nearly, whole numbers, numbers of nine orders of magnitude; goals that just
 * can, or just cannot, be met.
 */
final class OddProblem {
    private static final double DEFAULT_WINDOW_BITS = 8 * 1.1e6;

    /** Which sites have a link, what it carries with many streams, and what it costs. */
    private interface Edge {
        /** Gbit/s; none where there is no link. */
        Optional<Double> rate(int from, int to);
    }

    private final SplittableRandom random;
    private final Set<String> words = new TreeSet<>();

    private OddProblem(long seed) {
        random = new SplittableRandom(seed ^ 0x0ddL << 40);
    }

    static RandomProblem.Drawn of(long seed) {
        var draw = new OddProblem(seed);
        PlanningProblem problem = draw.draw();
        return new RandomProblem.Drawn(problem, Set.copyOf(draw.words));
    }

    private boolean chance(double share) {
        return random.nextDouble() < share;
    }

    private double pick(double... values) {
        return values[random.nextInt(values.length)];
    }

    /** Pareto's law: few are very large. */
    private double heavy(double least, double exponent) {
        return least * Math.pow(1 - random.nextDouble(), -1 / exponent);
    }

    private PlanningProblem draw() {
        return switch (random.nextInt(12)) {
            case 0 -> globe();
            case 1 -> shaped("ties", 4 + random.nextInt(9), (from, to) -> Optional.of(5.0), 5, 0.02, 0.5);
            case 2 -> wholeNumbers();
            case 3 -> star();
            case 4 -> chain();
            case 5 -> lattice();
            case 6 -> layers();
            case 7 -> nineOrders();
            case 8 -> nearTies();
            case 9 -> oneWay();
            case 10 -> islands();
            default ->
                shaped("nothing costs", 3 + random.nextInt(8), (from, to) -> Optional.of(heavy(0.1, 1)), 3, 0, 0);
        };
    }

    /** Cities on a sphere; a stream's rate falls with distance, prices rise across an ocean. */
    private PlanningProblem globe() {
        words.add("globe");
        int count = 4 + random.nextInt(20);
        double[][] places = new double[count][];
        for (int i = 0; i < count; i++) {
            boolean near = i > 1 && chance(0.6);
            double[] centre = near ? places[random.nextInt(i)] : null;
            double[] place = new double[3];
            double length = 0;
            for (int axis = 0; axis < 3; axis++) {
                place[axis] = (centre == null ? 0 : centre[axis] * 8) + random.nextDouble() * 2 - 1;
                length += place[axis] * place[axis];
            }
            for (int axis = 0; axis < 3; axis++) {
                place[axis] /= Math.sqrt(length);
            }
            places[i] = place;
        }
        List<SiteModel> sites = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sites.add(site(i, pick(5, 7, 12.5, 16), pick(10, 16), pick(0.5, 1.5, 3.9)));
        }
        List<LinkModel> links = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                if (i == j) {
                    continue;
                }
                double cosine = 0;
                for (int axis = 0; axis < 3; axis++) {
                    cosine += places[i][axis] * places[j][axis];
                }
                double seconds = 0.001 + 0.13 * Math.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI * 2;
                var points = new TreeMap<Integer, Bandwidth>();
                for (int streams : new int[] {1, 16, 64}) {
                    points.put(streams, gigabits(Math.min(16, streams * DEFAULT_WINDOW_BITS / seconds / 1e9)));
                }
                var link = new Link(id(i), id(j));
                double price = seconds > 0.12 ? 0.09 : i % 3 == j % 3 ? 0.02 : 0.08;
                LinkModel model = LinkModel.of(link, RateCurve.of(points), flat(link, price));
                links.add(chance(0.5) ? model.withRtt(Durations.ofSeconds(seconds)) : model);
            }
        }
        return asked(sites, links);
    }

    /** All sites alike, and links as a shape says. */
    private PlanningProblem shaped(String word, int count, Edge edges, double cap, double price, double perHour) {
        return drawn(
                word,
                count,
                number -> site(number, cap, cap, perHour),
                (from, to) -> edges.rate(from, to).map(rate -> link(from, to, rate, price)));
    }

    /** Each site, and after it its links to all others. */
    private PlanningProblem drawn(
            String word,
            int count,
            IntFunction<SiteModel> site,
            BiFunction<Integer, Integer, Optional<LinkModel>> linked) {
        words.add(word);
        List<SiteModel> sites = new ArrayList<>();
        List<LinkModel> links = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sites.add(site.apply(i));
            for (int j = 0; j < count; j++) {
                if (i != j) {
                    linked.apply(i, j).ifPresent(links::add);
                }
            }
        }
        return asked(sites, links);
    }

    private static LinkModel link(int from, int to, double gigabits, double price) {
        var link = new Link(id(from), id(to));
        return LinkModel.of(link, RateCurve.of(64, gigabits(gigabits)), flat(link, price));
    }

    private PlanningProblem wholeNumbers() {
        return drawn(
                "whole numbers",
                3 + random.nextInt(7),
                number -> site(number, 1 + random.nextInt(4), 1 + random.nextInt(4), random.nextInt(3)),
                (from, to) -> chance(0.8)
                        ? Optional.of(link(from, to, 1 + random.nextInt(5), random.nextInt(3)))
                        : Optional.empty());
    }

    /** All is linked with one site, and hardly anything with anything else. */
    private PlanningProblem star() {
        double between = pick(0, 1e-6, 0.001);
        boolean wide = chance(0.5);
        return shaped(
                "star",
                4 + random.nextInt(12),
                (from, to) -> from == 2 || to == 2
                        ? Optional.of(wide ? 100.0 : heavy(0.5, 2))
                        : between == 0 ? Optional.empty() : Optional.of(between),
                pick(5, 10),
                pick(0.01, 0.12),
                pick(0, 2));
    }

    /** Sites in a line, source and destination at its ends: a relay everywhere. Sometimes two lines. */
    private PlanningProblem chain() {
        int count = 4 + random.nextInt(9);
        boolean ladder = chance(0.5);
        return shaped(
                ladder ? "ladder" : "chain",
                count,
                (from, to) -> {
                    // 0 is the beginning, 1 the end, the others stand between them in their order
                    int here = from == 0 ? 1 : from == 1 ? count : from;
                    int there = to == 0 ? 1 : to == 1 ? count : to;
                    int step = Math.abs(here - there);
                    return step == 1 || (ladder && step == 2) ? Optional.of(heavy(0.5, 1.5)) : Optional.empty();
                },
                pick(2, 9),
                pick(0, 0.02),
                pick(0, 1));
    }

    private PlanningProblem lattice() {
        int side = 3 + random.nextInt(3);
        return shaped(
                "lattice",
                side * side,
                (from, to) -> {
                    // the end stands in the far corner
                    int here = from == 1 ? side * side - 1 : from == side * side - 1 ? 1 : from;
                    int there = to == 1 ? side * side - 1 : to == side * side - 1 ? 1 : to;
                    int away = Math.abs(here / side - there / side) + Math.abs(here % side - there % side);
                    return away == 1 ? Optional.of((double) (1 + random.nextInt(3))) : Optional.empty();
                },
                pick(1, 2, 7),
                pick(0, 0.05),
                pick(0, 1));
    }

    /** Data pass two layers of relays, each of another width. */
    private PlanningProblem layers() {
        int wide = 2 + random.nextInt(4);
        return shaped(
                "layers",
                2 + 2 * wide,
                (from, to) -> {
                    int here = from < 2 ? 3 * from : 1 + (from - 2) / wide;
                    int there = to < 2 ? 3 * to : 1 + (to - 2) / wide;
                    return there == here + 1 ? Optional.of(heavy(0.2, 1)) : Optional.empty();
                },
                pick(3, 10),
                pick(0.01, 0.1),
                pick(0.1, 4));
    }

    private PlanningProblem nineOrders() {
        return drawn(
                "nine orders",
                3 + random.nextInt(8),
                number -> site(number, orders(9), orders(9), orders(8)),
                (from, to) -> chance(0.9) ? Optional.of(link(from, to, orders(9), orders(7))) : Optional.empty());
    }

    /** From a millionth on, so many orders of magnitude up. */
    private double orders(int many) {
        return Math.pow(10, -6 + many * random.nextDouble());
    }

    /** Everything alike but for the last digits. */
    private PlanningProblem nearTies() {
        int count = 4 + random.nextInt(6);
        double step = pick(1e-9, 1e-7, 1e-5);
        return drawn(
                "near ties",
                count,
                number -> site(number, nearly(5, step), nearly(5, step), 1),
                (from, to) -> Optional.of(link(from, to, nearly(3, step), Math.rint(nearly(0.02, step) * 1e9) / 1e9)));
    }

    private double nearly(double value, double step) {
        return value * (1 + step * random.nextInt(3));
    }

    /** Wide from a lower to a higher number, a thread back. */
    private PlanningProblem oneWay() {
        int count = 4 + random.nextInt(8);
        return shaped(
                "one way",
                count,
                (from, to) -> {
                    int here = from == 1 ? count : from;
                    int there = to == 1 ? count : to;
                    return here < there ? Optional.of(heavy(0.1, 1.2)) : Optional.of(1e-5);
                },
                pick(1, 8),
                pick(0.01, 0.1),
                pick(0, 1));
    }

    /** Two halves that meet in one link, or do not. */
    private PlanningProblem islands() {
        int count = 4 + random.nextInt(10);
        boolean bridged = chance(0.8);
        return shaped(
                "islands",
                count,
                (from, to) -> {
                    boolean same = from % 2 == to % 2;
                    boolean bridge = bridged && ((from == 2 && to == 3) || (from == 3 && to == 2));
                    return same || bridge ? Optional.of(heavy(0.3, 2)) : Optional.empty();
                },
                pick(2, 10),
                pick(0.01, 0.1),
                pick(0, 1));
    }

    private static SiteId id(int number) {
        return SiteId.parse(List.of("aws:p", "gcp:q", "azure:r").get(number % 3) + number);
    }

    private static Bandwidth gigabits(double rate) {
        return Bandwidth.ofBitsPerSecond(Math.max(1, Math.rint(rate * 1e9)));
    }

    private static EgressPrice flat(Link link, double dollars) {
        return EgressPrice.flat(link, PricePerGigabyte.ofDollars(dollars), "drawn", Optional.empty());
    }

    private SiteModel site(int number, double out, double in, double perHour) {
        VmCaps caps = VmCaps.of(gigabits(out), gigabits(in));
        return SiteModel.of(id(number), caps, PricePerHour.ofDollars(perHour));
    }

    /** What is asked of the network, and what else it has. */
    private PlanningProblem asked(List<SiteModel> given, List<LinkModel> links) {
        List<SiteModel> sites = new ArrayList<>(given);
        DataSize size = DataSize.ofBytes((long) pick(1, 999, 1e6, 1e9, 1e9, 1e11, 1e12, 1e12, 5e13, 1e15, 1e18));
        TransferRequest request = TransferRequest.of(id(0), id(1), size);
        int vms = (int) pick(1, 1, 2, 3, 5, 100);
        var limits = Limits.DEFAULT.withMaxVmsPerSite(vms);
        if (chance(0.15)) {
            words.add("quota of none");
            limits = limits.withVmQuotas(Map.of(id(2), 0));
        }
        if (sites.size() > 3 && chance(0.1)) {
            words.add("closed");
            limits = limits.withNoTransit(Set.of(id(2), id(3)));
        }
        BillingTerms billing = BillingTerms.DURATION_ONLY;
        if (chance(0.3)) {
            words.add("boot");
            billing = billing.withVmBoot(Durations.ofSeconds(pick(0.001, 30, 86_400)));
        }
        if (chance(0.3)) {
            words.add("minimum");
            billing = billing.withMinimumBilling(Durations.ofSeconds(pick(1, 60, 3600, 604_800)));
        }
        if (chance(0.15)) {
            words.add("tier at the size");
            links = links.stream()
                    .map(link -> link.withPrice(tiered(link, size)))
                    .toList();
        }
        if (chance(0.15)) {
            words.add("bucket of the size");
            double budget = Math.min(1e15, (double) size.bytes());
            sites.replaceAll(site -> chance(0.5) ? site : withBucket(site, budget));
        }
        if (chance(0.15)) {
            words.add("uplink");
            Bandwidth out = sites.get(0).caps().egress();
            sites.set(0, sites.get(0).withUplink(new Uplink(Optional.of(out), Optional.empty())));
        }
        request = request.withLimits(limits).withBilling(billing);
        return new PlanningProblem(goal(request, sites, vms), new NetworkModel(sites, links));
    }

    private static EgressPrice tiered(LinkModel link, DataSize size) {
        PricePerGigabyte usual = link.price().firstTier();
        var tiers = List.of(
                new PriceTier(Optional.of(size), usual),
                new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(usual.dollars() / 2)));
        return new EgressPrice(link.link(), tiers, "drawn", Optional.empty());
    }

    private static SiteModel withBucket(SiteModel site, double budget) {
        Bandwidth high = site.caps().egress();
        Bandwidth low = high.times(0.25).max(Bandwidth.ofBitsPerSecond(1));
        var bucket = new TokenBucket(high, low, DataSize.ofBytes((long) Math.max(1, budget)), low);
        return SiteModel.of(
                site.id(),
                new VmCaps(high, site.caps().ingress(), Optional.empty(), Optional.of(bucket)),
                site.vmPrice());
    }

    /** Just what the ends' caps allow, a hair less, a hair more, or far from it. */
    private TransferRequest goal(TransferRequest request, List<SiteModel> sites, int vms) {
        double cap = Math.min(
                        sites.get(0).caps().egress().bitsPerSecond(),
                        sites.get(1).caps().ingress().bitsPerSecond())
                * (double) vms;
        double hair = pick(1, 1, 1 - 1e-6, 1 + 1e-6, 1 - 1e-9, 1 + 1e-9, 0.5, 0.1, 1e-3);
        double seconds = Math.max(1e-6, request.wireSize().bytes() * 8.0 / cap / hair);
        double boot = Durations.seconds(request.billing().vmBoot());
        TransferRequest asked = chance(0.3) ? request.withObjective(Objective.FASTEST) : request;
        int kind = random.nextInt(6);
        if (kind == 0 && seconds + boot < 3e9) {
            words.add("deadline");
            asked = asked.withDeadline(Durations.ofSeconds(seconds + boot));
        } else if (kind == 1) {
            words.add("least rate");
            asked = asked.withRateAtLeast(Bandwidth.ofBitsPerSecond(Math.max(1, cap * hair)));
        } else if (kind == 2) {
            words.add("exact rate");
            asked = asked.withRateExactly(Bandwidth.ofBitsPerSecond(Math.max(1, cap * hair)));
        }
        if (chance(0.2)) {
            words.add("budget");
            double perHour =
                    sites.get(0).vmPrice().dollars() + sites.get(1).vmPrice().dollars();
            double dollars =
                    (perHour * (seconds + boot) / 3600 + request.wireSize().bytes() / 1e9 * 0.02)
                            * pick(1, 1 - 1e-9, 2, 10, 1e-3);
            asked = asked.withBudget(Money.ofDollars(Math.min(1e9, dollars)));
        }
        return asked;
    }
}
