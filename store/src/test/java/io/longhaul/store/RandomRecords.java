package io.longhaul.store;

import io.longhaul.core.topology.SiteId;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Records of any type, made of random values with a liking for extreme ones. What a constructor refuses is drawn again. */
public final class RandomRecords {
    private static final int PATIENCE = 400;
    private static final String[] TEXTS = {
        "",
        " ",
        "a",
        "m5.8xlarge",
        "null",
        "0",
        "\u0000",
        "\u001b[31m",
        "\n",
        "\"",
        "\\",
        "é",
        "名前",
        "\ud83d\ude00",
        "\ud800",
        "\u2028",
        "\u202e",
        "x".repeat(5_000),
        "{\"a\":1}",
        "longhaul-plan/1"
    };
    private static final long[] WHOLES = {
        0,
        1,
        2,
        7,
        1_448,
        65_536,
        1_000_000_007L,
        Integer.MAX_VALUE,
        1L << 53,
        (1L << 53) + 1,
        9_999_999_999_999_999L,
        10_000_000_000_000_000L,
        1_000_000_000_000_000_000L,
        Long.MAX_VALUE / 8,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        -1,
        Long.MIN_VALUE
    };
    private static final double[] DECIMALS = {
        0,
        -0.0,
        1,
        0.5,
        0.95,
        1e-300,
        Double.MIN_VALUE,
        0.1 + 0.2,
        1e15,
        1e16 + 2,
        1e300,
        Double.MAX_VALUE,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };
    private static final Instant[] INSTANTS = {
        Instant.EPOCH,
        Instant.parse("2026-11-21T03:17:00.123456789Z"),
        Instant.parse("1950-01-01T00:00:00Z"),
        Instant.parse("2200-12-31T23:59:59.999999999Z"),
        Instant.parse("2201-01-01T00:00:00Z"),
        Instant.MIN,
        Instant.MAX
    };
    private static final LocalDate[] DATES = {
        LocalDate.EPOCH, LocalDate.of(2026, 2, 28), LocalDate.of(2200, 12, 31), LocalDate.MIN, LocalDate.MAX
    };

    private final Random random;
    private final int extremes;

    /** @param extremes how many of a hundred values are extreme; the others are such as are measured */
    public RandomRecords(Random random, int extremes) {
        this.random = random;
        this.extremes = extremes;
    }

    /** A value of a type. */
    public <T> T next(Class<T> type) {
        return type.cast(value(type));
    }

    private Object value(Type type) {
        if (type instanceof ParameterizedType generic) {
            return container(generic);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == SiteId.class) {
            return SiteId.parse(
                    pick("aws", "gcp", "azure") + ":" + pick("us-east-1", "eu-west-1", "a", "Z9._-", "us-east1-b"));
        }
        if (plain.isRecord()) {
            return record(plain);
        }
        if (plain.isSealed()) {
            return value(pick(plain.getPermittedSubclasses()));
        }
        if (plain.isEnum()) {
            return pick(plain.getEnumConstants());
        }
        Map<Class<?>, Supplier<Object>> makers = Map.of(
                long.class, this::whole,
                int.class, () -> (int) whole(),
                double.class, this::decimal,
                boolean.class, random::nextBoolean,
                String.class, () -> isExtreme() ? pick(TEXTS) : "text-" + random.nextInt(9),
                Instant.class, () -> isExtreme() ? pick(INSTANTS) : INSTANTS[1].plusSeconds(random.nextInt(1_000_000)),
                LocalDate.class, () -> isExtreme() ? pick(DATES) : DATES[1].plusDays(random.nextInt(999)),
                Duration.class, this::duration,
                OptionalLong.class, () -> random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(whole()));
        Supplier<Object> maker = makers.get(plain);
        if (maker != null) {
            return maker.get();
        }
        if (plain == OptionalInt.class) {
            return random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of((int) whole());
        }
        if (plain == OptionalDouble.class) {
            return random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(decimal());
        }
        if (plain == Boolean.class) {
            return random.nextBoolean();
        }
        if (plain == Double.class) {
            return decimal();
        }
        if (plain == Integer.class) {
            return (int) whole();
        }
        if (plain == Long.class) {
            return whole();
        }
        throw new IllegalStateException("no values of " + plain);
    }

    private Object container(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type of = type.getActualTypeArguments()[0];
        if (raw == Optional.class) {
            return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(value(of));
        }
        int size = random.nextInt(4);
        if (Collection.class.isAssignableFrom(raw)) {
            var list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(value(of));
            }
            return list;
        }
        if (raw == SortedMap.class || raw == Map.class) {
            var map = new TreeMap<>();
            for (int i = 0; i < size; i++) {
                map.put(value(of), value(type.getActualTypeArguments()[1]));
            }
            return map;
        }
        throw new IllegalStateException("no values of " + type);
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < PATIENCE; i++) {
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return constructor.newInstance(Arrays.stream(components)
                        .map(component -> value(component.getGenericType()))
                        .toArray());
            } catch (InvocationTargetException refused) {
                assert refused.getCause() != null; // its own check: drawn again
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new Refused(type);
    }

    /** No values were found that a record takes. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(Class<?> type) {
            super(type + " takes nothing");
        }
    }

    private Duration duration() {
        if (!isExtreme()) {
            return Duration.ofNanos(Math.floorMod(random.nextLong(), 20_000_000_000L));
        }
        return switch (random.nextInt(4)) {
            case 0 -> Duration.ofSeconds(whole(), 999_999_999 & random.nextInt());
            case 1 -> Duration.ofNanos(whole());
            case 2 -> Duration.ofDays(36_525).plusNanos(random.nextInt(3) - 1);
            default -> Duration.ofMillis(whole());
        };
    }

    private long whole() {
        return isExtreme() ? WHOLES[random.nextInt(WHOLES.length)] : random.nextInt(1_000_000);
    }

    private double decimal() {
        return isExtreme() ? DECIMALS[random.nextInt(DECIMALS.length)] : random.nextDouble();
    }

    private boolean isExtreme() {
        return random.nextInt(100) < extremes;
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
