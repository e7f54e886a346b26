package io.longhaul.cli.report;

import com.samskivert.mustache.Mustache;
import io.longhaul.store.FileAccess;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The page of a league: one HTML file that needs nothing else, with no script, and pictures as SVG inside. Immutable; what it
 * holds are texts that are not yet escaped.
 *
 * @param title of the page
 * @param generator who made it
 * @param headline what it says in a sentence
 * @param networks one part each
 */
public record LeaguePage(String title, String generator, String headline, List<Part> networks) {
    private static final double WIDTH = 640;

    /**
     * A network.
     *
     * @param name as given
     * @param pictures bars by strategy
     * @param tables by input
     * @param relays sentences
     */
    public record Part(String name, List<Picture> pictures, List<Listing> tables, List<String> relays) {}

    /** A table with its header. */
    public record Listing(String caption, List<String> header, List<List<String>> rows) {}

    /**
     * Horizontal bars.
     *
     * @param caption what is shown
     * @param height of the picture in its own units
     * @param bars from the top
     */
    public record Picture(String caption, int height, List<Bar> bars) {
        private static final int ROW = 22;
        private static final int LABEL = 150;
        private static final int VALUE = 90;

        /**
         * One bar.
         *
         * @param label to its left
         * @param value to its right
         * @param y of its upper edge, {@code text} of its base line
         * @param width of the bar, {@code end} where it ends
         * @param colour class of its colour
         */
        public record Bar(String label, String value, int y, int text, double width, double end, String colour) {}

        /**
         * A value to draw.
         *
         * @param label to its left
         * @param value how long
         * @param shown to its right
         * @param colour class of its colour: c1 to c6
         */
        public record Value(String label, double value, String shown, String colour) {}

        /** Bars as long as their values, the longest as wide as there is room. */
        public static Picture of(String caption, List<Value> values) {
            double longest = values.stream().mapToDouble(Value::value).max().orElse(1);
            var bars = new ArrayList<Bar>();
            for (Value value : values) {
                int y = bars.size() * ROW + 4;
                double width = longest > 0 ? Math.max(1, value.value() / longest * (WIDTH - LABEL - VALUE)) : 1;
                bars.add(new Bar(
                        value.label(), value.shown(), y, y + ROW - 9, width, LABEL + width + 6, value.colour()));
            }
            return new Picture(caption, values.size() * ROW + 8, bars);
        }
    }

    public LeaguePage {
        networks = List.copyOf(networks);
    }

    /** The page as text. */
    public String render() {
        var page = new StringWriter();
        Mustache.compiler().compile(Assets.leagueTemplate()).execute(this, Map.of("style", Assets.style()), page);
        return page.toString();
    }

    /** Writes the page to a file: whole, or not at all. */
    public void write(Path file) {
        FileAccess.replace(file, render());
    }
}
