package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The interfaces of the calling thread's network, as the kernel lists them. Stateless. */
final class ProcNet {
    /** Of the thread, not of the process: the first thread's network may be another one. */
    private static final Path TABLE = Path.of("/proc/thread-self/net/dev");

    private static final int DROPPED_ON_SENDING = 11;

    private ProcNet() {}

    /** Names of the interfaces. */
    static List<String> interfaces() {
        return table().stream()
                .map(line -> line.substring(0, line.indexOf(':')).strip())
                .toList();
    }

    /** Packets that the kernel could not hand to a device, as its queue was full. */
    static long dropsOf(String device) {
        return table().stream()
                .map(String::strip)
                .filter(line -> line.startsWith(device + ":"))
                .mapToLong(line -> Long.parseLong(
                        line.substring(device.length() + 1).strip().split("\\s+", -1)[DROPPED_ON_SENDING]))
                .sum();
    }

    private static List<String> table() {
        // a single large read: the file has no size, and small reads of it may be cut
        try (InputStream in = Files.newInputStream(TABLE)) {
            return new String(in.readNBytes(1 << 16), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> line.contains(":"))
                    .toList();
        } catch (IOException e) {
            throw new LabException("The lab cannot see its interfaces: " + e.getMessage() + ".", "Mount /proc.", e);
        }
    }
}
