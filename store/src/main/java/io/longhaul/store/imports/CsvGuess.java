package io.longhaul.store.imports;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.store.csv.CsvTable;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a foreign table leaves unsaid, read from its header and its cells; nothing here overrules the user. Stateless. */
final class CsvGuess {
    /** Names that people give to columns, in the order they are looked for; a unit at their end is not part of them. */
    private static final Map<CsvField, List<String>> NAMES = names();

    private static final Pattern RATE_UNIT = Pattern.compile(
            "(?:^|[^a-z])([kmgt]?)(?:bps|bits?_?/?_?s(?:ec(?:ond)?)?|bits?_per_sec(?:ond)?)(?:$|[^a-z])");
    private static final Pattern OCTETS = Pattern.compile("(?:^|[^a-z])(?:[kmgt]i?b/s|[kmgt]?bytes?_?(?:/|per)_?s)");
    private static final Pattern TIME_UNIT = Pattern.compile(
            "(?:^|[^a-z])(ns|nanos|us|usec|micros|ms|msec|millis|milliseconds|s|sec|seconds)(?:$|[^a-z])");
    private static final Pattern DECIMAL_COMMA = Pattern.compile("(\\d{1,3}(?:\\.\\d{3})+|\\d+),(\\d+)");
    private static final Pattern EPOCH = Pattern.compile("(\\d{9,19})(?:\\.\\d+)?");

    private CsvGuess() {}

    private static Map<CsvField, List<String>> names() {
        Map<CsvField, List<String>> names = new EnumMap<>(CsvField.class);
        names.put(CsvField.FROM, List.of("from", "src", "source", "src_region", "source_region", "client", "sender"));
        names.put(
                CsvField.TO,
                List.of("to", "dst", "dest", "destination", "dst_region", "dest_region", "server", "receiver"));
        names.put(CsvField.SENT, List.of("sent", "throughput_sent", "sent_rate"));
        names.put(
                CsvField.RECEIVED,
                List.of("received", "throughput_received", "throughput", "goodput", "bandwidth", "rate", ""));
        names.put(CsvField.RTT, List.of("rtt", "ping", "latency", "delay", "rtt_min", "min_rtt", "round_trip_time"));
        names.put(CsvField.STREAMS, List.of("streams", "connections", "parallel", "flows"));
        names.put(
                CsvField.STARTED,
                List.of("started", "start", "timestamp", "time", "date", "datetime", "epoch", "when"));
        names.put(CsvField.DURATION, List.of("duration", "seconds", "length"));
        return names;
    }

    /** The columns of a table whose names say what they hold. */
    static Map<CsvField, String> columns(CsvTable table) {
        Map<String, String> bare = new LinkedHashMap<>();
        for (String column : table.columns()) {
            bare.putIfAbsent(bare(column), column);
        }
        Map<CsvField, String> found = new EnumMap<>(CsvField.class);
        NAMES.forEach((field, names) -> names.stream()
                .map(bare::get)
                .filter(column -> column != null && !found.containsValue(column))
                .filter(column -> field != CsvField.RECEIVED
                        || rateUnit(column).isPresent()
                        || !bare(column).isEmpty())
                .findFirst()
                .ifPresent(column -> found.put(field, column)));
        return found;
    }

    /** The name without its unit, small, with underscores between words: {@code RTT (ms)} is {@code rtt}. */
    private static String bare(String column) {
        String plain = column.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[\\s(\\[]+", "_")
                .replaceAll("[)\\]]", "");
        return plain.replaceAll(
                "(?:^|_)(?:[kmgt]?bps|[kmgt]?bits?(?:/s|/sec|_per_second)|ns|us|ms|s|sec|msec|usec|seconds|millis)$",
                "");
    }

    /** What a rate of 1 means by the column's name, as {@code throughput_mbps} or {@code Bandwidth (Gbit/s)}. */
    static Optional<Bandwidth> rateUnit(String column) {
        String name = column.toLowerCase(Locale.ROOT).replaceAll("[\\s()\\[\\]]+", "_");
        Matcher unit = RATE_UNIT.matcher(name);
        if (OCTETS.matcher(name).find() || !unit.find()) {
            return Optional.empty();
        }
        return Optional.of(Bandwidth.ofBitsPerSecond(
                switch (unit.group(1)) {
                    case "k" -> 1e3;
                    case "m" -> 1e6;
                    case "g" -> 1e9;
                    case "t" -> 1e12;
                    default -> 1;
                }));
    }

    /** What a time of 1 means by the column's name, as {@code rtt_ms} or {@code Latency [us]}. */
    static Optional<Duration> timeUnit(String column) {
        Matcher unit = TIME_UNIT.matcher(column.toLowerCase(Locale.ROOT));
        if (!unit.find()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (unit.group(1).charAt(0)) {
                    case 'n' -> Duration.ofNanos(1);
                    case 'u' -> Duration.ofNanos(1_000);
                    case 'm' -> unit.group(1).startsWith("mic") ? Duration.ofNanos(1_000) : Duration.ofMillis(1);
                    default -> Duration.ofSeconds(1);
                });
    }

    /** A number with a decimal comma, written with a point; empty when it has none. */
    static Optional<String> decimalComma(String text) {
        Matcher number = DECIMAL_COMMA.matcher(text);
        return number.matches()
                ? Optional.of(number.group(1).replace(".", "") + "." + number.group(2))
                : Optional.empty();
    }

    /** A time as a count since 1970, of seconds, milliseconds, microseconds or nanoseconds by its number of digits. */
    static Optional<Instant> epoch(String text) {
        Matcher count = EPOCH.matcher(text);
        if (!count.matches()) {
            return Optional.empty();
        }
        int digits = count.group(1).length();
        if (digits <= 11) {
            return Optional.of(Instant.ofEpochMilli(Math.round(Double.parseDouble(text) * 1_000)));
        }
        long whole = Long.parseLong(count.group(1));
        long perSecond = digits <= 14 ? 1_000L : digits <= 17 ? 1_000_000L : 1_000_000_000L;
        return Optional.of(Instant.ofEpochSecond(whole / perSecond, whole % perSecond * (1_000_000_000L / perSecond)));
    }
}
