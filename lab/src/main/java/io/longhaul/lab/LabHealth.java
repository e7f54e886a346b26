package io.longhaul.lab;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a lab did what it was told well enough for measurements made on it to count. Immutable.
 *
 * @param packets handed over so far
 * @param latenessP50Ms median of how late packets were handed over
 * @param latenessP99Ms 99th percentile of it
 * @param latenessMaxMs the worst
 * @param deviceDrops packets lost between kernel and emulator, which no topology asked for
 * @param strayPackets packets to no site; they went nowhere
 * @param interfaces names of the network interfaces outside the sites: only {@code lo}
 * @param windows by site, the window it was to have and the widest it advertised to a peer (0 B before any stream)
 */
public record LabHealth(
        long packets,
        double latenessP50Ms,
        double latenessP99Ms,
        double latenessMaxMs,
        long deviceDrops,
        long strayPackets,
        List<String> interfaces,
        Map<SiteId, Window> windows) {
    /** A run with packets later than this is no measurement. */
    public static final double WORST_LATENESS_P99_MS = 2;

    /** How far an advertised window may exceed the topology's. */
    static final double WINDOW_TOLERANCE = 0.05;

    public LabHealth {
        interfaces = List.copyOf(interfaces);
        windows = Collections.unmodifiableMap(new LinkedHashMap<>(windows));
    }

    /**
     * A site's receive window.
     *
     * @param asked by the topology
     * @param advertised the widest its kernel advertised so far; auto-tuning grows it as streams need it
     */
    public record Window(DataSize asked, DataSize advertised) {}

    /** Why measurements made until now do not count; empty when they do. */
    public List<String> complaints() {
        var complaints = new ArrayList<String>();
        if (latenessP99Ms > WORST_LATENESS_P99_MS) {
            complaints.add(
                    "The 99th percentile of lateness is %.1f ms, above %.0f ms: the machine is too busy for this load."
                            .formatted(latenessP99Ms, WORST_LATENESS_P99_MS));
        }
        if (deviceDrops > 0) {
            complaints.add(deviceDrops + " packets were lost between kernel and emulator: the machine is too busy.");
        }
        if (!interfaces.equals(List.of("lo"))) {
            complaints.add("The lab is not sealed: it sees the interfaces " + String.join(", ", interfaces) + ".");
        }
        windows.forEach((site, window) -> {
            if (window.advertised().bytes() > window.asked().bytes() * (1 + WINDOW_TOLERANCE)) {
                complaints.add("Site " + site + " advertised a window of " + window.advertised() + " instead of "
                        + window.asked() + ": a program set its own receive buffer.");
            }
        });
        return List.copyOf(complaints);
    }

    /** Whether measurements made until now count. */
    public boolean isValid() {
        return complaints().isEmpty();
    }
}
