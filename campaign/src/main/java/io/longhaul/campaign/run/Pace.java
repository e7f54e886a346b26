package io.longhaul.campaign.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time, as a coordinator goes through it. Implementations are safe for any thread. */
public interface Pace extends InstantSource {
    /** The machine's time. */
    Pace REAL = new Pace() {
        @Override
        public Instant instant() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
            Thread.sleep(time.toMillis());
        }
    };

    /** Monotonic, from any begin: waits are counted by it, so that a clock that is set meanwhile ends none too soon or too late. */
    long nanos();

    /** Lets so much time pass. */
    void sleep(Duration time) throws InterruptedException;
}
