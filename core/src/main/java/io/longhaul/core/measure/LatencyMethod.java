package io.longhaul.core.measure;

import io.longhaul.core.error.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a round-trip time was measured. */
public enum LatencyMethod {
    /** Time of the TCP handshake, a new connection each time. */
    TCP_CONNECT,
    /** Echo of a small message on an open TCP connection. */
    TCP_ECHO,
    /** Simple Two-way Active Measurement Protocol, RFC 8762. */
    STAMP,
    /** ICMP echo, by a foreign tool. */
    ICMP_ECHO;

    /** The name in files and on the command line, as {@code tcp-echo}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static LatencyMethod ofId(String id) {
        return Arrays.stream(values())
                .filter(method -> method.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The latency method (" + id + ") is not known.",
                        "Known methods are "
                                + Arrays.stream(values()).map(LatencyMethod::id).collect(Collectors.joining(", "))
                                + "."));
    }
}
