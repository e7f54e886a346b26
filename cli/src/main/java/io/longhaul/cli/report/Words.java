package io.longhaul.cli.report;

import java.util.Locale;

/** Counts in sentences. */
final class Words {
    private Words() {}

    /** {@code 1 link}, {@code 3,906 links}. */
    static String count(long number, String noun) {
        return grouped(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 3,906}. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
