package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access as files say it, read again when one of them has changed, so that tokens and certificates are replaced and revoked without
 * a restart. Looks once a second at most. While a changed file cannot be used the last good state stays in force, and the log says so.
 * Thread-safe.
 */
public final class AccessFiles implements Supplier<Access> {
    private static final Logger LOG = LoggerFactory.getLogger(AccessFiles.class);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final List<Path> files;
    private final Supplier<Access> reader;
    private final LongSupplier nanoClock;
    private List<String> marks;
    private Access current;
    private long looked;

    /**
     * Reads for the first time.
     *
     * @param files that are looked at
     * @param reader of them
     * @param nanoClock monotonic
     * @throws InvalidInputException when one cannot be used
     */
    public AccessFiles(List<Path> files, Supplier<Access> reader, LongSupplier nanoClock) {
        this.files = List.copyOf(files);
        this.reader = reader;
        this.nanoClock = nanoClock;
        this.looked = nanoClock.getAsLong();
        this.marks = marks();
        this.current = reader.get();
    }

    @Override
    public synchronized Access get() {
        long now = nanoClock.getAsLong();
        if (now - looked >= PAUSE) {
            looked = now;
            List<String> seen = marks();
            if (!seen.equals(marks)) {
                marks = seen;
                read();
            }
        }
        return current;
    }

    private void read() {
        try {
            current = reader.get();
            LOG.info("Tokens and certificates were read again.");
        } catch (InvalidInputException unusable) {
            LOG.warn("What was in force stays: {} {}", unusable.message(), unusable.advice());
        }
    }

    private List<String> marks() {
        var seen = new ArrayList<String>();
        for (Path file : files) {
            seen.add(mark(file).orElse("missing"));
        }
        return seen;
    }

    private static Optional<String> mark(Path file) {
        try {
            FileTime changed = Files.getLastModifiedTime(file);
            return Optional.of(changed.to(TimeUnit.NANOSECONDS) + "/" + Files.size(file) + "/" + file.toRealPath());
        } catch (IOException missing) {
            return Optional.empty();
        }
    }
}
