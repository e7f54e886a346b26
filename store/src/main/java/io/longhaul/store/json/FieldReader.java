package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the fields of one JSON object. An absent field and a null are the same; a field nobody asks for is ignored. A
 * field that is not as the format says is an {@link InvalidInputException} with the file, the path of the field and
 * what it holds. Confined to one thread.
 */
public final class FieldReader {
    private static final BigDecimal LONGEST_SECONDS = BigDecimal.valueOf(Long.MAX_VALUE, 9);
    private static final long LONGEST_WHOLE_SECONDS = Long.MAX_VALUE / 1_000_000_000L;

    private final JsonNode tree;
    private final String source;
    private final @Nullable FieldReader parent;
    private final String name;

    /** @param source where the object comes from, for messages */
    FieldReader(ObjectNode tree, String source) {
        this(tree, source, null, "");
    }

    private FieldReader(JsonNode tree, String source, @Nullable FieldReader parent, String name) {
        this.tree = tree;
        this.source = source;
        this.parent = parent;
        this.name = name;
    }

    /**
     * The fields of a JSON document of a format.
     *
     * @param source where the text comes from, for messages
     * @throws InvalidInputException when the text is no such document
     */
    public static FieldReader ofJson(String text, String source, String format) {
        return JsonText.open(text, source, format);
    }

    /**
     * The fields of a foreign JSON object.
     *
     * @param source where the text comes from, for messages
     * @throws InvalidInputException when the text is not one JSON object
     */
    public static FieldReader ofJson(String text, String source) {
        return new FieldReader(JsonText.parse(text, source), source);
    }

    public String source() {
        return source;
    }

    public Collection<String> names() {
        return tree.propertyNames();
    }

    public boolean has(String field) {
        return tree.hasNonNull(field);
    }

    public String text(String field) {
        return required(field, findText(field));
    }

    public Optional<String> findText(String field) {
        return find(field)
                .map(node -> expect(node.isString(), field, node, "a text").stringValue());
    }

    public boolean flag(String field) {
        return required(field, findFlag(field));
    }

    public Optional<Boolean> findFlag(String field) {
        return find(field)
                .map(node ->
                        expect(node.isBoolean(), field, node, "true or false").booleanValue());
    }

    public double decimal(String field) {
        return number(field).doubleValue();
    }

    public OptionalDouble findDecimal(String field) {
        return findNumber(field)
                .map(value -> OptionalDouble.of(value.doubleValue()))
                .orElseGet(OptionalDouble::empty);
    }

    public long integer(String field) {
        return required(field, findWhole(field));
    }

    public int smallInteger(String field) {
        long value = integer(field);
        expect(value == (int) value, field, tree.get(field), "a number of at most 2^31 - 1");
        return (int) value;
    }

    public OptionalLong findInteger(String field) {
        return findWhole(field).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    public OptionalInt findSmallInteger(String field) {
        return has(field) ? OptionalInt.of(smallInteger(field)) : OptionalInt.empty();
    }

    public Bandwidth bps(String field) {
        return required(field, findBps(field));
    }

    public Optional<Bandwidth> findBps(String field) {
        return findQuantity(field, "bit/s").map(Bandwidth::new);
    }

    public DataSize bytes(String field) {
        return required(field, findBytes(field));
    }

    public Optional<DataSize> findBytes(String field) {
        return findQuantity(field, "octets").map(DataSize::new);
    }

    public Duration seconds(String field) {
        return required(field, findSeconds(field));
    }

    public Optional<Duration> findSeconds(String field) {
        OptionalLong whole = findPlainWhole(field);
        return whole.isPresent() && Math.abs(whole.getAsLong()) < LONGEST_WHOLE_SECONDS
                ? Optional.of(Duration.ofSeconds(whole.getAsLong()))
                : findNumber(field).map(value -> duration(field, value));
    }

    public Optional<Duration> findMillis(String field) {
        OptionalLong whole = findPlainWhole(field);
        return whole.isPresent() && Math.abs(whole.getAsLong()) < LONGEST_WHOLE_SECONDS
                ? Optional.of(Duration.ofMillis(whole.getAsLong()))
                : findNumber(field).map(value -> duration(field, value.movePointLeft(3)));
    }

    public Duration millis(String field) {
        return required(field, findMillis(field));
    }

    /** A price or an amount in billionths of a dollar, rounded to the nearest. */
    public long nanoDollars(String field) {
        return required(field, findNanoDollars(field));
    }

    public Optional<Money> findUsd(String field) {
        return findNanoDollars(field).map(Money::new);
    }

    /** A value written as text with its unit, as {@code 5Gbit/s}. */
    public <T> Optional<T> findParsed(String field, Function<String, T> parser) {
        return find(field).map(node -> {
            try {
                return parser.apply(node.asString());
            } catch (InvalidInputException e) {
                throw new InvalidInputException(
                        "The field " + path(field) + " of " + source + ": " + e.getMessage(), e.advice(), e);
            }
        });
    }

    public Instant instant(String field) {
        return required(field, findInstant(field));
    }

    public Optional<Instant> findInstant(String field) {
        return findText(field)
                .map(text -> parsed(field, "a time like 2026-11-21T03:17:00Z", () -> Instant.parse(text)));
    }

    public Optional<LocalDate> findDate(String field) {
        return findText(field).map(text -> parsed(field, "a date like 2026-11-21", () -> LocalDate.parse(text)));
    }

    public SiteId site(String field) {
        return required(field, findParsed(field, SiteId::parse));
    }

    public <T> T object(String field, Function<FieldReader, T> fields) {
        return required(field, findObject(field, fields));
    }

    public <T> Optional<T> findObject(String field, Function<FieldReader, T> fields) {
        return find(field).map(node -> fields.apply(child(node, field)));
    }

    /** The objects of an array; none when the array is absent. */
    public <T> List<T> objects(String field, Function<FieldReader, T> fields) {
        return elements(field, (node, element) -> fields.apply(child(node, element)));
    }

    public List<String> texts(String field) {
        return elements(
                field,
                (node, element) ->
                        expect(node.isString(), element, node, "a text").stringValue());
    }

    public List<Integer> integers(String field) {
        return elements(
                field,
                (node, element) -> expect(
                                node.isIntegralNumber() && node.canConvertToInt(), element, node, "a whole number")
                        .intValue());
    }

    public List<Long> longs(String field) {
        return elements(
                field,
                (node, element) -> expect(
                                node.isIntegralNumber() && node.canConvertToLong(), element, node, "a whole number")
                        .longValue());
    }

    public List<Double> decimals(String field) {
        return elements(
                field,
                (node, element) -> expect(
                                node.isNumber() && node.doubleValue() >= 0, element, node, "a number of zero or more")
                        .doubleValue());
    }

    /** The error for a field whose value is well-formed but makes no sense. */
    public InvalidInputException invalid(String field, String what) {
        return new InvalidInputException("The field " + path(field) + " of " + source + " " + what + ".", advice());
    }

    private interface ElementReader<T> {
        T read(JsonNode node, String element);
    }

    private <T> List<T> elements(String field, ElementReader<T> reader) {
        Optional<JsonNode> found = find(field);
        if (found.isEmpty()) {
            return List.of();
        }
        if (!(found.get() instanceof ArrayNode array)) {
            throw refused(field, found.get(), "a list");
        }
        List<T> result = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            result.add(reader.read(array.get(i), field + "[" + i + "]"));
        }
        return result;
    }

