package io.longhaul.store.export;

import io.longhaul.store.json.RecordFields;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * One column of a table: its type in the file, and how a row gives its value. An empty value is a null cell. Immutable.
 *
 * @param <R> what a row is made of
 */
record Column<R>(PrimitiveType type, Function<R, Optional<?>> value) {

    static <R> Column<R> text(String name, Function<R, Optional<String>> value) {
        return new Column<>(
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(name),
                value::apply);
    }

    static <R> Column<R> whole(String name, Function<R, Optional<Long>> value) {
        return new Column<>(Types.optional(PrimitiveTypeName.INT64).named(name), value::apply);
    }

    static <R> Column<R> decimal(String name, Function<R, Optional<Double>> value) {
        return new Column<>(Types.optional(PrimitiveTypeName.DOUBLE).named(name), value::apply);
    }

    /** Microseconds since 1970, UTC. */
    static <R> Column<R> time(String name, Function<R, Optional<Long>> micros) {
        return new Column<>(
                Types.optional(PrimitiveTypeName.INT64)
                        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
                        .named(name),
                micros::apply);
    }

    String name() {
        return type.getName();
    }

    /**
     * Fields of a record as columns of their own names.
     *
     * @param names those wanted; all single values when there are none
     */
    static <R, T extends Record> List<Column<R>> of(
            RecordFields<T> fields, Function<R, Optional<T>> value, String... names) {
        return fields.fields().stream()
                .filter(field -> names.length == 0
                        ? TYPES.contains(field.type())
                        : List.of(names).contains(field.name()))
                .map(field -> of(field.name(), field, value))
                .toList();
    }

    private static final Set<Class<?>> TYPES = Set.of(String.class, Long.class, Double.class, Instant.class);

    /** A field of a record under another name. */
    static <R, T extends Record> Column<R> of(
            String name, RecordFields.Field<T> field, Function<R, Optional<T>> value) {
        Function<R, Optional<?>> cell = row -> value.apply(row).flatMap(field.cell());
        if (field.type() == Instant.class) {
            return time(name, row -> cell.apply(row).map(Instant.class::cast).map(Column::micros));
        }
        return field.type() == String.class
                ? text(name, row -> cell.apply(row).map(String.class::cast))
                : field.type() == Long.class
                        ? whole(name, row -> cell.apply(row).map(Long.class::cast))
                        : decimal(name, row -> cell.apply(row).map(Double.class::cast));
    }

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }
}
