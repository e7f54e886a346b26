package io.longhaul.probes.screen;

import io.longhaul.core.study.Oversleep;
import io.longhaul.core.study.ScreenResult;
import io.longhaul.core.study.ScreenResult.Finding;
import io.longhaul.core.study.TimerQuality;
import io.longhaul.core.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongSupplier;

/** Tells whether this machine is fit to measure or to serve, and the command that mends what is not. Stateless. */
public final class Screen {
    private static final long BUFFER_FOR_WINDOW = 2;
    private static final double TOO_MANY_LATE = 0.01;
    private static final double TOO_MUCH_STOLEN = 0.02;
    private static final Duration SLOW_READING = Duration.ofNanos(1_000);
    private static final Set<String> SLOW_SOURCES = Set.of("hpet", "acpi_pm", "jiffies", "xen");
    private static final String USE_TSC = "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource";

    private Screen() {}

    /**
     * Screens this machine. Blocks the calling thread.
     *
     * @param time to sleep and count
     * @param window that a stream must be able to reach
     * @param nanoClock monotonic
     */
    public static ScreenResult run(Duration time, DataSize window, LongSupplier nanoClock) {
        Path stat = Path.of("/proc/stat");
        Optional<long[]> before = ProcessorTimes.read(stat);
        TimerQuality timer = TimerMeter.measure(nanoClock, Path.of("/sys"));
        Oversleep oversleep = OversleepMeter.measure(time, nanoClock);
        OptionalDouble stolen = ProcessorTimes.stolen(before, ProcessorTimes.read(stat));
        return judge(oversleep, timer, stolen, KernelSettings.read(Path.of("/proc/sys")), window);
    }

    /** Judges what was found; a pure function. */
    static ScreenResult judge(
            Oversleep oversleep, TimerQuality timer, OptionalDouble stolen, KernelSettings kernel, DataSize window) {
        var findings = new ArrayList<Finding>();
        processor(oversleep, stolen).forEach(findings::add);
        clock(timer).ifPresent(findings::add);
        halved(kernel, KernelSettings.RECEIVE, window, "4096 131072 ").ifPresent(findings::add);
        halved(kernel, KernelSettings.SEND, window, "4096 16384 ").ifPresent(findings::add);
        below(kernel, KernelSettings.RECEIVE_ASKED, window).ifPresent(findings::add);
        below(kernel, KernelSettings.SEND_ASKED, window).ifPresent(findings::add);
        off(kernel, KernelSettings.SCALING, "Windows cannot grow beyond 64 KiB.")
                .ifPresent(findings::add);
        off(kernel, KernelSettings.TUNING, "The kernel does not widen windows by itself.")
                .ifPresent(findings::add);
        return new ScreenResult(oversleep, timer, stolen, kernel.values(), findings.isEmpty(), findings);
    }

    private static List<Finding> processor(Oversleep oversleep, OptionalDouble stolen) {
        var findings = new ArrayList<Finding>();
        if (oversleep.over10Millis() > TOO_MANY_LATE * oversleep.samples()) {
            findings.add(Finding.withAdvice(
                    oversleep.over10Millis() + " of " + oversleep.samples()
                            + " sleeps of 0.1 ms ended more than 10 ms late: the processor is shared.",
                    "Take another VM."));
        }
        if (stolen.orElse(0) > TOO_MUCH_STOLEN) {
            findings.add(Finding.withAdvice(
                    Math.round(100 * stolen.getAsDouble()) + " % of the processor time went to other VMs.",
                    "Take another VM, or a dedicated one."));
        }
        return findings;
    }

    private static Optional<Finding> clock(TimerQuality timer) {
        boolean slow = timer.cost().compareTo(SLOW_READING) > 0
                || timer.source().filter(SLOW_SOURCES::contains).isPresent();
        return slow
                ? Optional.of(Finding.withCommand(
                        "Reading the clock"
                                + timer.source().map(name -> " (" + name + ")").orElse("") + " takes "
                                + timer.cost().toNanos() + " ns: times are coarse, and taking them costs.",
                        USE_TSC))
                : Optional.empty();
    }

    private static Optional<Finding> off(KernelSettings kernel, String name, String consequence) {
        return kernel.most(name)
                .filter(value -> value == 0)
                .map(value -> Finding.withCommand(consequence, "sysctl -w " + name + "=1"));
    }

    /** Buffers the kernel widens by itself hold its own records too: about half is left for octets of the connection. */
    private static Optional<Finding> halved(KernelSettings kernel, String name, DataSize window, String lower) {
        return kernel.most(name)
                .filter(most -> most < BUFFER_FOR_WINDOW * window.bytes())
                .map(most -> Finding.withCommand(
                        name + " ends at " + most + " octets, of which about half is window: not enough for " + window
                                + ".",
                        "sysctl -w " + name + "=\"" + lower + BUFFER_FOR_WINDOW * window.bytes() + "\""));
    }

    /** What a program asks for is doubled by the kernel itself. */
    private static Optional<Finding> below(KernelSettings kernel, String name, DataSize window) {
        return kernel.most(name)
                .filter(most -> most < window.bytes())
                .map(most -> Finding.withCommand(
                        name + " ends at " + most + " octets, below the window of " + window + ".",
                        "sysctl -w " + name + "=" + window.bytes()));
    }
}
