package io.longhaul.store.csv;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One row of a {@link CsvTable}. A value that is not as asked is an {@link InvalidInputException} naming file, line,
 * column and value. Immutable.
 */
public final class CsvRow {
    /** What Java reads besides, like 1f and 0x1p3, is none that people write. */
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?");

    private static final double MOST = 1e18;

    private final Path file;
    private final Map<String, Integer> indexes;
    private final CsvRecord fields;

    CsvRow(Path file, Map<String, Integer> indexes, CsvRecord fields) {
        this.file = file;
        this.indexes = indexes;
        this.fields = fields;
    }

    public long line() {
        return fields.getStartingLineNumber();
    }

    /** The whole row, fields joined by commas: equal rows have equal text. */
    public String joined() {
        return String.join(",", fields.getFields());
    }

    /** Some fields, joined by commas; an empty text for one that is empty or missing. */
    public String joined(List<String> columns) {
        return columns.stream().map(column -> findText(column).orElse("")).collect(Collectors.joining(","));
    }

    /** The text of a field; empty when the field is empty, or the table has no such column. */
    public Optional<String> findText(String column) {
        Integer index = indexes.get(column);
        String text = index == null ? "" : fields.getField(index).strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    public String text(String column) {
        return findText(column).orElseThrow(() -> invalid(column, "", "is empty", "Fill it in, or leave the row out."));
    }

    public SiteId site(String column) {
        return parse(column, text(column), SiteId::parse);
    }

    /** A finite number of zero or more. */
    public Optional<Double> findDecimal(String column) {
        return findText(column).map(text -> decimal(column, text));
    }

    public double decimal(String column) {
        return decimal(column, text(column));
    }

    /** A finite number of zero or more, from a text that may be of more than this row. */
    public double decimalOf(String column, String text) {
        return decimal(column, text);
    }

    /** A rate in bit/s, written as a plain number; decimals are cut. */
    public Bandwidth bitsPerSecond(String column) {
        return Bandwidth.ofBitsPerSecond(decimal(column));
    }

    /** A whole number of at least {@code least}. */
    public int integer(String column, int least) {
        String text = text(column);
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw invalid(column, text, "is not a whole number", "Write it like 64.");
        }
        throw invalid(column, text, "is below " + least, "Write a number of at least " + least + ".");
    }

    /** A value read by a parser; its complaint is passed on with the place. */
    public <T> T parse(String column, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(place(column) + ": " + e.getMessage(), e.advice(), e);
        } catch (DateTimeException e) {
            throw invalid(column, text, "is not a time", "Write it like 2022-01-29T22:19.");
        }
    }

    /** The error for a value that cannot be used. */
    public InvalidInputException invalid(String column, String value, String what, String advice) {
        return new InvalidInputException(
                place(column) + ": the value" + (value.isEmpty() ? "" : " (" + value + ")") + " " + what + ".", advice);
    }

    private double decimal(String column, String text) {
        double value = isPlain(text) || DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (Double.isNaN(value)) {
            throw invalid(column, text, "is not a number", "Write it like 4970000000 or 0.09, without a unit.");
        }
        if (!(value >= 0 && value <= MOST)) {
            throw invalid(column, text, "is not a number from zero to 10^18", "Write it like 4970000000 or 0.09.");
        }
        return value;
    }

    /** Digits and points that begin and end with a digit, and at most one point: what most numbers are, and quick to see. */
    private static boolean isPlain(String text) {
        int points = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean point = c == '.' && i > 0 && i < text.length() - 1;
            if (!point && (c < '0' || c > '9')) {
                return false;
            }
            points += point ? 1 : 0;
        }
        return points <= 1 && !text.isEmpty();
    }

    private String place(String column) {
        return file + " line " + line() + ", column " + column;
    }
}
