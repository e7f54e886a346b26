package io.longhaul.cli.input;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.probes.spec.AddressRange;
import io.longhaul.probes.spec.HostPort;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;

/** Teaches the command line quantities with units and sites. */
public final class Converters {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d");

    private Converters() {}

    public static void register(CommandLine commandLine) {
        commandLine.registerConverter(Bandwidth.class, converter(Bandwidth::parse));
        commandLine.registerConverter(DataSize.class, converter(DataSize::parse));
        commandLine.registerConverter(Duration.class, converter(Durations::parse));
        commandLine.registerConverter(Money.class, converter(Money::parse));
        commandLine.registerConverter(SiteId.class, converter(SiteId::parse));
        commandLine.registerConverter(AddressRange.class, converter(AddressRange::parse));
        commandLine.registerConverter(HostPort.class, converter(HostPort::parse));
        commandLine.registerConverter(RateBasis.class, converter(RateBasis::ofId));
        commandLine.registerConverter(AccessPattern.class, converter(AccessPattern::parse));
        commandLine.registerConverter(BindingLimit.class, converter(BindingLimit::ofId));
        commandLine.registerConverter(Instant.class, Converters::moment);
        commandLine.registerConverter(LatencyMethod.class, converter(LatencyMethod::ofId));
    }

    /** A time where iperf3 takes seconds: a bare number is so many of them. */
    static final class Seconds implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            boolean bare = !text.isEmpty() && text.chars().allMatch(each -> each == '.' || Character.isDigit(each));
            return converter(Durations::parse).convert(bare ? text + "s" : text);
        }
    }

    /** A time from now, as {@code 6h}, or a moment that {@link #moment} reads. */
    static final class FromNow implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            if (!DATE.matcher(text).lookingAt()) {
                return converter(Durations::parse).convert(text);
            }
            Duration left = Duration.between(Instant.now(), moment(text));
            if (left.isNegative() || left.isZero()) {
                throw new CommandLine.TypeConversionException("The date (" + text + ") is over: it is "
                        + Instant.now().truncatedTo(ChronoUnit.SECONDS)
                        + " now. Give a later one, or a time from now, as 6h.");
            }
            return left;
        }
    }

    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("['T'][' ']")
            .appendOptional(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    /** A moment, as {@code 2026-11-30T06:00Z} or {@code 2026-11-30}, in UTC where no offset is given. */
    private static Instant moment(String text) {
        try {
            TemporalAccessor read = MOMENT.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
            return read instanceof OffsetDateTime offset
                    ? offset.toInstant()
                    : (read instanceof LocalDateTime local
                                    ? local
                                    : LocalDate.from(read).atStartOfDay())
                            .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException malformed) {
            throw new CommandLine.TypeConversionException(
                    "The date (" + text + ") is none. Write it like 2026-11-30T06:00Z.");
        }
    }

    /** A converter that throws nothing checked. */
    interface Converter<T> extends ITypeConverter<T> {
        @Override
        T convert(String text);
    }

    static <T> Converter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (LonghaulException malformed) {
                throw new CommandLine.TypeConversionException(malformed.getMessage() + " " + malformed.advice());
            } catch (IllegalArgumentException | ArithmeticException malformed) {
                throw new CommandLine.TypeConversionException(text + ": " + malformed.getMessage());
            }
        };
    }
}
