package io.longhaul.probes.screen;

import io.longhaul.core.study.TimerQuality;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Looks at the clock. Stateless. */
final class TimerMeter {
    private static final int READINGS = 20_000;
    private static final String SOURCE = "devices/system/clocksource/clocksource0/current_clocksource";

    private TimerMeter() {}

    /**
     * Reads the clock a few thousand times.
     *
     * @param sys where the kernel shows its devices, {@code /sys} on Linux
     */
    static TimerQuality measure(LongSupplier nanoClock, Path sys) {
        long first = nanoClock.getAsLong();
        long before = first;
        long step = Long.MAX_VALUE;
        for (int i = 0; i < READINGS; i++) {
            long now = nanoClock.getAsLong();
            if (now > before) {
                step = Math.min(step, now - before);
            }
            before = now;
        }
        long resolution = step == Long.MAX_VALUE ? 0 : step;
        return new TimerQuality(
                KernelText.firstLine(sys.resolve(SOURCE)),
                Duration.ofNanos((before - first) / READINGS),
                Duration.ofNanos(resolution));
    }
}
