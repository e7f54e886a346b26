package io.longhaul.core.study;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When to send and when to rest (Uta et al., "Is Big Data Performance Reproducible in Modern Cloud Networks?", NSDI 2020,
 * section 3). Immutable.
 *
 * @param on time of sending
 * @param off rest after it; zero is full speed without rests
 */
public record AccessPattern(Duration on, Duration off) {
    /** Continuous, with a result every ten seconds. */
    public static final AccessPattern FULL_SPEED = new AccessPattern(Duration.ofSeconds(10), Duration.ZERO);

    public static final AccessPattern TEN_THIRTY = new AccessPattern(Duration.ofSeconds(10), Duration.ofSeconds(30));
    public static final AccessPattern FIVE_THIRTY = new AccessPattern(Duration.ofSeconds(5), Duration.ofSeconds(30));

    private static final Pattern SECONDS = Pattern.compile("(\\d{1,5})-(\\d{1,5})");
    private static final Pattern TIMES = Pattern.compile("(\\S+)/(\\S+)");

    public AccessPattern {
        if (on.isNegative() || on.isZero() || off.isNegative()) {
            throw new InvalidInputException(
                    "The pattern sends for " + on + " and rests for " + off + ".",
                    "Send for more than zero, rest for zero or more.");
        }
    }

    /**
     * Reads {@code full-speed}, seconds on and off as {@code 10-30}, or times as {@code 500ms/2s}.
     *
     * @throws InvalidInputException when it is none of these
     */
    public static AccessPattern parse(String text) {
        String word = text.strip();
        if (word.equals("full-speed")) {
            return FULL_SPEED;
        }
        Matcher seconds = SECONDS.matcher(word);
        if (seconds.matches()) {
            return new AccessPattern(
                    Duration.ofSeconds(Integer.parseInt(seconds.group(1))),
                    Duration.ofSeconds(Integer.parseInt(seconds.group(2))));
        }
        Matcher times = TIMES.matcher(word);
        if (times.matches()) {
            return new AccessPattern(Durations.parse(times.group(1)), Durations.parse(times.group(2)));
        }
        throw new InvalidInputException(
                "The pattern (" + text + ") is not known.",
                "Write full-speed, 10-30, 5-30, or times on and off as 500ms/2s.");
    }

    /** {@code full-speed}, {@code 10-30} where both are whole seconds, else the two times. */
    @Override
    public String toString() {
        if (equals(FULL_SPEED)) {
            return "full-speed";
        }
        boolean whole = on.toNanosPart() == 0 && off.toNanosPart() == 0;
        return whole ? on.toSeconds() + "-" + off.toSeconds() : on.toMillis() + "ms/" + off.toMillis() + "ms";
    }
}
