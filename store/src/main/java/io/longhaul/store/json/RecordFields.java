package io.longhaul.store.json;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object that holds a record: each is named once, in the order of the record's components, and that list
 * writes them, reads them and makes the columns of tables. What a field holds follows from its component: the units are those of
 * the formats, times are in milliseconds where the name ends in {@code _ms} or the record {@link #inMillis is} in them, and an
 * optional component may be missing. Built once, then immutable and safe for any thread.
 *
 * @param <R> the record, which must be public
 */
public final class RecordFields<R extends Record> {
    /** How a value of a type stands in a document and in a table. */
    private record Kind<T>(
            Put<T> put,
            Get<T> get,
            Put<Optional<T>> putOptional,
            Get<Optional<T>> find,
            Class<?> cellType,
            Function<T, Object> cell) {
        interface Put<T> {
            void into(FieldWriter out, String name, T value);
        }

        interface Get<T> {
            T from(FieldReader in, String name);
        }

        /** A type that has no optional form, or is one. */
        static <T> Kind<T> single(Put<T> put, Get<T> get, Class<?> cellType, Function<T, Object> cell) {
            return new Kind<>(
                    put,
                    get,
                    (out, name, value) ->
                            value.ifPresentOrElse(some -> put.into(out, name, some), () -> out.nothing(name)),
                    (in, name) -> in.has(name) ? Optional.of(get.from(in, name)) : Optional.empty(),
                    cellType,
                    cell);
        }
    }

    private static final Kind<Duration> SECONDS = new Kind<>(
            FieldWriter::seconds,
            FieldReader::seconds,
            FieldWriter::seconds,
            FieldReader::findSeconds,
            Double.class,
            Durations::seconds);
    private static final Kind<Duration> MILLIS = new Kind<>(
            FieldWriter::millis,
            FieldReader::millis,
            FieldWriter::millis,
            FieldReader::findMillis,
            Double.class,
            Durations::millis);
    private static final Kind<Duration> ANY_SECONDS = new Kind<>(
            FieldWriter::seconds,
            FieldReader::anySeconds,
            FieldWriter::seconds,
            FieldReader::findAnySeconds,
            Double.class,
            Durations::seconds);
    private static final Kind<DataSize> BITS =
            Kind.single(FieldWriter::bits, FieldReader::bits, Long.class, size -> size.bytes() * Byte.SIZE);
    private static final Map<Class<?>, Kind<?>> KINDS = Map.ofEntries(
            Map.entry(
                    String.class,
                    new Kind<String>(
                            FieldWriter::text,
                            FieldReader::text,
                            FieldWriter::text,
                            FieldReader::findText,
                            String.class,
                            text -> text)),
            Map.entry(
                    boolean.class,
                    Kind.<Boolean>single(
                            FieldWriter::flag, FieldReader::flag, String.class, flag -> flag ? "true" : "false")),
            Map.entry(
                    Boolean.class,
                    Kind.<Boolean>single(
                            FieldWriter::flag, FieldReader::flag, String.class, flag -> flag ? "true" : "false")),
            Map.entry(
                    int.class,
                    Kind.<Integer>single(
                            FieldWriter::integer, FieldReader::smallInteger, Long.class, Integer::longValue)),
            Map.entry(
                    Integer.class,
                    Kind.<Integer>single(
                            FieldWriter::integer, FieldReader::smallInteger, Long.class, Integer::longValue)),
            Map.entry(
                    long.class,
                    Kind.<Long>single(FieldWriter::integer, FieldReader::integer, Long.class, whole -> whole)),
            Map.entry(
                    double.class,
                    Kind.<Double>single(FieldWriter::decimal, FieldReader::decimal, Double.class, number -> number)),
            Map.entry(
                    Double.class,
                    Kind.<Double>single(FieldWriter::decimal, FieldReader::decimal, Double.class, number -> number)),
            Map.entry(
                    OptionalInt.class,
                    Kind.<OptionalInt>single(
                            FieldWriter::integer,
                            FieldReader::findSmallInteger,
                            Long.class,
                            whole -> whole.isPresent() ? Optional.of((long) whole.getAsInt()) : Optional.empty())),
            Map.entry(
                    OptionalLong.class,
                    Kind.<OptionalLong>single(
                            FieldWriter::integer,
                            FieldReader::findInteger,
                            Long.class,
                            whole -> whole.isPresent() ? Optional.of(whole.getAsLong()) : Optional.empty())),
            Map.entry(
                    OptionalDouble.class,
                    Kind.<OptionalDouble>single(
                            FieldWriter::decimal,
                            FieldReader::findDecimal,
                            Double.class,
                            number -> number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty())),
            Map.entry(
                    Bandwidth.class,
                    new Kind<>(
                            FieldWriter::bps,
                            FieldReader::bps,
                            FieldWriter::bps,
                            FieldReader::findBps,
                            Long.class,
                            Bandwidth::bitsPerSecond)),
            Map.entry(
                    DataSize.class,
                    new Kind<>(
                            FieldWriter::bytes,
                            FieldReader::bytes,
                            FieldWriter::bytes,
                            FieldReader::findBytes,
                            Long.class,
                            DataSize::bytes)),
            Map.entry(
                    Money.class,
                    new Kind<>(
                            FieldWriter::usd,
                            (in, name) -> new Money(in.nanoDollars(name)),
                            FieldWriter::usd,
                            FieldReader::findUsd,
                            Double.class,
                            Money::dollars)),
            Map.entry(
                    PricePerGigabyte.class,
                    Kind.<PricePerGigabyte>single(
                            (out, name, price) -> out.usd(name, price.nanoDollars()),
                            (in, name) -> new PricePerGigabyte(in.nanoDollars(name)),
                            Double.class,
                            price -> price.nanoDollars() / 1e9)),
            Map.entry(
                    PricePerHour.class,
                    Kind.<PricePerHour>single(
                            (out, name, price) -> out.usd(name, price.nanoDollars()),
                            (in, name) -> new PricePerHour(in.nanoDollars(name)),
                            Double.class,
                            price -> price.nanoDollars() / 1e9)),
            Map.entry(
                    Instant.class,
                    new Kind<>(
                            FieldWriter::instant,
                            FieldReader::instant,
                            FieldWriter::instant,
                            FieldReader::findInstant,
                            Instant.class,
                            time -> time)),
            Map.entry(
                    SiteId.class,
                    Kind.<SiteId>single(
                            (out, name, site) -> out.text(name, site.toString()),
                            FieldReader::site,
                            String.class,
                            SiteId::toString)),
            Map.entry(
                    LocalDate.class,
                    Kind.<LocalDate>single(
                            (out, name, date) -> out.text(name, date.toString()),
                            (in, name) -> in.findDate(name).orElseThrow(() -> in.invalid(name, "is missing")),
                            String.class,
                            LocalDate::toString)));
    /** Elements of lists. */
    private static final Map<Class<?>, Kind<?>> LISTS = Map.of(
            String.class, list(FieldWriter::texts, FieldReader::texts),
            SiteId.class,
                    list(
                            FieldWriter::texts,
                            (in, name) ->
                                    in.texts(name).stream().map(SiteId::parse).toList()),
            Integer.class, list(FieldWriter::integers, FieldReader::integers),
            Double.class, list(FieldWriter::decimals, FieldReader::decimals),
            Bandwidth.class,
                    list(
                            (out, name, rates) -> out.integers(
                                    name,
                                    rates.stream().map(Bandwidth::bitsPerSecond).toList()),
                            (in, name) ->
                                    in.longs(name).stream().map(Bandwidth::new).toList()));

    private static <T> Kind<List<T>> list(Kind.Put<List<T>> put, Kind.Get<List<T>> get) {
        return Kind.single(put, get, List.class, List::toString);
    }

    /**
     * One field. Immutable.
     *
     * @param name in the document
     * @param type of what it holds: text, {@code Long}, {@code Double} or {@code Instant}; another for what is no single value
     * @param cell what it holds; empty when it is not known
     */
    public record Field<R>(String name, Class<?> type, Function<R, Optional<?>> cell) {}

    private record Entry<R>(BiConsumer<FieldWriter, R> writer, Optional<Function<FieldReader, ?>> reader) {}

    private final Class<R> type;
    private final RecordComponent[] components;
    private final MethodHandle constructor;
    private final List<Entry<R>> entries = new ArrayList<>();
    private final List<Field<R>> fields = new ArrayList<>();
    private int named;
    private boolean millis;
    private boolean bits;

    private RecordFields(Class<R> type) {
        this.type = type;
        components = type.getRecordComponents();
        try {
            constructor = MethodHandles.publicLookup()
                    .findConstructor(
                            type,
                            MethodType.methodType(
                                    void.class,
                                    Arrays.stream(components)
                                            .map(RecordComponent::getType)
                                            .toArray(Class<?>[]::new)))
                    .asSpreader(Object[].class, components.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " has no public constructor", e);
        }
    }

    /** None yet, of the record's components. */
    public static <R extends Record> RecordFields<R> of(Class<R> type) {
        return new RecordFields<>(type);
    }

    /** Times without a unit in their name are in milliseconds from here on. */
    public RecordFields<R> inMillis() {
        millis = true;
        return this;
    }

    /** Amounts without a unit in their name are in bits from here on. */
    public RecordFields<R> inBits() {
        bits = true;
        return this;
    }

    /** The next components, under these names. */
    public RecordFields<R> plain(String... names) {
        for (String name : names) {
            kind(name, Optional.empty(), kindOf(name));
        }
        return this;
    }

    /** The next component, which is not optional, and has this value where the field is missing. */
    public RecordFields<R> plainOr(String name, Object missing) {
        kind(name, Optional.of(missing), kindOf(name));
        return this;
    }

    /** The next components, times of plans, which may be longer than anything lasts. */
    public RecordFields<R> anySeconds(String... names) {
        for (String name : names) {
            kind(name, Optional.empty(), ANY_SECONDS);
        }
        return this;
    }

    /** The next component, which has a text of its own. */
    public <T> RecordFields<R> text(String name, Function<T, String> text, Function<String, T> parse) {
        kind(name, Optional.empty(), parsed(text, parse));
        return this;
    }

    /** The same, with a value where the field is missing. */
    public <T> RecordFields<R> textOr(String name, Function<T, String> text, Function<String, T> parse, T missing) {
        kind(name, Optional.of(missing), parsed(text, parse));
        return this;
    }

    private static <T> Kind<T> parsed(Function<T, String> text, Function<String, T> parse) {
        return Kind.single(
                (out, name, value) -> out.text(name, text.apply(value)),
                (in, name) -> in.findParsed(name, parse).orElseThrow(() -> in.invalid(name, "is missing")),
                String.class,
                text::apply);
    }

    /** The next component, a record in an object of its own. */
    public <C extends Record> RecordFields<R> object(String name, RecordFields<C> inner) {
        return object(name, () -> inner);
    }

    /** The same, of fields that are not named yet. */
    public <C extends Record> RecordFields<R> object(String name, Supplier<RecordFields<C>> inner) {
        kind(name, Optional.empty(), objects(inner));
        return this;
    }

    /** The same, with a value where the object is missing. */
    public <C extends Record> RecordFields<R> objectOr(String name, RecordFields<C> inner, C missing) {
        kind(name, Optional.of(missing), objects(() -> inner));
        return this;
    }

    private static <C extends Record> Kind<C> objects(Supplier<RecordFields<C>> inner) {
        return Kind.single(
                (out, name, value) -> out.object(name, value, inner.get()::write),
                (in, name) -> in.object(name, inner.get()::read),
                Record.class,
                C::toString);
    }

    /** The next component, a list of records. */
    public <C extends Record> RecordFields<R> objects(String name, RecordFields<C> inner) {
        kind(
                name,
                Optional.empty(),
                Kind.<List<C>>single(
                        (out, at, values) -> out.objects(at, values, inner::write),
                        (in, at) -> in.objects(at, inner::read),
                        List.class,
                        List::toString));
        return this;
    }

    /** The next component, a record whose fields stand in this object. */
    public <C extends Record> RecordFields<R> flat(RecordFields<C> inner) {
        MethodHandle accessor = next();
        entries.add(new Entry<>(
                (out, value) -> inner.write(out, inner.type.cast(get(accessor, value))), Optional.of(inner::read)));
        inner.fields.forEach(field -> fields.add(new Field<>(
                field.name(), field.type(), value -> field.cell().apply(inner.type.cast(get(accessor, value))))));
        return this;
    }

    /** The next component, a link: its ends, and its class where it has one. */
    public RecordFields<R> link() {
        MethodHandle accessor = next();
        entries.add(new Entry<>(
                (out, value) -> Quantities.link(out, (Link) get(accessor, value)), Optional.of(Quantities::link)));
        fields.add(new Field<>(
                "from",
                String.class,
                value -> Optional.of(((Link) get(accessor, value)).from().toString())));
        fields.add(new Field<>(
                "to",
                String.class,
                value -> Optional.of(((Link) get(accessor, value)).to().toString())));
        return this;
    }

    /** The next component, in a way of its own. */
    public <C> RecordFields<R> custom(BiConsumer<FieldWriter, C> writer, Function<FieldReader, C> reader) {
        MethodHandle accessor = next();
        entries.add(new Entry<>(
                (out, value) -> writer.accept(out, RecordFields.<C>cast(get(accessor, value))), Optional.of(reader)));
        return this;
    }

    /** What follows from the record, written and never read. */
    public RecordFields<R> also(BiConsumer<FieldWriter, R> writer) {
        entries.add(new Entry<>(writer, Optional.empty()));
        return this;
    }

    /** Writes all fields into an object. */
    public void write(FieldWriter out, R value) {
        requireAll();
        for (Entry<R> entry : entries) {
            entry.writer().accept(out, value);
        }
    }

    /** Makes the record of its fields; what is missing or wrong is said as {@link FieldReader} says it. */
    public R read(FieldReader in) {
        requireAll();
        Object[] values = new Object[components.length];
        int at = 0;
        for (Entry<R> entry : entries) {
            if (entry.reader().isPresent()) {
                values[at++] = entry.reader().get().apply(in);
            }
        }
        try {
            return type.cast((Object) constructor.invokeExact(values));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The documents that have these fields.
     *
     * @param format name and version, as {@code longhaul-lease/1}
     */
    public JsonFormat<R> asFormat(String format) {
        return new JsonFormat<>(format) {
            @Override
            protected void encode(FieldWriter out, R value) {
                RecordFields.this.write(out, value);
            }

            @Override
            protected R decode(FieldReader in) {
                return RecordFields.this.read(in);
            }
        };
    }

    /**
     * The documents that are one of several records, told apart by their first field, "event".
     *
     * @param format name and version, as {@code longhaul-campaign-journal/1}
     * @param events by what the field says, each a {@code T}
     */
    public static <T> JsonFormat<T> events(String format, Map<String, RecordFields<?>> events) {
        return new JsonFormat<>(format) {
            @Override
            protected void encode(FieldWriter out, T value) {
                for (Map.Entry<String, RecordFields<?>> event : events.entrySet()) {
                    if (event.getValue().type.isInstance(value)) {
                        event.getValue().writeAny(out.text("event", event.getKey()), value);
                    }
                }
            }

            @Override
            protected T decode(FieldReader in) {
                RecordFields<?> fields = events.get(in.text("event"));
                if (fields == null) {
                    throw in.invalid("event", "is not known");
                }
                return RecordFields.<T>cast(fields.read(in));
            }
        };
    }

    /** Writes the fields of a record of this type, whatever it is known as. */
    public void writeAny(FieldWriter out, Object value) {
        write(out, type.cast(value));
    }

    /** All, those of flat records among them. */
    public List<Field<R>> fields() {
        return List.copyOf(fields);
    }

    private void requireAll() {
        if (named != components.length) {
            throw new IllegalStateException(
                    type + " has " + components.length + " components, and " + named + " fields");
        }
    }

    private Kind<?> kindOf(String name) {
        Class<?> valued = valueType();
        if (components[named].getType() == List.class) {
            return known(LISTS.get(valued), name);
        }
        if (valued == Duration.class) {
            return name.endsWith("_ms") || (millis && !name.endsWith("_s")) ? MILLIS : SECONDS;
        }
        return valued == DataSize.class && (bits || name.endsWith("_bits")) ? BITS : known(KINDS.get(valued), name);
    }

    private Kind<?> known(@Nullable Kind<?> kind, String name) {
        if (kind == null) {
            throw new IllegalStateException(name + " of " + type + " is a " + components[named].getGenericType());
        }
        return kind;
    }

    /** Of the next component; within an optional or a list, of what is in it. */
    private Class<?> valueType() {
        if (named >= components.length) {
            throw new IllegalStateException(type + " has " + components.length + " components");
        }
        RecordComponent component = components[named];
        Type inner = component.getType() == Optional.class || component.getType() == List.class
                ? ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
                : component.getType();
        return inner instanceof Class<?> plain ? plain : Object.class;
    }

    private MethodHandle next() {
        valueType();
        RecordComponent component = components[named++];
        try {
            return MethodHandles.publicLookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(component + " of " + type + " is not public", e);
        }
    }

    private <T> void kind(String name, Optional<Object> missing, Kind<T> kind) {
        boolean optional = components[named].getType() == Optional.class;
        MethodHandle accessor = next();
        if (optional) {
            entries.add(new Entry<>(
                    (out, value) ->
                            kind.putOptional().into(out, name, RecordFields.<Optional<T>>cast(get(accessor, value))),
                    Optional.of(in -> kind.find().from(in, name))));
            fields.add(new Field<>(
                    name,
                    kind.cellType(),
                    value ->
                            RecordFields.<Optional<T>>cast(get(accessor, value)).map(kind.cell())));
            return;
        }
        entries.add(new Entry<>(
                (out, value) -> kind.put().into(out, name, RecordFields.<T>cast(get(accessor, value))),
                Optional.of(in -> missing.isPresent() && !in.has(name)
                        ? missing.get()
                        : kind.get().from(in, name))));
        fields.add(new Field<>(name, kind.cellType(), value -> {
            Object cell = kind.cell().apply(RecordFields.<T>cast(get(accessor, value)));
            return cell instanceof Optional<?> some ? some : Optional.of(cell);
        }));
    }

    private static Object get(MethodHandle accessor, Object record) {
        try {
            return (Object) accessor.invokeExact(record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The component's own type, which the field was named for. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T cast(Object value) {
        return (T) value;
    }
}
