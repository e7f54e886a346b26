package io.longhaul.estimator;

import io.longhaul.stats.Quantiles;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A level at which many rates pile up from below: the signature of a cap. A level counts only when hardly any rate
 * lies above it, and either far fewer lie just below it or all of the fastest reach it; a smooth spread of rates has no
 * plateau. Immutable.
 *
 * @param level median of the rates on the plateau
 * @param members how many rates lie on it
 * @param of how many rates were looked at
 */
record Plateau(double level, int members, int of) {
    /** Rates within this share of the level are on the plateau. */
    static final double WIDTH = 0.06;

    private static final double TOP_HIGH = 0.97;
    private static final double TOP_LOW = 0.85;
    private static final double FLAT = 0.03;
    private static final int FEWEST_FOR_A_TOP = 30;
    private static final double MOST_ABOVE = 0.06;
    private static final double FEWEST_MEMBERS_SHARE = 0.05;
    private static final int FEWEST_MEMBERS = 2;
    private static final double PILE_UP = 1.3;
    private static final double PILE_UP_OF_FEW = 1.8;
    private static final int FEW = 30;
    private static final double STANDARD_ERRORS = 3;
    private static final int CLEARLY_MANY = 5;
    private static final int FEWEST_TO_ALLOW_OUTLIERS = 10;

    static Optional<Plateau> find(double[] rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return flatTop(sorted).or(() -> pile(sorted));
    }

    /** The fastest links all reach the same rate, however the slower ones spread. */
    private static Optional<Plateau> flatTop(double[] sorted) {
        if (sorted.length < FEWEST_FOR_A_TOP) {
            return Optional.empty();
        }
        double high = Quantiles.ofSorted(sorted, TOP_HIGH);
        double low = Quantiles.ofSorted(sorted, TOP_LOW);
        return high - low > FLAT * high
                ? Optional.empty()
                : Optional.of(candidate(sorted, Quantiles.ofSorted(sorted, (TOP_HIGH + TOP_LOW) / 2)));
    }

    private static Optional<Plateau> pile(double[] sorted) {
        int n = sorted.length;
        int fewest = Math.max(FEWEST_MEMBERS, (int) Math.ceil(n * FEWEST_MEMBERS_SHARE));
        return IntStream.range(0, n)
                .mapToObj(i -> candidate(sorted, sorted[i]))
                .filter(plateau -> plateau.members >= fewest && plateau.standsOut(sorted))
                .max((a, b) -> a.members != b.members
                        ? Integer.compare(a.members, b.members)
                        : Double.compare(a.level, b.level));
    }

    private static Plateau candidate(double[] sorted, double centre) {
        int from = firstAtLeast(sorted, centre * (1 - WIDTH));
        int to = firstAtLeast(sorted, Math.nextUp(centre * (1 + WIDTH)));
        double[] members = Arrays.copyOfRange(sorted, from, to);
        return new Plateau(Medians.of(members), to - from, sorted.length);
    }

    /** Few above; and a pile: at least {@link #PILE_UP} times as many as in the equally wide band just below. */
    private boolean standsOut(double[] sorted) {
        int above = sorted.length - firstAtLeast(sorted, level * (1 + 1.5 * WIDTH));
        int below = firstAtLeast(sorted, level * (1 - 1.5 * WIDTH)) - firstAtLeast(sorted, level * (1 - 3.5 * WIDTH));
        double excess = (members - below) / Math.sqrt(members + below);
        boolean pile = members < FEW
                ? members >= PILE_UP_OF_FEW * below
                : members >= PILE_UP * below && excess >= STANDARD_ERRORS;
        boolean majority = members >= CLEARLY_MANY && members > sorted.length / 2;
        double allowedAbove = sorted.length < FEWEST_TO_ALLOW_OUTLIERS ? 0 : Math.max(1, sorted.length * MOST_ABOVE);
        return above <= allowedAbove && (pile || majority);
    }

    private static int firstAtLeast(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether a rate lies on this plateau. */
    boolean holds(double rate) {
        return Math.abs(rate - level) <= WIDTH * level;
    }
}
