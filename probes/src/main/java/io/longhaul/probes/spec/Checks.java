package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.Optional;

/** Limits of what may be asked, with the way out. */
final class Checks {
    private Checks() {}

    static void inRange(String name, long value, long low, long high, String advice) {
        if (value < low || value > high) {
            throw new InvalidInputException(
                    "The " + name + " (" + value + ") is not in " + low + " to " + high + ".", advice);
        }
    }

    /** A limit that is there lets something through. */
    static void positive(String name, Optional<Long> limit) {
        if (limit.isPresent() && limit.get() <= 0) {
            throw new InvalidInputException(
                    "The limit of the " + name + " (" + limit.get() + ") lets nothing through.",
                    "Give more than zero, or leave it away for no limit.");
        }
    }

    static void inRange(String name, Duration value, Duration low, Duration high) {
        if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
            throw new InvalidInputException(
                    "The " + name + " (" + Durations.format(value) + ") is out of range.",
                    "Give " + Durations.format(low) + " to " + Durations.format(high) + ".");
        }
    }
}
