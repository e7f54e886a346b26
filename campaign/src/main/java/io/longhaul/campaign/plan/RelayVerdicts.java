package io.longhaul.campaign.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * For each pair of sites, whether one relay carries so many times what the direct link does, where some rates are known and others only
 * with a spread: by draws of all rates from what is believed of them. Immutable.
 */
public final class RelayVerdicts {
    private static final int DRAWS = 400;

    /** Draws x sites^3 at most, so that 200 sites take seconds. */
    private static final double MOST_WORK = 3e8;

    private static final int FEWEST_DRAWS = 32;

    /**
     * What is believed of a rate.
     *
     * @param bps the likeliest, in bit/s
     * @param low what it is not below
     * @param high what it is not above
     */
    public record Belief(double bps, double low, double high) {
        static final Belief NOTHING = new Belief(0, 0, 0);

        /** Of a rate that was measured. */
        static Belief measured(double bps) {
            return new Belief(bps, bps, bps);
        }

        private double drawn(double[] misses, Random random) {
            if (low >= high || misses.length == 0) {
                return bps;
            }
            double drawn = bps * misses[random.nextInt(misses.length)];
            return Math.max(low, Math.min(high, drawn));
        }
    }

    private final List<SiteId> sites;
    private final double gain;
    private final double[][][] rates;
    private final boolean[][][] relay;

    private RelayVerdicts(List<SiteId> sites, double gain, int draws) {
        this.sites = sites;
        this.gain = gain;
        this.rates = new double[draws][sites.size()][sites.size()];
        this.relay = new boolean[draws][sites.size()][sites.size()];
    }

    /**
     * Of what is believed.
     *
     * @param sites all of them
     * @param beliefs by link; a link without one carries nothing
     * @param misses how far measured rates lay from what was expected of them, as factors
     * @param gain from which on a relay is the verdict
     * @param random of the draws
     */
    public static RelayVerdicts of(
            List<SiteId> sites, Map<Link, Belief> beliefs, double[] misses, double gain, Random random) {
        int n = sites.size();
        int draws = (int) Math.max(FEWEST_DRAWS, Math.min(DRAWS, MOST_WORK / Math.pow(n, 3)));
        var verdicts = new RelayVerdicts(List.copyOf(sites), gain, draws);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                Belief belief = i == j
                        ? Belief.NOTHING
                        : beliefs.getOrDefault(new Link(sites.get(i), sites.get(j)), Belief.NOTHING);
                for (int draw = 0; draw < draws; draw++) {
                    // the first are the likeliest rates themselves
                    verdicts.rates[draw][i][j] = draw == 0 ? belief.bps() : belief.drawn(misses, random);
                }
            }
        }
        for (int draw = 0; draw < draws; draw++) {
            verdicts.judge(verdicts.rates[draw], verdicts.relay[draw]);
        }
        return verdicts;
    }

    private void judge(double[][] rate, boolean[][] said) {
        int n = sites.size();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double best = 0;
                for (int r = 0; r < n; r++) {
                    best = Math.max(best, Math.min(rate[i][r], rate[r][j]));
                }
                said[i][j] = i != j && best > 0 && best >= gain * rate[i][j];
            }
        }
    }

    /** How likely a relay is the verdict; empty when a site is not one of these. */
    public Optional<Double> relayed(Link link) {
        int from = sites.indexOf(link.from());
        int to = sites.indexOf(link.to());
        return from < 0 || to < 0 ? Optional.empty() : Optional.of(chance(from, to));
    }

    private double chance(int from, int to) {
        return share(from, to, draw -> true);
    }

    /** Share of some of the draws in which a relay is the verdict. */
    private double share(int from, int to, IntPredicate some) {
        int all = 0;
        int said = 0;
        for (int draw = 0; draw < rates.length; draw++) {
            if (some.test(draw)) {
                all++;
                said += relay[draw][from][to] ? 1 : 0;
            }
        }
        return all == 0 ? 0 : (double) said / all;
    }

    /** Share of the verdicts that are expected to be right. */
    public double certainty() {
        int n = sites.size();
        double right = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double chance = i == j ? 0 : chance(i, j);
                right += i == j ? 0 : Math.max(chance, 1 - chance);
            }
        }
        return n < 2 ? 1 : right / (n * (n - 1.0));
    }

    /**
     * How many verdicts fewer would be wrong, it is expected, if a link were measured: those of its own pair, and of the pairs that it
     * can be a leg for. Seen by whether its rate is in the upper or the lower half.
     */
    public double worth(Link link) {
        int from = sites.indexOf(link.from());
        int to = sites.indexOf(link.to());
        double[] sorted = new double[rates.length];
        for (int draw = 0; draw < sorted.length; draw++) {
            sorted[draw] = rates[draw][from][to];
        }
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        boolean[] upper = new boolean[rates.length];
        for (int draw = 0; draw < upper.length; draw++) {
            upper[draw] = rates[draw][from][to] >= median;
        }
        double worth = gained(from, to, upper);
        for (int other = 0; other < sites.size(); other++) {
            if (other != from && other != to) {
                worth += gained(from, other, upper) + gained(other, to, upper);
            }
        }
        return worth;
    }

    private double gained(int from, int to, boolean[] upper) {
        double before = chance(from, to);
        double high = share(from, to, draw -> upper[draw]);
        double low = share(from, to, draw -> !upper[draw]);
        return Math.min(before, 1 - before) - (Math.min(high, 1 - high) + Math.min(low, 1 - low)) / 2;
    }

    /** The verdict of each pair by the likeliest rates: whether a relay. */
    public Map<Link, Boolean> likelier() {
        Map<Link, Boolean> all = new HashMap<>();
        for (int i = 0; i < sites.size(); i++) {
            for (int j = 0; j < sites.size(); j++) {
                if (i != j) {
                    all.put(new Link(sites.get(i), sites.get(j)), relay[0][i][j]);
                }
            }
        }
        return all;
    }
}
