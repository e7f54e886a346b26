package io.longhaul.core.estimate;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How a link's rate behaves over hours and days. Immutable. Probabilities are corrected for the number of links asked about
 * (Holm), so that one link in twenty does not look diurnal by chance.
 *
 * @param runs behind it
 * @param span from the first run to the last
 * @param coefficientOfVariation standard deviation of the runs over their mean
 * @param hourOfDay probability of hours this different if they were alike (Kruskal-Wallis over hours, UTC); empty when
 *     the data do not span two days with four hours seen three times each
 * @param dayOfWeek likewise over days of the week; empty when they do not span two weeks with two days seen three times
 * @param notes what is significant, a sentence each
 */
public record Stability(
        int runs,
        Duration span,
        double coefficientOfVariation,
        OptionalDouble hourOfDay,
        OptionalDouble dayOfWeek,
        List<String> notes) {
    public Stability {
        notes = List.copyOf(notes);
    }
}
