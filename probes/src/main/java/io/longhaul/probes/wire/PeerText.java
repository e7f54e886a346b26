package io.longhaul.probes.wire;

/**
 * What a peer said, as it may be shown on a terminal and written to a log: without control characters, which could move the cursor or
 * begin a line, without those that turn the direction of writing, and not long. Stateless.
 */
public final class PeerText {
    private static final int LONGEST = 1000;

    private PeerText() {}

    /** The text, with a question mark for each character that may not be shown. */
    public static String of(String said) {
        var shown = new StringBuilder(Math.min(said.length(), LONGEST));
        said.codePoints().limit(LONGEST).forEach(point -> shown.appendCodePoint(isShown(point) ? point : '?'));
        return said.codePointCount(0, said.length()) > LONGEST
                ? shown.append("...").toString()
                : shown.toString();
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
