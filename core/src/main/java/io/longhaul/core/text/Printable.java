package io.longhaul.core.text;

/**
 * Text as it may be shown on a terminal: what would move the cursor, change colours or turn the direction of writing is
 * shown as its number. Stateless.
 */
public final class Printable {
    private static final int MOST = 200;

    private Printable() {}

    /** One line of it, cut where it is very long. */
    public static String of(String text) {
        String shown = text.length() <= MOST ? text : text.substring(0, MOST) + "…";
        return escape(shown, "");
    }

    /** All of it; the characters of {@code kept} stay as they are. */
    public static String escape(String text, String kept) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = isPlain(c) || kept.indexOf(c) >= 0;
            if (!plain && escaped == null) {
                escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (escaped != null) {
                if (plain) {
                    escaped.append(c);
                } else {
                    escaped.append(String.format("\\u%04x", (int) c));
                }
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    /** Halves of surrogate pairs stay: emoji and rare letters are made of them. */
    private static boolean isPlain(char c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
