package io.longhaul.clouds.catalog;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;

/**
 * Where a value comes from. Immutable.
 *
 * @param source the cloud's own call or page, as {@code EC2 DescribeInstanceTypes}
 * @param asOf when it was asked, or the date that the cloud gives it
 * @param derived false when the cloud states the value; true when a rule makes it of what the cloud states, and then the source names the
 *     rule too
 */
public record Origin(String source, LocalDate asOf, boolean derived) {
    /** A value that the cloud states. */
    public static Origin documented(String source, LocalDate asOf) {
        return new Origin(source, asOf, false);
    }

    /** A value that a rule makes. */
    public static Origin derived(String source, LocalDate asOf) {
        return new Origin(source, asOf, true);
    }

    /** The day at the beginning of what a cloud writes as a time; another when it is none. */
    public static LocalDate day(String time, LocalDate otherwise) {
        try {
            return time.length() < 10 ? otherwise : LocalDate.parse(time.substring(0, 10));
        } catch (DateTimeParseException none) {
            return otherwise;
        }
    }

    /** The source in words, which say that a value is derived. */
    public String text() {
        return derived ? "derived from " + source : source;
    }

    /** As it is written in files: {@code documented} or {@code derived}. */
    public String standing() {
        return derived ? "derived" : "documented";
    }
}
