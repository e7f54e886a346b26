package io.longhaul.probes.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this program, as it is written into every measurement. */
public final class ProbesVersion {
    /** Name of the prober in measurements. */
    public static final String NAME = "longhaul";

    private static final String VERSION = read();

    private ProbesVersion() {}

    public static String get() {
        return VERSION;
    }

    private static String read() {
        try (InputStream in = ProbesVersion.class.getResourceAsStream("version.properties")) {
            var properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException("version.properties is part of the program", e);
        }
    }
}
