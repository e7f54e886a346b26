package io.longhaul.cli.input;

import io.longhaul.clouds.CloudProvider;
import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The clouds' SDKs, which are not on the command's class path: each lies in a folder of its own, and is opened when a command needs that
 * cloud. Stateless.
 */
public final class CloudRooms {
    /** Names the folder that has a folder of jars for each cloud, as {@code clouds-aws}; a checkout needs none. */
    private static final String FOLDER = "longhaul.clouds";

    /** The clouds that Longhaul acts in. */
    public static final List<String> KNOWN = List.of("aws", "azure", "gcp");

    private CloudRooms() {}

    /**
     * Opens one. Its classes stay open as long as the process lives.
     *
     * @throws InvalidInputException when there is no such cloud, or its SDK is not here
     */
    public static CloudProvider open(String name) {
        if (!KNOWN.contains(name)) {
            throw new InvalidInputException(
                    "Longhaul does not know how to act in the cloud " + name + ".",
                    "It does in " + String.join(", ", KNOWN) + ".");
        }
        Path folder = folder(name);
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(
                    "The SDK of " + name + " is not here (" + folder + ").",
                    "Run ./longhaul of a checkout, which builds it, or name the folder of clouds-" + name
                            + " by LONGHAUL_JAVA_OPTS=-D" + FOLDER + "=FOLDER.");
        }
        try (Stream<Path> files = Files.list(folder)) {
            URL[] jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(CloudRooms::url)
                    .toArray(URL[]::new);
            var loader = new URLClassLoader("clouds-" + name, jars, CloudRooms.class.getClassLoader());
            // SDKs look for parts of themselves by the thread's loader
            Thread.currentThread().setContextClassLoader(loader);
            return CloudProvider.find(name, loader)
                    .orElseThrow(() -> new InvalidInputException(
                            "The folder " + folder + " has no provider of " + name + ".",
                            "Build it again: mvn package -pl clouds-" + name + " -am."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder(String name) {
        String given = System.getProperty(FOLDER);
        return given != null
                ? Path.of(given, "clouds-" + name)
                : Path.of(System.getProperty("longhaul.home", "."), "clouds-" + name, "target", "longhaul");
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a path is an address", e);
        }
    }
}
