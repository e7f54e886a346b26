package io.longhaul.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this build, as the jar states it. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"longhaul " + text()};
    }

    /** What the user types to run this command: {@code ./longhaul} where that is what works. */
    public static String command() {
        return System.getProperty("longhaul.command", "longhaul");
    }

    /** {@code 0.1.0-SNAPSHOT}; {@code development} when run from class files. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
