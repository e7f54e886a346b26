package io.longhaul.cli;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Options that were given as zero: a limit, a length or a number of nothing is a slip, but where zero has a meaning. Stateless. */
final class ZeroOptions {
    /** What may be none at all; port zero is any that is free. */
    private static final Set<String> MAY_BE_ZERO = Set.of(
            "--already-sent",
            "--gap",
            "--links",
            "--max-age",
            "--metrics-port",
            "--omit",
            "--orders-port",
            "--port",
            "--seed",
            "--serve",
            "--stamp-port",
            "--vm-boot",
            "--vm-minimum");

    private ZeroOptions() {}

    /** @throws ParameterException when an option of the command, or of one below it, is zero and may not be */
    static void refuse(ParseResult parsed) {
        for (OptionSpec option : parsed.matchedOptions()) {
            if (isZero(option.getValue()) && !MAY_BE_ZERO.contains(option.longestName())) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(),
                        "The value of " + option.longestName() + " is zero: leave it out, or give more.");
            }
        }
        if (parsed.hasSubcommand()) {
            refuse(parsed.subcommand());
        }
    }

    private static boolean isZero(Object value) {
        return (value instanceof Duration time && time.isZero())
                || (value instanceof DataSize size && size.isZero())
                || (value instanceof Bandwidth rate && rate.isZero())
                || (value instanceof Number number && number.doubleValue() == 0);
    }
}
