package io.longhaul.planner.joint;

import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.TierPool;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.PricePerGigabyte;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The price tiers that all transfers of an account share. Inside a tier the bill of a pool is a line: an amount to begin
 * with and a price for each GB. With one line chosen for each pool every transfer has flat prices of its own; the least
 * over all choices of what that costs is never above the best bill, and is the best where prices only fall. Immutable.
 */
final class EgressPools {
    /** More choices than these are not tried one by one. */
    private static final int MOST_CHOICES = 64;

    /** Stands for the steepest line through no volume and no money that is nowhere above the bill. */
    private static final int BELOW = -1;

    private final NetworkModel network;
    private final List<TierPool> pools = new ArrayList<>();
    private final List<List<Line>> lines = new ArrayList<>();
    private final List<Line> below = new ArrayList<>();
    private final double sent;

    /** Dollars at no volume, and for each GB. */
    private record Line(double dollars, double perGigabyte) {}

    /**
     * @param dollarsAtMost what some plan for all costs, fees and VMs left out; infinite when none is known
     */
    EgressPools(JointProblem problem, double dollarsAtMost) {
        network = problem.network();
        sent = problem.billing().alreadySent().bytes() / 1e9;
        Map<TierPool, Integer> sites = new LinkedHashMap<>();
        for (LinkModel link : network.links()) {
            if (link.price().tiers().size() > 1) {
                sites.putIfAbsent(JointProblem.poolOf(link), 0);
            }
        }
        double volume = problem.transfers().stream()
                .mapToDouble(item -> item.request().wireSize().bytes() / 1e9)
                .sum();
        for (TierPool pool : sites.keySet()) {
            long members = network.sites().stream()
                    .filter(site -> site.id().provider().equals(pool.provider()))
                    .count();
            double least = pool.tiers().stream()
                    .mapToDouble(tier -> tier.price().dollars())
                    .min()
                    .orElse(0);
            double most = Math.min(volume * members, least > 0 ? dollarsAtMost / least : Double.POSITIVE_INFINITY);
            pools.add(pool);
            lines.add(lines(pool, most));
        }
    }

    /** The lines of the tiers that up to so many GB reach; keeps the one below them all too. */
    private List<Line> lines(TierPool pool, double most) {
        var reached = new ArrayList<Line>();
        double from = 0;
        double dollars = 0;
        double average = Double.POSITIVE_INFINITY;
        for (PriceTier tier : pool.tiers()) {
            double to = Math.min(
                    most, tier.upTo().map(size -> size.bytes() / 1e9 - sent).orElse(Double.POSITIVE_INFINITY));
            if (to > from) {
                double price = tier.price().dollars();
                reached.add(new Line(dollars - price * from, price));
                dollars += price * (to - from);
                from = to;
                average = Math.min(average, Math.min(price, dollars / to));
            }
        }
        below.add(new Line(0, average));
        return reached;
    }

    /** Every choice of a line for each pool; one that costs no more than any of them where there are too many. */
    List<int[]> choices() {
        List<int[]> choices = new ArrayList<>();
        choices.add(new int[pools.size()]);
        for (int pool = 0; pool < pools.size(); pool++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] choice : choices) {
                for (int line = 0; line < lines.get(pool).size(); line++) {
                    int[] with = choice.clone();
                    with[pool] = line;
                    longer.add(with);
                }
            }
            choices = longer;
            if (choices.size() > MOST_CHOICES) {
                int[] below = new int[pools.size()];
                Arrays.fill(below, BELOW);
                return List.of(below);
            }
        }
        return choices;
    }

    private Line line(int pool, int number) {
        return number == BELOW ? below.get(pool) : lines.get(pool).get(number);
    }

    /** The choice of the lines that the volumes of some egress lie on. */
    int[] choiceFor(Map<Link, Double> gigabytes) {
        double[] volumes = volumes(gigabytes);
        int[] choice = new int[pools.size()];
        for (int pool = 0; pool < choice.length; pool++) {
            double end = volumes[pool] + sent;
            List<PriceTier> tiers = pools.get(pool).tiers();
            int tier = 0;
            int before = 0;
            while (tier < tiers.size() - 1
                    && tiers.get(tier).upTo().orElseThrow().bytes() / 1e9 < end) {
                before += tiers.get(tier).upTo().orElseThrow().bytes() / 1e9 <= sent ? 1 : 0;
                tier++;
            }
            choice[pool] = Math.min(tier - before, lines.get(pool).size() - 1);
        }
        return choice;
    }

    /** Dollars of a choice that do not hang on volumes. */
    double dollars(int[] choice) {
        double sum = 0;
        for (int pool = 0; pool < choice.length; pool++) {
            sum += line(pool, choice[pool]).dollars;
        }
        return sum;
    }

    /** The network at the flat prices of a choice. */
    NetworkModel network(int[] choice) {
        double[] prices = new double[pools.size()];
        Arrays.setAll(prices, pool -> line(pool, choice[pool]).perGigabyte);
        return at(prices);
    }

    private NetworkModel at(double[] prices) {
        if (pools.isEmpty()) {
            return network;
        }
        var links = new ArrayList<LinkModel>();
        for (LinkModel link : network.links()) {
            int pool = pools.indexOf(JointProblem.poolOf(link));
            EgressPrice price = link.price();
            links.add(
                    pool < 0 || prices[pool] < 0
                            ? link
                            : link.withPrice(EgressPrice.flat(
                                    link.link(),
                                    PricePerGigabyte.ofDollars(prices[pool]),
                                    price.source(),
                                    price.asOf())));
        }
        return new NetworkModel(network.sites(), links);
    }

    private double[] volumes(Map<Link, Double> gigabytes) {
        double[] volumes = new double[pools.size()];
        gigabytes.forEach((link, volume) -> {
            int pool = pools.indexOf(JointProblem.poolOf(network.getLink(link)));
            if (pool >= 0) {
                volumes[pool] += volume;
            }
        });
        return volumes;
    }

    /** The network at what a GB costs on average in each pool when all of this is sent. */
    NetworkModel averaged(Map<Link, Double> gigabytes) {
        double[] volumes = volumes(gigabytes);
        double[] prices = new double[pools.size()];
        Arrays.setAll(prices, pool -> volumes[pool] > 0 ? bill(pool, volumes[pool]) / volumes[pool] : -1);
        return at(prices);
    }

    private double bill(int pool, double gigabytes) {
        double dollars = 0;
        double at = sent;
        double end = sent + gigabytes;
        for (PriceTier tier : pools.get(pool).tiers()) {
            double to =
                    Math.min(end, tier.upTo().map(size -> size.bytes() / 1e9).orElse(end));
            dollars += Math.max(0, to - at) * tier.price().dollars();
            at = Math.max(at, to);
        }
        return dollars;
    }
}
