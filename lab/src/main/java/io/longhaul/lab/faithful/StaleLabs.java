package io.longhaul.lab.faithful;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that labs left in /tmp since both of their processes were killed at the same instant: the next lab of the same user
 * removes them. A link to elsewhere is never followed. Stateless.
 */
final class StaleLabs {
    private static final Logger LOG = LoggerFactory.getLogger(StaleLabs.class);
    /** What has no lock is being made just now, or was left so: plenty of time for the former. */
    private static final Duration BEGINNING = Duration.ofDays(1);

    private StaleLabs() {}

    /** Removes those beside a lab's directory, of the user that owns it; nothing happens to labs that live. */
    static void sweep(LabDirectory own, Instant now) {
        for (LabDirectory other : own.siblings()) {
            try {
                if (!other.equals(own) && own.isOfSameUser(other) && isStale(other, now)) {
                    other.delete();
                }
            } catch (IOException e) {
                LOG.debug("The files of the lab {} stay.", other.id(), e); // another sweep was faster
            }
        }
    }

    private static boolean isStale(LabDirectory lab, Instant now) throws IOException {
        try {
            return LabLock.isFree(lab);
        } catch (NoSuchFileException e) {
            Instant made = Files.getLastModifiedTime(lab.path()).toInstant();
            return made.plus(BEGINNING).isBefore(now);
        }
    }
}
