package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Durations;
import java.time.Duration;

/** How a setting goes through time, counted from the start of the lab. Immutable. */
public sealed interface Course {
    /**
     * A new value from a time on.
     *
     * @param at when
     * @param value in the unit of the setting, see {@link Setting}
     */
    record Step(Duration at, double value) implements Course {
        public Step {
            if (at.isNegative() || !(value >= 0)) {
                throw new InvalidInputException(
                        "A change at " + at + " sets " + value + ".", "Times and values are zero or more.");
            }
        }
    }

    /**
     * A sine around the value in force: {@code 1 + amplitude * cos(2 pi (t - peak) / period)} times it.
     *
     * @param period as 24h
     * @param amplitude share of the value, 0 to below 1
     * @param peak when it is greatest
     */
    record Diurnal(Duration period, double amplitude, Duration peak) implements Course {
        public Diurnal {
            positive("period", period);
            if (!(amplitude >= 0 && amplitude < 1)) {
                throw new InvalidInputException(
                        "The amplitude of a diurnal change is " + amplitude * 100 + "%.", "Give 0% to 99%.");
            }
        }

        double factorAt(Duration time) {
            double phase = Durations.seconds(time.minus(peak)) / Durations.seconds(period);
            return 1 + amplitude * Math.cos(2 * Math.PI * phase);
        }
    }

    /**
     * A geometric random walk between two bounds: every {@code every}, the factor is multiplied by
     * {@code exp(step * z)} with z standard normal, and reflected at its bounds. The same seed gives the same walk.
     *
     * @param every time between steps
     * @param step standard deviation of the logarithm of one step
     * @param low least factor
     * @param high greatest factor
     * @param seed of the normal deviates
     */
    record RandomWalk(Duration every, double step, double low, double high, long seed) implements Course {
        public RandomWalk {
            positive("every", every);
            if (!(step > 0 && low > 0 && low <= 1 && high >= 1)) {
                throw new InvalidInputException(
                        "A random walk has step " + step + ", low " + low + " and high " + high + ".",
                        "Give a step above 0%, low up to 100% and high from 100%.");
            }
        }
    }

    private static void positive(String field, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new InvalidInputException(
                    "The " + field + " of a change is " + value + ".", "Give a time above zero, like 1s.");
        }
    }
}
