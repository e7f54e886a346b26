package io.longhaul.store.json;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the fields of one JSON object in order, in the units of the formats: bit/s, octets, seconds, milliseconds,
 * dollars. An absent value is written as null. Confined to one thread.
 */
public final class FieldWriter {
    private final ObjectNode tree;

    FieldWriter(ObjectNode tree) {
        this.tree = tree;
    }

    ObjectNode tree() {
        return tree;
    }

    public FieldWriter text(String name, String value) {
        tree.put(name, value);
        return this;
    }

    public FieldWriter text(String name, Optional<String> value) {
        tree.put(name, value.orElse(null));
        return this;
    }

    public FieldWriter flag(String name, boolean value) {
        tree.put(name, value);
        return this;
    }

    public FieldWriter flag(String name, Optional<Boolean> value) {
        tree.put(name, value.orElse(null));
        return this;
    }

    public FieldWriter integer(String name, long value) {
        tree.put(name, value);
        return this;
    }

    public FieldWriter integer(String name, OptionalLong value) {
        return value.isPresent() ? integer(name, value.getAsLong()) : nothing(name);
    }

    public FieldWriter integer(String name, OptionalInt value) {
        return value.isPresent() ? integer(name, value.getAsInt()) : nothing(name);
    }

    /** A number that is not finite is not known. */
    public FieldWriter decimal(String name, double value) {
        if (Double.isFinite(value)) {
            tree.put(name, value);
            return this;
        }
        return nothing(name);
    }

    public FieldWriter decimal(String name, OptionalDouble value) {
        return value.isPresent() ? decimal(name, value.getAsDouble()) : nothing(name);
    }

    public FieldWriter bps(String name, Bandwidth value) {
        return integer(name, value.bitsPerSecond());
    }

    /** As of a number that is not finite, nothing is known of what no reader takes: what it comes from is broken, or lies. */
    public FieldWriter bps(String name, Optional<Bandwidth> value) {
        return value.isPresent() && value.get().bitsPerSecond() <= FieldReader.MOST_BPS
                ? bps(name, value.get())
                : nothing(name);
    }

    public FieldWriter bytes(String name, DataSize value) {
        return integer(name, value.bytes());
    }

    public FieldWriter bytes(String name, Optional<DataSize> value) {
        return value.isPresent() && value.get().bytes() <= FieldReader.MOST_BYTES
                ? bytes(name, value.get())
                : nothing(name);
    }

    public FieldWriter bits(String name, DataSize value) {
        return exact(name, BigDecimal.valueOf(value.bytes()).multiply(BigDecimal.valueOf(8)));
    }

    public FieldWriter seconds(String name, Duration value) {
        return exact(name, nanos(value).movePointLeft(9));
    }

    public FieldWriter seconds(String name, Optional<Duration> value) {
        return value.isPresent() && FieldReader.isBounded(value.get()) ? seconds(name, value.get()) : nothing(name);
    }

    public FieldWriter millis(String name, Duration value) {
        return exact(name, nanos(value).movePointLeft(6));
    }

    public FieldWriter millis(String name, Optional<Duration> value) {
        return value.isPresent() && FieldReader.isBounded(value.get()) ? millis(name, value.get()) : nothing(name);
    }

    public FieldWriter usd(String name, Money value) {
        return usd(name, value.nanoDollars());
    }

    public FieldWriter usd(String name, Optional<Money> value) {
        return value.isPresent() ? usd(name, value.get()) : nothing(name);
    }

    /** An amount or price given in billionths of a dollar. */
    public FieldWriter usd(String name, long nanoDollars) {
        return exact(name, BigDecimal.valueOf(nanoDollars, 9));
    }

    public FieldWriter instant(String name, Instant value) {
        return text(name, value.toString());
    }

    public FieldWriter instant(String name, Optional<Instant> value) {
        return text(name, value.filter(FieldReader::isBounded).map(Instant::toString));
    }

    public FieldWriter nothing(String name) {
        tree.putNull(name);
        return this;
    }

    public <T> FieldWriter object(String name, T value, BiConsumer<FieldWriter, T> fields) {
        fields.accept(new FieldWriter(tree.putObject(name)), value);
        return this;
    }

    public <T> FieldWriter objectOrNull(String name, Optional<T> value, BiConsumer<FieldWriter, T> fields) {
        return value.isPresent() ? object(name, value.get(), fields) : nothing(name);
    }

    public <T> FieldWriter objects(String name, Collection<T> values, BiConsumer<FieldWriter, T> fields) {
        ArrayNode array = tree.putArray(name);
        values.forEach(value -> fields.accept(new FieldWriter(array.addObject()), value));
        return this;
    }

    public FieldWriter integers(String name, Collection<? extends Number> values) {
        ArrayNode array = tree.putArray(name);
        values.forEach(value -> array.add(value.longValue()));
        return this;
    }

    /** Numbers, to a millionth. */
    public FieldWriter decimals(String name, Collection<Double> values) {
        ArrayNode array = tree.putArray(name);
        values.forEach(value -> array.add(Math.round(value * 1e6) / 1e6));
        return this;
    }

    public FieldWriter integersOrNulls(String name, Collection<Optional<Long>> values) {
        ArrayNode array = tree.putArray(name);
        values.forEach(value -> value.ifPresentOrElse(array::add, array::addNull));
        return this;
    }

    public FieldWriter texts(String name, Collection<?> values) {
        ArrayNode array = tree.putArray(name);
        values.forEach(value -> array.add(value.toString()));
        return this;
    }

    /** A document of a format of its own, with its {@code format} field. */
    public <T> FieldWriter document(String name, Optional<T> value, JsonDocument<T> format) {
        if (value.isEmpty()) {
            return nothing(name);
        }
        FieldWriter inner = new FieldWriter(tree.putObject(name)).text("format", format.format());
        format.encode(inner, value.get());
        return this;
    }

    /** Documents of a format of their own. */
    public <T> FieldWriter documents(String name, Collection<T> values, JsonDocument<T> format) {
        return objects(name, values, (fields, value) -> format.encode(fields.text("format", format.format()), value));
    }

    /** A document that is JSON text already, of whatever format. */
    public FieldWriter json(String name, Optional<String> document) {
        document.ifPresentOrElse(text -> tree.set(name, JsonText.parse(text, name)), () -> nothing(name));
        return this;
    }

    private FieldWriter exact(String name, BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        tree.put(name, stripped.scale() < 0 ? stripped.setScale(0) : stripped);
        return this;
    }

    private static BigDecimal nanos(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds()).movePointRight(9).add(BigDecimal.valueOf(duration.getNano()));
    }
}
