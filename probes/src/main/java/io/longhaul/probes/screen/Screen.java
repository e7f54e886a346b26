package io.longhaul.probes.screen;

import io.longhaul.core.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a machine is fit to measure or to serve, and the command that mends what is not. Immutable.
 *
 * @param oversleep how late sleeping threads wake
 * @param stolen share of the processors' time that the hypervisor gave to others meanwhile; empty when unknown
 * @param kernel settings as they are
 * @param fit whether nothing speaks against it
 * @param reasons what speaks against it, each with the way out
 */
public record Screen(
        Oversleep oversleep, Optional<Double> stolen, KernelSettings kernel, boolean fit, List<String> reasons) {
    private static final double TOO_MANY_LATE = 0.01;
    private static final double TOO_MUCH_STOLEN = 0.02;
    private static final int STEAL_FIELD = 8;

    public Screen {
        reasons = List.copyOf(reasons);
    }

    /**
     * Screens this machine. Blocks the calling thread.
     *
     * @param time to sleep and count
     * @param window that a stream must be able to reach
     * @param nanoClock monotonic
     */
    public static Screen run(Duration time, DataSize window, LongSupplier nanoClock) {
        Optional<long[]> before = processorTimes(Path.of("/proc/stat"));
        Oversleep oversleep = Oversleep.measure(time, nanoClock);
        Optional<Double> stolen =
                before.flatMap(first -> processorTimes(Path.of("/proc/stat")).map(last -> stolen(first, last)));
        return judge(oversleep, stolen, KernelSettings.read(Path.of("/proc/sys")), window);
    }

    /** Judges what was found; a pure function. */
    static Screen judge(Oversleep oversleep, Optional<Double> stolen, KernelSettings kernel, DataSize window) {
        var reasons = new ArrayList<String>();
        if (oversleep.over10Millis() > TOO_MANY_LATE * oversleep.samples()) {
            reasons.add(oversleep.over10Millis() + " of " + oversleep.samples()
                    + " sleeps of 0.1 ms ended more than 10 ms late: the processor is shared. Take another VM.");
        }
        stolen.filter(share -> share > TOO_MUCH_STOLEN)
                .ifPresent(share -> reasons.add(Math.round(100 * share)
                        + " % of the processor time went to other VMs. Take another VM, or a dedicated one."));
        below(kernel, KernelSettings.RECEIVE, window, "4096 131072 ").ifPresent(reasons::add);
        below(kernel, KernelSettings.SEND, window, "4096 16384 ").ifPresent(reasons::add);
        below(kernel, KernelSettings.RECEIVE_ASKED, window, "").ifPresent(reasons::add);
        below(kernel, KernelSettings.SEND_ASKED, window, "").ifPresent(reasons::add);
        kernel.most(KernelSettings.SCALING)
                .filter(on -> on == 0)
                .ifPresent(off -> reasons.add(
                        "Windows cannot grow beyond 64 KiB. Run: sysctl -w " + KernelSettings.SCALING + "=1"));
        return new Screen(oversleep, stolen, kernel, reasons.isEmpty(), reasons);
    }

    private static Optional<String> below(KernelSettings kernel, String name, DataSize window, String lower) {
        return kernel.most(name)
                .filter(most -> most < window.bytes())
                .map(most -> name + " ends at " + most + " octets, below the window of " + window + ". Run: sysctl -w "
                        + name + "=\"" + lower + window.bytes() + "\"");
    }

    private static double stolen(long[] first, long[] last) {
        long all = 0;
        for (int i = 0; i < STEAL_FIELD; i++) {
            all += last[i] - first[i];
        }
        return all <= 0 ? 0 : (double) (last[STEAL_FIELD - 1] - first[STEAL_FIELD - 1]) / all;
    }

    /** The first eight numbers of the line "cpu": user, nice, system, idle, iowait, irq, softirq, steal. */
    static Optional<long[]> processorTimes(Path stat) {
        try {
            if (!Files.isReadable(stat)) {
                return Optional.empty();
            }
            String[] words = Files.readAllLines(stat).get(0).split("\\s+", -1);
            if (words.length <= STEAL_FIELD) {
                return Optional.empty();
            }
            long[] times = new long[STEAL_FIELD];
            for (int i = 0; i < STEAL_FIELD; i++) {
                times[i] = Long.parseLong(words[i + 1]);
            }
            return Optional.of(times);
        } catch (IOException hidden) {
            return Optional.empty();
        }
    }
}
