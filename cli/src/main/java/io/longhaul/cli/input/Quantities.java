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
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;

/** Teaches the command line quantities with units and sites. */
public final class Quantities {
    private Quantities() {}

    public static void register(CommandLine commandLine) {
        commandLine.registerConverter(Bandwidth.class, converter(Bandwidth::parse));
        commandLine.registerConverter(DataSize.class, converter(DataSize::parse));
        commandLine.registerConverter(Duration.class, converter(Durations::parse));
        commandLine.registerConverter(Money.class, converter(Money::parse));
        commandLine.registerConverter(SiteId.class, converter(SiteId::parse));
        commandLine.registerConverter(HostPort.class, converter(HostPort::parse));
        commandLine.registerConverter(RateBasis.class, converter(RateBasis::ofId));
        commandLine.registerConverter(AccessPattern.class, converter(AccessPattern::parse));
        commandLine.registerConverter(BindingLimit.class, converter(BindingLimit::ofId));
        commandLine.registerConverter(LatencyMethod.class, converter(LatencyMethod::ofId));
    }

    private static <T> ITypeConverter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (LonghaulException malformed) {
                throw new CommandLine.TypeConversionException(malformed.getMessage() + " " + malformed.advice());
            }
        };
    }
}
