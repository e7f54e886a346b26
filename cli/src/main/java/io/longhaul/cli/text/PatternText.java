package io.longhaul.cli.text;

import io.longhaul.core.study.PatternResult;
import io.longhaul.core.units.Show;
import java.util.StringJoiner;

/** An access pattern for people. */
public final class PatternText {
    private PatternText() {}

    public static String of(PatternResult study) {
        var lines = new StringJoiner(System.lineSeparator());
        lines.add(study.pattern() + ": " + Show.size(study.moved()) + " in " + Show.time(study.elapsed()) + ", "
                + Show.rate(study.whileSending()) + " while sending, " + Show.rate(study.overall())
                + " with the rests.");
        lines.add("");
        lines.add(Table.of(study.bursts())
                .right("from", burst -> Show.time(burst.start()))
                .right("for", burst -> Show.time(burst.length()))
                .right("received", burst -> Show.size(burst.moved()))
                .right("rate", burst -> Show.rate(burst.rate()))
                .render());
        return lines.toString();
    }
}
