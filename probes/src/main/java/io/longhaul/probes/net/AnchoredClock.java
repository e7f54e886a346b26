package io.longhaul.probes.net;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** Wall-clock time that a step of the system's clock does not disturb: read once, then carried on. Thread-safe. */
public final class AnchoredClock implements InstantSource {
    private final Instant anchor;
    private final long anchorNanos;
    private final LongSupplier nanoClock;

    public AnchoredClock(InstantSource wall, LongSupplier nanoClock) {
        this.anchor = wall.instant();
        this.anchorNanos = nanoClock.getAsLong();
        this.nanoClock = nanoClock;
    }

    @Override
    public Instant instant() {
        return anchor.plusNanos(nanoClock.getAsLong() - anchorNanos);
    }
}
