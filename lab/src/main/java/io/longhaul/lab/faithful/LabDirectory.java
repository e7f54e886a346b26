package io.longhaul.lab.faithful;

import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The files of one lab, readable by its user only: the sockets it is asked through, what it emulates, names of its sites,
 * output of programs. Whoever of owner and lab ends last removes it; when both are killed at once, the user's next lab
 * does ({@link StaleLabs}). Stateless but for the files.
 *
 * @param path where
 */
record LabDirectory(Path path) {
    /** Not the property java.io.tmpdir: names of sockets must be short. */
    private static final Path PARENT = Path.of("/tmp");

    /** Belongs to the user of this process. */
    private static final Path SELF = Path.of("/proc/self");

    private static final String PREFIX = "longhaul-lab-";
    private static final int ID_DIGITS = 6;

    static LabDirectory create() throws IOException {
        return createIn(PARENT);
    }

    static LabDirectory createIn(Path parent) throws IOException {
        var random = new SecureRandom();
        var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path path = parent;
        while (Files.exists(path)) {
            path = parent.resolve(PREFIX + HexFormat.of().toHexDigits(random.nextInt(), ID_DIGITS));
        }
        return new LabDirectory(Files.createDirectory(path, mine));
    }

    /**
     * Those of all labs of this user; some may be of labs that have ended. Anybody may make a directory of such a name in
     * /tmp, with a socket that tells lies: who enters that lab runs the programs of whoever made it.
     */
    static List<LabDirectory> all() {
        return allIn(PARENT).stream()
                .filter(directory -> isMine(directory.path()))
                .toList();
    }

    /** Whether it is a directory, no link to one, and belongs to the user of this process. */
    static boolean isMine(Path directory) {
        return isOfOwner(directory, SELF);
    }

    private static boolean isOfOwner(Path directory, Path other) {
        try {
            return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(other));
        } catch (IOException e) {
            return false; // it is gone
        }
    }

    /** Whether the other one is a directory, no link to one, and belongs to the user of this one. */
    boolean isOfSameUser(LabDirectory other) {
        return isOfOwner(other.path, path);
    }

    private static List<LabDirectory> allIn(Path parent) {
        var found = new ArrayList<LabDirectory>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(parent, PREFIX + "*")) {
            paths.forEach(path -> found.add(new LabDirectory(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort((a, b) -> a.path.compareTo(b.path));
        return found;
    }

    /** Those beside this one, and this one. */
    List<LabDirectory> siblings() {
        Path parent = path.getParent();
        return parent == null ? List.of(this) : allIn(parent);
    }

    void writeTopology(LabTopology topology) throws IOException {
        Files.writeString(topology(), TopologyYaml.writeJson(topology));
        Files.writeString(hosts(), hosts(topology));
    }

    static String hosts(LabTopology topology) {
        var text = new StringBuilder("127.0.0.1 localhost\n");
        int number = 1;
        for (LabSite site : topology.sites()) {
            String name = site.id().name() + "." + site.id().provider();
            text.append(SiteAddresses.ipv4(number)).append(' ').append(name).append('\n');
            text.append(SiteAddresses.ipv6(number)).append(' ').append(name).append('\n');
            number++;
        }
        return text.toString();
    }

    /** What tells one lab of a user from another: the random part of the name. */
    String id() {
        return path.getFileName().toString().substring(PREFIX.length());
    }

    /** Where the owner asks the lab. */
    Path control() {
        return path.resolve("control");
    }

    /** Where others of the same user ask the lab how it is. */
    Path status() {
        return path.resolve("status");
    }

    /** What both processes lock while they live. */
    Path lock() {
        return path.resolve("lock");
    }

    Path topology() {
        return path.resolve("topology.json");
    }

    Path hosts() {
        return path.resolve("hosts");
    }

    Path log() {
        return path.resolve("log");
    }

    Path output(long id) {
        return path.resolve("out-" + id);
    }

    Path errors(long id) {
        return path.resolve("err-" + id);
    }

    /** What the lab's process said; empty when it said nothing or had the terminal. */
    String said() {
        try {
            String text = Files.exists(log()) ? Files.readString(log()).strip() : "";
            return text.isEmpty() ? "" : " It said: " + text.substring(Math.max(0, text.length() - 1_000));
        } catch (IOException e) {
            return " Its log cannot be read: " + e.getMessage();
        }
    }

    /** Removes it with its files; nothing happens when it is gone. */
    void delete() throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (NoSuchFileException e) {
            return; // the other side was faster
        }
    }
}
