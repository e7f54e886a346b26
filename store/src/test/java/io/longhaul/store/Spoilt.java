package io.longhaul.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Good files made bad, to try their readers with. Stateless. */
public final class Spoilt {
    /** What stands in the place of a value: of another type, out of range, out of all reason. */
    private static final List<String> VALUES = List.of(
            "1e400",
            "-1e400",
            "1e-400",
            "1e308",
            "-1",
            "0",
            "-0.0",
            "0.1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999999999",
            "1e18",
            "1e19",
            "123456789012345678.123456789012345678",
            "0.0000000000000000000000000000001",
            "null",
            "true",
            "[]",
            "{}",
            "[[]]",
            "\"\"",
            "\"NaN\"",
            "NaN",
            "\"1e400\"",
            "\"\\u0000\"",
            "\"\\u001b[2J\"",
            "\"+1000000000-12-31T23:59:59Z\"",
            "\"-1000000000-01-01T00:00:00Z\"",
            "\"9999-12-31\"",
            "\"aws:\"",
            "\":\"",
            "\"aws:us-east-1\"",
            "\"9PB\"",
            "\"1e400Gbit/s\"",
            "\"99999999999Tbit/s\"",
            "2147483648",
            "-2147483649",
            "65536",
            "1.5");

    private static final List<String> CELLS = List.of(
            "",
            "1e400",
            "NaN",
            "Infinity",
            "-1",
            "0",
            "9223372036854775808",
            "1e18",
            "1e19",
            "0x1p3",
            "1f",
            "1d",
            "1e999999999",
            "2147483648",
            "\u0000",
            "\u001b[2J",
            "aws:",
            "aws:us-east-1",
            "99999999999-01-01T00:00",
            "2022-13-99T99:99",
            "9999999-01",
            "\"",
            "\"\"\"",
            ",",
            "\n",
            "1e-400",
            "00",
            "١٢");

    private static final Pattern JSON_VALUE = Pattern.compile(
            "(?<=[:\\[,] ?)(\"[^\"]*\"|-?[0-9][0-9.eE+-]*|true|false|null|\\[\\]|[0-9A-Za-z/.]+)(?=[,}\\]\\s])");
    private static final Pattern CELL = Pattern.compile("(?<=[,\\n])[^,\\n]+");

    private Spoilt() {}

    /** For messages. */
    public static String show(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** A file that is cut, flipped, nested without end, or has other values. */
    public static byte[] of(String good, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> cut(good, random);
            case 1 -> flipped(good, random);
            case 2 -> nested(good, random);
            default -> valued(good, good.indexOf('{') < 0, random).getBytes(StandardCharsets.UTF_8);
        };
    }

    /** One value, or two, replaced by others. */
    private static String valued(String good, boolean table, Random random) {
        String text = good;
        for (int i = random.nextInt(2); i >= 0; i--) {
            List<MatchResult> places =
                    (table ? CELL : JSON_VALUE).matcher(text).results().toList();
            MatchResult place = places.get(random.nextInt(places.size()));
            List<String> values = table ? CELLS : VALUES;
            text = text.substring(0, place.start())
                    + values.get(random.nextInt(values.size()))
                    + text.substring(place.end());
        }
        return text;
    }

    private static byte[] cut(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(all, random.nextInt(all.length));
    }

    private static byte[] flipped(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(3); i >= 0; i--) {
            all[random.nextInt(all.length)] = (byte) random.nextInt(256);
        }
        return all;
    }

    /** Depth without end. */
    private static byte[] nested(String good, Random random) {
        int at = random.nextInt(good.length());
        int depth = 1 << random.nextInt(18);
        String open = List.of("[", "{\"a\":", "{a: ", "- ", "\"", "? ", "&a [*a, ", "!!x ")
                .get(random.nextInt(8));
        return (good.substring(0, at) + open.repeat(depth) + good.substring(at)).getBytes(StandardCharsets.UTF_8);
    }
}
