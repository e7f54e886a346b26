package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;

/** Refuses values that no lab can emulate, naming the field and its owner. */
final class TopologyCheck {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private TopologyCheck() {}

    static void positive(String field, Bandwidth value, Object owner) {
        if (value.isZero()) {
            throw new InvalidInputException(
                    "The " + field + " of " + owner + " is zero.", "Give a rate above zero, like 200Mbit/s.");
        }
    }

    static void atLeast(String field, DataSize value, DataSize least, Object owner) {
        if (value.compareTo(least) < 0) {
            throw new InvalidInputException(
                    "The " + field + " of " + owner + " is " + value + ", less than " + least + ".",
                    "Give at least " + least + ".");
        }
    }

    static void duration(String field, Duration value, Object owner) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new InvalidInputException(
                    "The " + field + " of " + owner + " is " + value + ".",
                    "Give a time from 0ms to " + Durations.format(LONGEST) + ".");
        }
    }

    static void share(String field, double value, Object owner) {
        if (!(value >= 0 && value <= 1)) {
            throw new InvalidInputException(
                    "The " + field + " of " + owner + " is " + value + ".", "Give a share from 0% to 100%.");
        }
    }
}
