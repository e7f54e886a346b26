package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.NearestSites;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.store.StoreException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
    /** Above all that a network carries, and low enough that sums of it, in bits and in nanoseconds, are still numbers. */
    static final long MOST_BPS = 10_000_000_000_000_000L;

    static final long MOST_BYTES = 1_000_000_000_000_000_000L;
    /** Of a run: a hundred years. Times between two such, and between two dates, can be counted in nanoseconds. */
    static final Duration LONGEST = Duration.ofDays(36_525);

    /** Characters in which a misspelt name differs from the one that was meant. */
    private static final int MOST_MISSPELT = 3;

    private static final LocalDate FIRST_DAY = LocalDate.of(1950, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(2200, 12, 31);
    private static final Instant FIRST = FIRST_DAY.atStartOfDay().toInstant(ZoneOffset.UTC);
    private static final Instant END = LAST_DAY.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);

    private final JsonNode tree;
    private final String source;
    private final @Nullable FieldReader parent;
    private final String name;
    private final LineNumbers lines;

    /** @param source where the object comes from, for messages */
    FieldReader(ObjectNode tree, String source) {
        this(tree, source, LineNumbers.NONE);
    }

    /**
     * @param source where the object comes from, for messages
     * @param lines where its values stand there
     */
    FieldReader(ObjectNode tree, String source, LineNumbers lines) {
        this(tree, source, null, "", lines);
    }

    private FieldReader(JsonNode tree, String source, @Nullable FieldReader parent, String name, LineNumbers lines) {
        this.tree = tree;
        this.source = source;
        this.parent = parent;
        this.name = name;
        this.lines = lines;
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

    /**
     * Refuses fields that are not known: what a person misspells would be left out in silence.
     *
     * @throws InvalidInputException when there is another field
     */
    public void knows(String... known) {
        for (String field : names()) {
            if (!List.of(known).contains(field)) {
                String nearest = Stream.of(known)
                        .min(Comparator.comparingInt(name -> NearestSites.distance(field, name)))
                        .orElse("");
                String meant = NearestSites.distance(field, nearest) <= MOST_MISSPELT
                        ? "Maybe you meant " + nearest + "? "
                        : "";
                throw new Placed(
                        place(field) + " is not known here.",
                        meant + "Known are " + String.join(", ", known) + ".",
                        null);
            }
        }
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
        return findDecimal(field).orElseThrow(() -> invalid(field, "is missing"));
    }

    public OptionalDouble findDecimal(String field) {
        return find(field)
                .map(node -> OptionalDouble.of(
                        expect(node.isNumber(), field, node, "a number").doubleValue()))
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
        return findQuantity(field, "a number of bit/s from 0 to 10^16", MOST_BPS)
                .map(Bandwidth::new);
    }

    public DataSize bytes(String field) {
        return required(field, findBytes(field));
    }

    public Optional<DataSize> findBytes(String field) {
        return findQuantity(field, "a number of octets from 0 to 10^18", MOST_BYTES)
                .map(DataSize::new);
    }

    public Duration seconds(String field) {
        return required(field, findSeconds(field));
    }

    public Optional<Duration> findSeconds(String field) {
        return findDuration(field, 0).map(time -> bounded(field, time));
    }

    public Optional<Duration> findMillis(String field) {
        return findDuration(field, 3).map(time -> bounded(field, time));
    }

    /** How long a plan takes, which may be longer than anything lasts. */
    public Duration anySeconds(String field) {
        return required(field, findAnySeconds(field));
    }

    public Optional<Duration> findAnySeconds(String field) {
        return findDuration(field, 0);
    }

    /** An amount of data written in bits. */
    public DataSize bits(String field) {
        return required(
                field,
                findNumber(field)
                        .map(bits -> whole(
                                field,
                                bits.divide(BigDecimal.valueOf(8)),
                                "a number of bits from 0 to 8 * 10^18",
                                MOST_BYTES))
                        .map(DataSize::new));
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
            expect(node.isString() || node.isNumber(), field, node, "a text");
            return at(place(field), () -> parser.apply(node.asString()));
        });
    }

    public Instant instant(String field) {
        return required(field, findInstant(field));
    }

    public Optional<Instant> findInstant(String field) {
        String wanted = "a time like 2026-11-21T03:17:00Z, from 1950 to 2200";
        return findText(field).map(text -> {
            Instant time = parsed(field, wanted, () -> Instant.parse(text));
            expect(isBounded(time), field, tree.get(field), wanted);
            return time;
        });
    }

    public Optional<LocalDate> findDate(String field) {
        String wanted = "a date like 2026-11-21, from 1950 to 2200";
        return findText(field).map(text -> {
            LocalDate date = parsed(field, wanted, () -> LocalDate.parse(text));
            expect(isBounded(date), field, tree.get(field), wanted);
            return date;
        });
    }

    /** Whether a document may hold this date; what lies outside could not be read again. */
    public static boolean isBounded(LocalDate date) {
        return !date.isBefore(FIRST_DAY) && !date.isAfter(LAST_DAY);
    }

    static boolean isBounded(Instant time) {
        return !time.isBefore(FIRST) && time.isBefore(END);
    }

    static boolean isBounded(Duration time) {
        return time.compareTo(LONGEST) <= 0 && time.compareTo(LONGEST.negated()) >= 0;
    }

    public SiteId site(String field) {
        return required(field, findParsed(field, SiteId::parse));
    }

    public <T> T object(String field, Function<FieldReader, T> fields) {
        return required(field, findObject(field, fields));
    }

    public <T> Optional<T> findObject(String field, Function<FieldReader, T> fields) {
        return find(field).map(node -> child(node, field).decode(fields));
    }

    /** A document of a format of its own, as {@link FieldWriter#document} wrote it. */
    public <T> Optional<T> findDocument(String field, JsonFormat<T> format) {
        return findObject(field, fields -> document(fields, format));
    }

    /** The documents of an array; none when the array is absent. */
    public <T> List<T> documents(String field, JsonFormat<T> format) {
        return objects(field, fields -> document(fields, format));
    }

    private static <T> T document(FieldReader fields, JsonFormat<T> format) {
        if (!fields.findText("format").equals(Optional.of(format.format()))) {
            throw fields.invalid("format", "is not " + format.format());
        }
        return format.decode(fields);
    }

    /** An object as JSON text, whatever it holds. */
    public Optional<String> findJson(String field) {
        return find(field).map(node -> JsonText.line((ObjectNode) expect(node.isObject(), field, node, "an object")));
    }

    /** The objects of an array; none when the array is absent. */
    public <T> List<T> objects(String field, Function<FieldReader, T> fields) {
        return elements(field, (node, element) -> child(node, element).decode(fields));
    }

    /**
     * Makes a value of these fields. Whatever the value says against them, by whichever exception, is wrong input and is said
     * with its place: this is where a bad file ends.
     */
    public <T> T decode(Function<FieldReader, T> fields) {
        return at(parent == null ? source : parent.place(name), () -> fields.apply(this));
    }

    /** An error that says its place already. */
    private static final class Placed extends InvalidInputException {
        private static final long serialVersionUID = 1L;

        Placed(String message, String advice, @Nullable Throwable cause) {
            super(message, advice, cause == null ? new IllegalArgumentException(message) : cause);
        }
    }

    private static <T> T at(String place, Supplier<T> value) {
        try {
            return value.get();
        } catch (Placed | StoreException known) {
            throw known;
        } catch (InvalidInputException e) {
            throw new Placed(place + ": " + e.message(), e.advice(), e);
        } catch (RuntimeException e) {
            throw new Placed(
                    place + " contradicts itself: " + e.getMessage() + ".",
                    "Repair the value; docs/formats says what each field means.",
                    e);
        }
    }

    public List<String> texts(String field) {
        return elements(
                field,
                (node, element) ->
                        expect(node.isString(), element, node, "a text").stringValue());
    }

    /** A list of texts, or one text where there is only one. */
    public List<String> textOrTexts(String field) {
        return find(field).filter(JsonNode::isString).isPresent() ? List.of(text(field)) : texts(field);
    }

    public List<Optional<Long>> integersOrNulls(String field) {
        return elements(
                field,
                (node, element) -> node.isNull()
                        ? Optional.<Long>empty()
                        : Optional.of(expect(
                                        node.isIntegralNumber() && node.canConvertToLong(),
                                        element,
                                        node,
                                        "a whole number")
                                .longValue()));
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
        return new Placed(place(field) + " " + what + ".", advice(), null);
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
        return new FieldReader(expect(node.isObject(), field, node, "an object"), source, this, field, lines);
    }

    private Optional<JsonNode> find(String field) {
        JsonNode node = tree.get(field);
        return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
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
    private Optional<Long> findQuantity(String field, String wanted, long most) {
        OptionalLong plain = findPlainWhole(field);
        return plain.isPresent() && plain.getAsLong() >= 0 && plain.getAsLong() <= most
                ? Optional.of(plain.getAsLong())
                : findNumber(field).map(value -> whole(field, value, wanted, most));
    }

    private long whole(String field, BigDecimal value, String wanted, long most) {
        boolean fits = value.signum() >= 0 && value.compareTo(BigDecimal.valueOf(most)) <= 0;
        expect(fits, field, tree.get(field), wanted);
        return value.setScale(0, RoundingMode.FLOOR).longValueExact();
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

    /** @param decimals of a second that the unit is: 0 for seconds, 3 for milliseconds */
    private Optional<Duration> findDuration(String field, int decimals) {
        OptionalLong whole = findPlainWhole(field);
        if (whole.isPresent()) {
            return Optional.of(
                    decimals == 0 ? Duration.ofSeconds(whole.getAsLong()) : Duration.ofMillis(whole.getAsLong()));
        }
        return findNumber(field)
                .map(value -> parsed(field, "a duration", () -> {
                    BigDecimal nanos = value.movePointRight(9 - decimals).setScale(0, RoundingMode.HALF_EVEN);
                    BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
                    return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
                }));
    }

    private Duration bounded(String field, Duration time) {
        expect(isBounded(time), field, tree.get(field), "a duration of at most a hundred years");
        return time;
    }

    private interface Parsing<T> {
        T run();
    }

    private <T> T parsed(String field, String wanted, Parsing<T> parsing) {
        try {
            return parsing.run();
        } catch (DateTimeException | ArithmeticException malformed) {
            throw refused(field, find(field).orElseThrow(), wanted);
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

    /** The field with its path, file and, where that is known, its line. */
    private String place(String field) {
        int line = lines.of(tree, field);
        return "The field " + path(field) + " of " + source + (line > 0 ? " (line " + line + ")" : "");
    }

    private String path(String field) {
        return parent == null ? field : parent.path(name) + "." + field;
    }

    private static String advice() {
        return "The formats are described in docs/formats; repair the field, or write the file anew.";
    }
}
