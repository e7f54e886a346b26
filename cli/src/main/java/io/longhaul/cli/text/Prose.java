package io.longhaul.cli.text;

/** Sentences cut to the width of a terminal. Stateless. */
final class Prose {
    /** No line of text for people is longer. */
    static final int WIDEST = 100;

    private Prose() {}

    /**
     * Lines of at most {@value #WIDEST} characters, each ended; words are never cut.
     *
     * @param lead before the first line; the others are indented as far
     */
    static String wrapped(String lead, String words) {
        var text = new StringBuilder();
        var line = new StringBuilder(lead);
        String indent = " ".repeat(lead.length());
        boolean fresh = true;
        for (String word : words.split(" ", -1)) {
            if (!fresh && line.length() + 1 + word.length() > WIDEST) {
                text.append(line).append(System.lineSeparator());
                line = new StringBuilder(indent);
                fresh = true;
            }
            line.append(fresh ? "" : " ").append(word);
            fresh = false;
        }
        return text.append(line).append(System.lineSeparator()).toString();
    }
}
