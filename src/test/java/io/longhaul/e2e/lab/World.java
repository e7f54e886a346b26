package io.longhaul.e2e.lab;

import io.longhaul.core.estimate.BindingLimit;
import java.util.ArrayList;
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
record World(String name, BindingLimit truth, String topology, Optional<Integer> sendBuffer, String writeSize) {
    private static final String USUAL_WRITE = "128KiB";

    private static World of(
            BindingLimit truth, int rttMillis, String source, String sink, String defaults, String link) {
        String topology = """
                format: longhaul-topology/1
                name: world
                defaults: {egress: 150Mbit/s, ingress: 150Mbit/s, queue: 50ms, %s}
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
                """.formatted(defaults, source, sink, rttMillis, link);
        String details = String.join(" ", List.of(source, sink, defaults, link))
                .replaceAll("\\s+", " ")
                .strip();
        return new World(
                truth.id() + " " + rttMillis + " ms " + details, truth, topology, Optional.empty(), USUAL_WRITE);
    }

    private static String wide(String more) {
        return "window: 4MiB" + more;
    }

    /** Three of each kind. */
    static List<World> all() {
        var worlds = new ArrayList<World>();
        for (String[] shape : new String[][] {{"64KiB", "20"}, {"128KiB", "50"}, {"256KiB", "80"}}) {
            int rtt = Integer.parseInt(shape[1]);
            worlds.add(of(BindingLimit.RECEIVE_WINDOW, rtt, "", "window: " + shape[0], wide(""), ""));
            int octets = Integer.parseInt(shape[0].replace("KiB", "")) << 10;
            World plain = of(BindingLimit.SEND_BUFFER, rtt, "", "", wide(""), "");
            worlds.add(new World(
                    plain.name() + " send buffer " + shape[0],
                    plain.truth(),
                    plain.topology(),
                    Optional.of(octets),
                    USUAL_WRITE));
        }
        for (String[] shape : new String[][] {{"20", "15"}, {"40", "10"}, {"60", "20"}}) {
            int rtt = Integer.parseInt(shape[0]);
            worlds.add(of(BindingLimit.PER_FLOW_CAP, rtt, "per_flow: " + shape[1] + "Mbit/s", "", wide(""), ""));
        }
        for (String[] shape : new String[][] {{"20", "60"}, {"40", "80"}, {"60", "40"}}) {
            int rtt = Integer.parseInt(shape[0]);
            String cap = shape[1] + "Mbit/s";
            worlds.add(of(BindingLimit.VM_EGRESS_CAP, rtt, "egress: " + cap, "", wide(""), ""));
            worlds.add(of(BindingLimit.VM_INGRESS_CAP, rtt, "", "ingress: " + cap, wide(""), ""));
            worlds.add(of(
                    BindingLimit.PATH_CAP,
                    rtt,
                    "",
                    "",
                    wide(""),
                    "links:\n  - {from: lab:source, to: lab:sink, path_cap: " + cap + "}"));
        }
        for (String[] shape :
                new String[][] {{"20", "100", "20", "15MB"}, {"40", "80", "20", "12MB"}, {"20", "120", "30", "20MB"}}) {
            worlds.add(of(
                    BindingLimit.TOKEN_BUCKET,
                    Integer.parseInt(shape[0]),
                    "egress: %sMbit/s, token_bucket: {high: %sMbit/s, low: %sMbit/s, budget: %s}"
                            .formatted(shape[1], shape[1], shape[2], shape[3]),
                    "",
                    wide(""),
                    ""));
        }
        for (String[] shape : new String[][] {{"20", "1%"}, {"40", "0.5%"}, {"60", "0.3%"}}) {
            worlds.add(of(
                    BindingLimit.LOSS,
                    Integer.parseInt(shape[0]),
                    "congestion: reno",
                    "",
                    wide(""),
                    "links:\n  - {from: lab:source, to: lab:sink, loss: " + shape[1] + "}"));
        }
        for (String write : List.of("8B", "12B", "16B")) {
            World plain = of(BindingLimit.ENDPOINT_CPU, 20, "", "", wide(""), "");
            worlds.add(new World(
                    plain.name() + " writes of " + write, plain.truth(), plain.topology(), Optional.empty(), write));
        }
        return worlds;
    }
}
