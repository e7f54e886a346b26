package io.longhaul.probes.screen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a setting of the kernel. It must be taken in one gulp: such files say that they have no octets, and a reader that
 * feels its way by one octet, as {@link Files#readString} does then, is told that this one is all. Stateless.
 */
final class KernelText {
    private KernelText() {}

    /** The first line; empty when there is none, or not for us. */
    static Optional<String> firstLine(Path file) {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(0).strip());
        } catch (IOException hidden) {
            return Optional.empty();
        }
    }
}
