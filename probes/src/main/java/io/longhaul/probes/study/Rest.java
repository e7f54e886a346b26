package io.longhaul.probes.study;

import java.time.Duration;

/** Waits; a test does not. Thread-safe. */
@FunctionalInterface
public interface Rest {
    /** Of this thread. */
    Rest SLEEP = time -> Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);

    /**
     * Lets a time pass.
     *
     * @throws InterruptedException when the thread is interrupted meanwhile
     */
    void sleep(Duration time) throws InterruptedException;
}
