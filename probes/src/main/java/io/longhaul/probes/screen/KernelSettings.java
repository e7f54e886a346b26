package io.longhaul.probes.screen;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel's settings that decide how large a TCP window can grow. Immutable; empty where the platform has none.
 *
 * @param values by name, as {@code sysctl} prints them
 */
public record KernelSettings(Map<String, String> values) {
    static final String RECEIVE = "net.ipv4.tcp_rmem";
    static final String SEND = "net.ipv4.tcp_wmem";
    static final String RECEIVE_ASKED = "net.core.rmem_max";
    static final String SEND_ASKED = "net.core.wmem_max";
    static final String SCALING = "net.ipv4.tcp_window_scaling";
    static final String CONGESTION = "net.ipv4.tcp_congestion_control";
    static final String TUNING = "net.ipv4.tcp_moderate_rcvbuf";
    static final String AVAILABLE = "net.ipv4.tcp_available_congestion_control";
    private static final String[] NAMES = {
        RECEIVE,
        SEND,
        RECEIVE_ASKED,
        SEND_ASKED,
        SCALING,
        CONGESTION,
        AVAILABLE,
        TUNING,
        "net.core.default_qdisc",
        "net.ipv4.tcp_slow_start_after_idle"
    };

    public KernelSettings {
        values = Map.copyOf(values);
    }

    /**
     * Reads them.
     *
     * @param proc where the settings lie, {@code /proc/sys} on Linux
     */
    public static KernelSettings read(Path proc) {
        var values = new LinkedHashMap<String, String>();
        for (String name : NAMES) {
            KernelText.firstLine(proc.resolve(name.replace('.', '/')))
                    .ifPresent(value -> values.put(name, value.replaceAll("\\s+", " ")));
        }
        return new KernelSettings(values);
    }

    /** The last number of a setting: its maximum. */
    Optional<Long> most(String name) {
        return Optional.ofNullable(values.get(name)).map(text -> {
            String[] words = text.split(" ", -1);
            return Long.parseLong(words[words.length - 1]);
        });
    }
}
