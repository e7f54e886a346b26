package io.longhaul.planner.oracle;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.StoreLimits;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PercentilePrice;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** A planning problem on a network nobody has measured, from a seed, with the names of what is special about it. */
final class RandomProblem {
    private Random random;
    private final Set<String> features = new TreeSet<>();
    private final List<SiteModel> sites = new ArrayList<>();
    private final List<LinkModel> links = new ArrayList<>();

    private RandomProblem(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /**
     * What was drawn.
     *
     * @param features words for the table of a study
     */
    record Drawn(PlanningProblem problem, Set<String> features) {}

    static Drawn of(long seed) {
        var draw = new RandomProblem(seed);
        PlanningProblem problem = draw.problem();
        return new Drawn(problem, Set.copyOf(draw.features));
    }

    /** Whether this problem has a feature. */
    private boolean has(String feature, double chance) {
        if (random.nextDouble() >= chance) {
            return false;
        }
        features.add(feature);
        return true;
    }

    private double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    private double logBetween(double low, double high) {
        return low * Math.pow(high / low, random.nextDouble());
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private PlanningProblem problem() {
        int count = switch (random.nextInt(20)) {
            case 0 -> 25 + random.nextInt(16);
            case 1, 2 -> 13 + random.nextInt(12);
            case 3, 4, 5, 6, 7, 8 -> 7 + random.nextInt(6);
            default -> 3 + random.nextInt(4);
        };
        features.add(count > 24 ? "sites 25-40" : count > 12 ? "sites 13-24" : count > 6 ? "sites 7-12" : "sites 3-6");
        boolean wild = has("rates of all sizes", 0.1);
        boolean freeVms = has("zero VM prices", 0.1);
        boolean buckets = has("buckets", 0.2);
        boolean types = count <= 8 && has("VM types", 0.2);
        for (int i = 0; i < count; i++) {
            String provider = List.of("aws", "azure", "gcp").get(i % 3);
            SiteId id = SiteId.parse(provider + ":r" + i + (provider.equals("gcp") ? "-a" : ""));
            sites.add(site(id, wild, freeVms, buckets, types));
        }
        addLinks(wild);
        TransferRequest request = request();
        // drawn apart, so that what was drawn from a seed before stays
        random = new Random(random.nextLong());
        if (has("uplinks", 0.15)) {
            sites.replaceAll(site -> random.nextInt(3) == 0 ? site.withUplink(uplink(site)) : site);
        }
        if (count > 3 && has("replicas", 0.12)) {
            int further = 1 + random.nextInt(Math.min(3, count - 2));
            request = request.withReplicas(
                    sites.subList(2, 2 + further).stream().map(SiteModel::id).toList());
        }
        if (has("link classes", 0.12)) {
            addClasses(request.wireSize().bytes() / 1e9, wild);
        }
        var network = new NetworkModel(sites, links);
        if (has("object stores", 0.12)) {
            network = stores(request).appliedTo(network, request);
        }
        if (count <= 8 && has("running VMs", 0.12)) {
            network = withSites(network, this::running);
        }
        if (count <= 8 && has("committed VMs", 0.08)) {
            network = withSites(
                    network, site -> site.choices().isEmpty() ? site.withCommitted(1 + random.nextInt(3)) : site);
        }
        if (request.rateExactly() && has("percentile billing", 0.4)) {
            network = new NetworkModel(network.sites(), byPercentile(network, request));
        }
        return new PlanningProblem(request, network);
    }

    private static NetworkModel withSites(NetworkModel network, UnaryOperator<SiteModel> change) {
        return new NetworkModel(network.sites().stream().map(change).toList(), network.links());
    }

    /** Some VMs with part of their credit beside fresh ones. */
    private SiteModel running(SiteModel site) {
        boolean may = site.choices().isEmpty() && site.remainingCredit().isEmpty();
        return may && site.caps().egressBucket().isPresent()
                ? site.withRunning(1 + random.nextInt(3), DataSize.ofBytes((long) (random.nextDouble()
                        * site.caps().egressBucket().get().budget().bytes())))
                : site;
    }

    /** Now paid for up to some of the rate, now free for longer than the transfer lasts. */
    private List<LinkModel> byPercentile(NetworkModel network, TransferRequest request) {
        Bandwidth rate = request.rate().orElseThrow();
        double seconds = request.wireSize().bytes() * 8.0 / rate.bitsPerSecond();
        return network.links().stream()
                .map(link -> seconds > 2e6 || random.nextInt(3) > 0
                        ? link
                        : link.withPrice(link.price()
                                .withPercentile(new PercentilePrice(
                                        Money.ofDollars(logBetween(0.1, 20)),
                                        rate.times(random.nextBoolean() ? 0 : between(0, 1.2)),
                                        Durations.ofSeconds(seconds * oneOf(List.of(0.0, 0.5, 2.0)))))))
                .toList();
    }

    /** What stores at the ends allow: now nothing that binds, now less than one VM carries. */
    private StoreLimits stores(TransferRequest request) {
        boolean bySmallObjects = random.nextInt(3) == 0;
        return new StoreLimits(
                ofStore(sites.get(0).caps().egress(), 2),
                ofStore(sites.get(1).caps().ingress(), 2),
                ofStore(sites.get(0).caps().egress(), 8),
                ofStore(sites.get(1).caps().ingress(), 8),
                bySmallObjects ? OptionalInt.of(1 + random.nextInt(5500)) : OptionalInt.empty(),
                bySmallObjects
                        ? DataSize.ofBytes((long) logBetween(1e3, 1e8))
                        : request.billing().chunk());
    }

    private Optional<Bandwidth> ofStore(Bandwidth cap, double most) {
        return random.nextInt(3) == 0
                ? Optional.of(cap.times(between(0.2, most)).max(Bandwidth.ofBitsPerSecond(1)))
                : Optional.empty();
    }

    /** Further links of some pairs: cheaper or wider, with a cap of their own, often for a fixed fee. */
    private void addClasses(double gigabytes, boolean wild) {
        for (LinkModel usual : List.copyOf(links)) {
            int further = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
            for (int i = 0; i < further; i++) {
                var link = new Link(usual.link().from(), usual.link().to(), "class" + i);
                EgressPrice price = price(link, 0.2, random.nextInt(4) == 0);
                if (random.nextBoolean()) {
                    double most = usual.price().firstTier().dollars() + 0.02;
                    price = price.withFee(Money.ofDollars(Math.min(1e8, gigabytes * most * between(0.01, 1.2))));
                }
                LinkModel model = LinkModel.of(link, curve(random.nextBoolean(), wild), price);
                links.add(
                        random.nextBoolean()
                                ? model.withTotalCap(model.rates().maxRate().times(between(0.5, 3)))
                                : model);
            }
        }
    }

    /** Now narrower than one VM, now as wide as a few. */
    private Uplink uplink(SiteModel site) {
        Bandwidth out = site.caps().egress().times(between(0.3, 4)).max(Bandwidth.ofBitsPerSecond(1));
        Bandwidth in = site.caps().ingress().times(between(0.3, 4)).max(Bandwidth.ofBitsPerSecond(1));
        return switch (random.nextInt(3)) {
            case 0 -> new Uplink(Optional.of(out), Optional.empty());
            case 1 -> new Uplink(Optional.empty(), Optional.of(in));
            default -> new Uplink(Optional.of(out), Optional.of(in));
        };
    }

    private SiteModel site(SiteId id, boolean wild, boolean freeVms, boolean buckets, boolean types) {
        VmCaps caps = caps(wild, buckets);
        PricePerHour price = PricePerHour.ofDollars(freeVms ? 0 : Math.round(between(0, 3) * 1000) / 1000.0);
        SiteModel model = SiteModel.of(id, caps, price);
        if (types && random.nextInt(3) > 0) {
            var choices = new ArrayList<VmChoice>();
            int kinds = 1 + random.nextInt(3);
            for (int kind = 0; kind < kinds; kind++) {
                double part = oneOf(List.of(0.15, 0.5, 1.0, 2.5));
                var dollars = PricePerHour.ofDollars(price.dollars() * part * between(0.5, 1.5));
                choices.add(new VmChoice("type" + kind, scaled(caps, part), dollars, random.nextInt(6)));
            }
            model = SiteModel.of(id, choices);
        }
        boolean used = model.caps().egressBucket().isPresent() && random.nextInt(3) == 0;
        return used
                ? model.withRemainingCredit(DataSize.ofBytes((long) (random.nextDouble()
                        * model.caps().egressBucket().get().budget().bytes())))
                : model;
    }

    private static VmCaps scaled(VmCaps caps, double part) {
        return new VmCaps(
                caps.egress().times(part),
                caps.ingress().times(part),
                Optional.empty(),
                caps.egressBucket()
                        .map(bucket -> new TokenBucket(
                                bucket.high().times(part),
                                bucket.low().times(part),
                                bucket.budget(),
                                bucket.refill().times(part))));
    }

    private VmCaps caps(boolean wild, boolean buckets) {
        Bandwidth egress = rate(wild);
        Bandwidth ingress = rate(wild);
        if (!buckets || random.nextBoolean()) {
            return VmCaps.of(egress, ingress);
        }
        Bandwidth low = egress.times(oneOf(List.of(0.0, 0.1, 0.2, 0.5)));
        Bandwidth refill = random.nextInt(3) > 0 ? low : low.times(0.5);
        var bucket = new TokenBucket(egress, low, DataSize.ofBytes((long) logBetween(1e8, 1e12)), refill);
        return new VmCaps(egress, ingress, Optional.empty(), Optional.of(bucket));
    }

    private Bandwidth rate(boolean wild) {
        if (wild) {
            return Bandwidth.ofBitsPerSecond(logBetween(1e6, 2e11));
        }
        return random.nextBoolean()
                ? Bandwidth.ofGigabitsPerSecond(1 + random.nextInt(16))
                : Bandwidth.ofMegabitsPerSecond(200 + random.nextInt(16_000));
    }

    private void addLinks(boolean wild) {
        double missing = has("missing links", 0.4) ? between(0.1, 0.7) : 0;
        double zero = has("zero egress prices", 0.2) ? oneOf(List.of(0.2, 0.6, 1.0)) : 0;
        boolean curves = has("curves", 0.3);
        boolean tiers = has("price tiers", 0.15);
        boolean totals = has("total caps", 0.2);
        boolean rtts = has("slow start", 0.25);
        for (SiteModel from : sites) {
            for (SiteModel to : sites) {
                if (from.id().equals(to.id()) || random.nextDouble() < missing) {
                    continue;
                }
                Link link = new Link(from.id(), to.id());
                LinkModel model = LinkModel.of(link, curve(curves, wild), price(link, zero, tiers));
                if (totals && random.nextInt(3) == 0) {
                    model = model.withTotalCap(model.rates().maxRate().times(between(0.5, 3)));
                }
                links.add(
                        rtts && random.nextInt(4) > 0
                                ? model.withRtt(Duration.ofMillis(1 + random.nextInt(300)))
                                : model);
            }
        }
    }

    private RateCurve curve(boolean curved, boolean wild) {
        Bandwidth most = rate(wild);
        if (!curved || random.nextInt(3) == 0) {
            return RateCurve.of(64, most);
        }
        var points = new TreeMap<Integer, Bandwidth>();
        Bandwidth some = most.times(between(0.2, 1));
        points.put(oneOf(List.of(32, 64, 64, 96)), most);
        points.put(8, some);
        points.put(1, some.times(between(0.125, 0.6)));
        return RateCurve.of(points);
    }

    private EgressPrice price(Link link, double zero, boolean tiers) {
        double first = random.nextDouble() < zero ? 0 : (1 + random.nextInt(19)) / 100.0;
        if (!tiers || random.nextInt(3) == 0) {
            return EgressPrice.flat(link, PricePerGigabyte.ofDollars(first), "drawn", Optional.empty());
        }
        var list = new ArrayList<PriceTier>();
        double edge = logBetween(1, 1000);
        int steps = 1 + random.nextInt(3);
        for (int i = 0; i < steps; i++) {
            double price = i == 0 && random.nextInt(3) == 0 ? 0 : random.nextInt(20) / 100.0;
            list.add(new PriceTier(
                    Optional.of(DataSize.ofBytes((long) (edge * 1e9))), PricePerGigabyte.ofDollars(price)));
            edge *= between(1.5, 5);
        }
        list.add(new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(first)));
        return new EgressPrice(link, list, "drawn", Optional.empty());
    }

    private TransferRequest request() {
        double bytes = has("tiny", 0.06) ? logBetween(1, 1e7) : has("huge", 0.06) ? logBetween(1e13, 1e16) : 0;
        bytes = bytes == 0 ? logBetween(1e9, 1e13) : bytes;
        TransferRequest request =
                TransferRequest.of(sites.get(0).id(), sites.get(1).id(), DataSize.ofBytes(Math.max(1, (long) bytes)));
        if (has("compression", 0.1)) {
            request = request.withWireRatio(between(0.05, 1));
        }
        request = request.withLimits(limits()).withBilling(billing());
        return constrained(request);
    }

    private Limits limits() {
        int most = oneOf(List.of(1, 1, 2, 2, 3, 4, 8));
        most = sites.size() <= 8 && has("many VMs", 0.1) ? 9 + random.nextInt(56) : most;
        var limits = Limits.DEFAULT.withMaxVmsPerSite(most);
        if (has("quotas", 0.2)) {
            var quotas = new HashMap<SiteId, Integer>();
            for (SiteModel site : sites) {
                if (random.nextInt(3) == 0) {
                    quotas.put(site.id(), random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(4));
                }
            }
            limits = limits.withVmQuotas(quotas);
        }
        if (has("streams per VM", 0.15)) {
            limits = limits.withStreamsPerVm(oneOf(List.of(1, 4, 16, 128)));
        }
        if (has("no transit", 0.15)) {
            var closed = new HashSet<SiteId>();
            for (SiteModel site : sites) {
                if (random.nextInt(3) == 0) {
                    closed.add(random.nextBoolean() ? site.id().withoutZone() : site.id());
                }
            }
            limits = limits.withNoTransit(closed);
        }
        if (has("no relays", 0.05)) {
            limits = limits.withRelaysAllowed(false);
        }
        return has("relay providers", 0.05) ? limits.withRelayProviders(Set.of("aws", "gcp")) : limits;
    }

    private BillingTerms billing() {
        BillingTerms terms = BillingTerms.DURATION_ONLY;
        if (has("boot", 0.25)) {
            terms = terms.withVmBoot(Duration.ofSeconds(1 + random.nextInt(180)));
        }
        if (has("minimum billing", 0.2)) {
            terms = terms.withMinimumBilling(Duration.ofSeconds(oneOf(List.of(60L, 60L, 600L, 3600L))));
        }
        if (has("request fees", 0.1)) {
            terms = terms.withRequestFee(Money.ofDollars(0.0000054), DataSize.ofMebibytes(64));
        }
        return has("already sent", 0.08) ? terms.withAlreadySent(DataSize.ofGigabytes(random.nextInt(2000))) : terms;
    }

    /** Goals that are now easy, now just possible, now out of reach. */
    private TransferRequest constrained(TransferRequest request) {
        SiteModel from = sites.get(0);
        SiteModel to = sites.get(1);
        double caps = Math.min(
                        from.caps().egress().bitsPerSecond(),
                        to.caps().ingress().bitsPerSecond())
                * request.limits().maxVms(from.id());
        double rate = Math.max(1000, caps * between(0.02, 1.05));
        TransferRequest asked = request;
        if (has("fastest", 0.25)) {
            asked = asked.withObjective(Objective.FASTEST);
        }
        if (has("exact rate", 0.2)) {
            asked = asked.withRateExactly(rounded(rate));
        } else if (has("least rate", 0.25)) {
            asked = asked.withRateAtLeast(rounded(rate));
        }
        double boot = Durations.seconds(request.billing().vmBoot());
        double seconds = request.wireSize().bytes() * 8.0 / Math.max(1000, caps) * logBetween(0.8, 60);
        if (has("deadline", 0.25)) {
            asked = asked.withDeadline(Durations.ofSeconds(boot + Math.min(1e9, Math.max(1e-6, seconds))));
        }
        if (has("budget", 0.2)) {
            double vms = (from.vmPrice().dollars() + to.vmPrice().dollars()) / 3600 * (boot + seconds);
            double egress = request.wireSize().bytes() / 1e9 * logBetween(0.01, 0.4);
            asked = asked.withBudget(Money.ofDollars(Math.min(1e8, egress + vms * between(0.2, 2))));
        }
        return asked;
    }

    private Bandwidth rounded(double bitsPerSecond) {
        double step = bitsPerSecond > 1e9 ? 1e7 : 1;
        return Bandwidth.ofBitsPerSecond(Math.round(bitsPerSecond / step) * step);
    }
}
