package io.longhaul.stats;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Values that SciPy, statsmodels and pymannkendall computed: see {@code src/test/python/golden.py}. */
public final class Golden {
    private static final Map<String, double[]> VALUES = read();

    private Golden() {}

    public static double[] get(String name, String field) {
        return find(name, field)
                .orElseThrow(() -> new IllegalArgumentException("no golden value " + name + " " + field))
                .clone();
    }

    public static Optional<double[]> find(String name, String field) {
        return Optional.ofNullable(VALUES.get(name + "\t" + field));
    }

    private static Map<String, double[]> read() {
        var values = new TreeMap<String, double[]>();
        try (InputStream in = Golden.class.getResourceAsStream("golden.tsv")) {
            if (in == null) {
                throw new IllegalStateException("golden.tsv is not on the class path");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList()) {
                int cut = line.lastIndexOf('\t');
                values.put(
                        line.substring(0, cut),
                        Arrays.stream(line.substring(cut + 1).split(" "))
                                .mapToDouble(Double::parseDouble)
                                .toArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values;
    }
}
