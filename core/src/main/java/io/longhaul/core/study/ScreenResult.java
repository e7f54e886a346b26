package io.longhaul.core.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether a machine is fit to measure or to serve, and the command that mends what is not. Immutable.
 *
 * @param oversleep how late sleeping threads wake
 * @param timer how good the clock is
 * @param stolen share of the processors' time that the hypervisor gave to others meanwhile; empty when unknown
 * @param kernel settings of TCP as {@code sysctl} prints them, by name
 * @param fit whether nothing speaks against it
 * @param findings what speaks against it
 */
public record ScreenResult(
        Oversleep oversleep,
        TimerQuality timer,
        OptionalDouble stolen,
        Map<String, String> kernel,
        boolean fit,
        List<Finding> findings) {
    public ScreenResult {
        kernel = Map.copyOf(kernel);
        findings = List.copyOf(findings);
    }

    /**
     * Something that speaks against a machine. Immutable.
     *
     * @param reason one sentence with numbers
     * @param command that mends it, for a shell with the rights of root; empty where only another VM helps
     * @param advice what to do, one sentence
     */
    public record Finding(String reason, Optional<String> command, String advice) {
        /** Mended by a command. */
        public static Finding withCommand(String reason, String command) {
            return new Finding(reason, Optional.of(command), "Run: " + command);
        }

        /** Not mended by any command. */
        public static Finding withAdvice(String reason, String advice) {
            return new Finding(reason, Optional.empty(), advice);
        }

        /** Reason and way out together. */
        @Override
        public String toString() {
            return reason + " " + advice;
        }
    }
}
