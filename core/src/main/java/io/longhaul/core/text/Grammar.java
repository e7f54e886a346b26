package io.longhaul.core.text;

import io.longhaul.core.error.InvalidInputException;
import java.util.regex.Pattern;

/**
 * What a string of somebody's file may consist of before it leaves this process: towards a program, a path, a terminal.
 * Checked where the string is read and again where it leaves. Stateless.
 */
public enum Grammar {
    /** A module's or algorithm's name in the kernel, which has 15 octets for it. */
    KERNEL_NAME(
            "[a-z][a-z0-9_-]{0,14}",
            "Write a name of at most 15 lower-case letters, digits, dashes and underscores, like cubic."),
    /** A name that people give to things: of a topology, of a VM type. */
    NAME(
            "[\\p{L}\\p{N}][\\p{L}\\p{N} ._:+()-]{0,99}",
            "Write a letter or digit, then up to 99 letters, digits, spaces and . _ : + ( ) -."),
    /** One line for people to read. */
    LINE("[^\\p{C}\\p{Zl}\\p{Zp}]{0,1000}", "Write one line of at most 1000 characters that can be printed.");

    private final Pattern pattern;
    private final String advice;

    Grammar(String pattern, String advice) {
        this.pattern = Pattern.compile(pattern);
        this.advice = advice;
    }

    /**
     * The text itself.
     *
     * @param what whose text it is, for the message
     * @throws InvalidInputException when it has another form
     */
    public String require(String what, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new InvalidInputException(what + " (" + Printable.of(text) + ") cannot be used.", advice);
        }
        return text;
    }
}