    private FieldReader child(JsonNode node, String field) {
        return new FieldReader(expect(node.isObject(), field, node, "an object"), source, this, field);
    }

    private Optional<JsonNode> find(String field) {
        JsonNode node = tree.get(field);
        return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
    }

    private BigDecimal number(String field) {
        return required(field, findNumber(field));
    }

    private Optional<BigDecimal> findNumber(String field) {
        return find(field)
                .map(node -> expect(node.isNumber(), field, node, "a number").decimalValue());
    }

    private Optional<Long> findWhole(String field) {
        return find(field)
                .map(node -> expect(node.isIntegralNumber() && node.canConvertToLong(), field, node, "a whole number")
                        .longValue());
    }

    /** Foreign writers may write {@code 5e9} or decimals of a bit: read as well, rounded down. */
    private Optional<Long> findQuantity(String field, String unit) {
        OptionalLong plain = findPlainWhole(field);
        if (plain.isPresent() && plain.getAsLong() >= 0) {
            return Optional.of(plain.getAsLong());
        }
        return findNumber(field).map(value -> {
            BigDecimal whole = value.setScale(0, RoundingMode.FLOOR);
            boolean fits = whole.signum() >= 0 && whole.toBigInteger().bitLength() < Long.SIZE;
            expect(fits, field, tree.get(field), "a number of " + unit + " from 0 to below 2^63");
            return whole.longValueExact();
        });
    }

    /** A whole number as it is nearly always written: read without a big decimal, since long logs hold millions. */
    private OptionalLong findPlainWhole(String field) {
        JsonNode node = tree.get(field);
        return node != null && node.isIntegralNumber() && node.canConvertToLong()
                ? OptionalLong.of(node.longValue())
                : OptionalLong.empty();
    }

    private Optional<Long> findNanoDollars(String field) {
        return findNumber(field)
                .map(value -> parsed(
                        field,
                        "an amount of dollars",
                        () -> value.movePointRight(9)
                                .setScale(0, RoundingMode.HALF_EVEN)
                                .longValueExact()));
    }

    private Duration duration(String field, BigDecimal seconds) {
        boolean fits = seconds.abs().compareTo(LONGEST_SECONDS) < 0;
        expect(fits, field, tree.get(field), "a duration below 292 years");
        return Duration.ofNanos(
                seconds.movePointRight(9).setScale(0, RoundingMode.HALF_EVEN).longValueExact());
    }

    private interface Parsing<T> {
        T run();
    }

    private <T> T parsed(String field, String wanted, Parsing<T> parsing) {
        try {
            return parsing.run();
        } catch (DateTimeException | ArithmeticException malformed) {
            throw refused(field, tree.get(field), wanted);
        }
    }

    private <T> T required(String field, Optional<T> value) {
        return value.orElseThrow(() -> invalid(field, "is missing"));
    }

    private JsonNode expect(boolean asWanted, String field, JsonNode node, String wanted) {
        if (!asWanted) {
            throw refused(field, node, wanted);
        }
        return node;
    }

    private InvalidInputException refused(String field, JsonNode node, String wanted) {
        String shown = node.toString();
        String cut = shown.length() > 60 ? shown.substring(0, 60) + "…" : shown;
        return invalid(field, "is " + cut + ", not " + wanted);
    }

    private String path(String field) {
        return parent == null ? field : parent.path(name) + "." + field;
    }

    private static String advice() {
        return "The formats are described in docs/formats; repair the field, or write the file anew.";
    }
}
