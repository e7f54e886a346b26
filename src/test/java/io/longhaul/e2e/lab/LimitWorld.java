package io.longhaul.e2e.lab;

import io.longhaul.core.estimate.BindingLimit;
import java.util.List;
import java.util.Optional;

/**
 * A small WAN in which one thing binds on the way from source to sink. Immutable.
 *
 * @param name for tables
 * @param truth what binds
 * @param topology of the lab
 * @param sendBuffer largest send buffer at the source, in octets; empty leaves the kernel's
 * @param writeSize octets a write; small ones cost processor time
 */
record LimitWorld(String name, BindingLimit truth, String topology, Optional<Integer> sendBuffer, String writeSize) {
    /** In and out of every VM, where nothing else is said. */
    static final double USUAL_CAP_BPS = 150e6;

    private static final String USUAL_WRITE = "128KiB";

    /** A world with wide windows, in which the source, the sink, the defaults or the link have something special. */
    static LimitWorld of(BindingLimit truth, int rttMillis, String source, String sink, String defaults, String link) {
        String topology = """
                format: longhaul-topology/1
                name: world
                defaults: {egress: 150Mbit/s, ingress: 150Mbit/s, queue: 50ms, window: 4MiB%s}
                sites:
                  lab:source: {%s}
                  lab:sink: {%s}
                  lab:other-sink: {}
                  lab:other-source: {}
                rtt:
                  lab:source: {lab:sink: %dms, lab:other-sink: 20ms, lab:other-source: 20ms}
                  lab:sink: {lab:other-sink: 20ms, lab:other-source: 20ms}
                  lab:other-sink: {lab:other-source: 20ms}
                %s
                """.formatted(
                        defaults.isEmpty() ? "" : ", " + defaults,
                        source,
                        sink,
                        rttMillis,
                        link.isEmpty() ? "" : "links:\n  - {from: lab:source, to: lab:sink, " + link + "}");
        String details = String.join(" ", List.of(source, sink, defaults, link))
                .replaceAll("\\s+", " ")
                .strip();
        return new LimitWorld(
                (truth.id() + " " + rttMillis + " ms " + details).strip(),
                truth,
                topology,
                Optional.empty(),
                USUAL_WRITE);
    }

    /** This, where the source's kernel gives no larger send buffer. */
    LimitWorld withSendBuffer(int octets) {
        return new LimitWorld(
                name + " send buffer " + (octets >> 10) + " KiB", truth, topology, Optional.of(octets), writeSize);
    }

    /** This, with writes of so many octets. */
    LimitWorld withWrites(int octets) {
        return new LimitWorld(name + " writes of " + octets + " octets", truth, topology, sendBuffer, octets + "B");
    }
}
