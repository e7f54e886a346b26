package io.longhaul.cli.text;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows as aligned columns without borders: numbers to the right, words to the left, no trailing blanks.
 *
 * @param <R> what a row shows
 */
public final class Table<R> {
    private static final int WIDEST = 1000;

    private final Collection<R> rows;
    private final List<ColumnData<R>> columns = new ArrayList<>();

    private Table(Collection<R> rows) {
        this.rows = rows;
    }

    public static <R> Table<R> of(Collection<R> rows) {
        return new Table<>(rows);
    }

    /** Adds a column of words. */
    public Table<R> left(String header, Function<R, String> cell) {
        return column(header, HorizontalAlign.LEFT, cell);
    }

    /** Adds a column of numbers. */
    public Table<R> right(String header, Function<R, String> cell) {
        return column(header, HorizontalAlign.RIGHT, cell);
    }

    private Table<R> column(String header, HorizontalAlign align, Function<R, String> cell) {
        columns.add(new Column()
                .header(header)
                .headerAlign(align)
                .dataAlign(align)
                .maxWidth(WIDEST, OverflowBehaviour.CLIP_RIGHT)
                .with(cell));
        return this;
    }

    /** The lines, header first. */
    public String render() {
        return lines().collect(Collectors.joining(System.lineSeparator()));
    }

    /** The lines, header first, and sentences below each row, wrapped. */
    public String render(Function<R, List<String>> below) {
        Iterator<R> row = rows.iterator();
        var text = new StringBuilder();
        String header = lines().limit(1).findFirst().orElse("");
        text.append(header).append(System.lineSeparator());
        lines().skip(1).forEach(line -> {
            text.append(line).append(System.lineSeparator());
            below.apply(row.next()).forEach(sentence -> text.append(Prose.wrapped("   ", sentence)));
        });
        return text.toString().stripTrailing();
    }

    private Stream<String> lines() {
        return AsciiTable.getTable(AsciiTable.NO_BORDERS, rows, columns).lines().map(String::stripTrailing);
    }
}
