package io.longhaul.store.export;

import java.util.Optional;
import java.util.OptionalLong;
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

    static Optional<Long> of(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }
}
