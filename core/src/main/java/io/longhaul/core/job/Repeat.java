package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;

/**
 * How often a job is carried out, round after round, each beginning when the one before has ended: the periodic exchange of
 * Gaia (Hsieh et al., NSDI 2017) is a job with a stage of kind {@code exchange} that repeats. Immutable.
 *
 * @param rounds how often, 1 at least
 * @param factor part of the octets of an exchange that is significant enough to be sent in a round, in (0, 1]; other stages
 *     send all
 */
public record Repeat(int rounds, double factor) {
    /** One round that sends everything. */
    public static final Repeat ONCE = new Repeat(1, 1);

    public Repeat {
        if (rounds < 1 || rounds > 1_000_000) {
            throw new InvalidInputException("A job repeats " + rounds + " times.", "Give 1 to a million rounds.");
        }
        if (!(factor > 0 && factor <= 1)) {
            throw new InvalidInputException(
                    "The part of an exchange that is sent in a round (" + factor + ") is not above 0 and at most 1.",
                    "Write it like 0.1.");
        }
    }
}
