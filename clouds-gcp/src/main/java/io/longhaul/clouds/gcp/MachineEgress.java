package io.longhaul.clouds.gcp;

import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import java.util.Map;
import java.util.Optional;

/**
 * What Google documents of a machine's network, which no call of Compute Engine tells: the most that a machine sends by family and number of
 * processors, with and without Tier_1, and the caps to external addresses. Stateless.
 */
final class MachineEgress {
    /** After the name of a type with Tier_1 networking, as the catalogue writes it. */
    static final String TIER_1 = " +Tier_1";

    static final String SOURCE =
            "Google Cloud, Compute Engine \"Network bandwidth\" and the pages of the machine families:"
                    + " the most a machine sends by family and vCPUs; 7 Gbit/s a VM to external addresses, 25 with Tier_1,"
                    + " 3 Gbit/s a flow; ingress limited by the machine, taken as its highest egress";

    private static final Bandwidth OUTSIDE = Bandwidth.ofGigabitsPerSecond(7);
    private static final Bandwidth OUTSIDE_TIER_1 = Bandwidth.ofGigabitsPerSecond(25);
    private static final Bandwidth FLOW = Bandwidth.ofGigabitsPerSecond(3);

    private static final String USUAL = "1:10 8:16 16:32";
    private static final String C3 = "4:23 44:32 88:62 176:100";
    private static final String C3_TIER_1 = "44:50 88:100 176:200";

    /** By family: least number of processors and Gbit/s, in rising order. */
    private static final Map<String, String> USUALLY = Map.ofEntries(
            Map.entry("e2", "2:4 4:8 8:16"),
            Map.entry("n1", "1:2 2:10 8:16 16:32"),
            Map.entry("n2", USUAL),
            Map.entry("n2d", USUAL),
            Map.entry("n4", USUAL + " 64:45 80:50"),
            Map.entry("n4d", USUAL + " 64:45 80:50"),
            Map.entry("n4a", USUAL + " 64:50"),
            Map.entry("t2a", USUAL),
            Map.entry("t2d", USUAL),
            Map.entry("c2", USUAL),
            Map.entry("c2d", USUAL),
            Map.entry("c3", C3),
            Map.entry("c3d", "4:20 60:40 90:60 180:100"),
            Map.entry("c4", "2:10 8:23 48:34 96:67 144:100"),
            Map.entry("c4a", "1:10 4:23 48:34 64:45 72:50"),
            Map.entry("c4d", "2:10 4:20 32:23 48:34 64:45 96:67 192:100"),
            Map.entry("h3", "88:200"),
            Map.entry("z3", "8:23 32:32 88:62 176:100"),
            Map.entry("m1", "40:32"),
            Map.entry("m2", "208:32"),
            Map.entry("m3", "32:32"),
            Map.entry("m4", "16:32 112:50 224:100"),
            Map.entry("g2", "4:10 8:16 16:32 48:50 96:100"),
            Map.entry("a2", "12:24 24:32 48:50 96:100"));

    private static final Map<String, String> WITH_TIER_1 = Map.ofEntries(
            Map.entry("n2", "32:50 64:75 80:100"),
            Map.entry("n2d", "48:50 96:100"),
            Map.entry("c2", "30:50 60:100"),
            Map.entry("c2d", "32:50 112:100"),
            Map.entry("c3", C3_TIER_1),
            Map.entry("c3d", "30:50 60:75 90:100 180:150 360:200"),
            Map.entry("c4", "48:50 96:100 144:150 192:200"),
            Map.entry("c4a", "32:50 64:75 72:100"),
            Map.entry("c4d", "48:50 64:75 96:100 192:150 384:200"),
            Map.entry("z3", C3_TIER_1),
            Map.entry("m3", "64:50 128:100"),
            Map.entry("m4", "16:50 112:100 224:200"));

    /** Machines that share a processor have figures of their own, in Gbit/s. */
    private static final Map<String, Integer> SHARED =
            Map.of("e2-micro", 1, "e2-small", 2, "e2-medium", 2, "f1-micro", 1, "g1-small", 1);

    private MachineEgress() {}

    /** Wide-area caps of a machine type; empty when Google documents none that we know. */
    static Optional<VmCaps> find(String name, int vcpus, boolean tier1) {
        Optional<Bandwidth> shared =
                tier1 ? Optional.empty() : Optional.ofNullable(SHARED.get(name)).map(Bandwidth::ofGigabitsPerSecond);
        String family = name.replaceFirst("-.*", "");
        return shared.or(() -> Optional.ofNullable((tier1 ? WITH_TIER_1 : USUALLY).get(family))
                        .flatMap(steps -> step(steps, vcpus)))
                .map(most -> new VmCaps(
                        least(most, tier1 ? OUTSIDE_TIER_1 : OUTSIDE),
                        most,
                        Optional.of(least(most, FLOW)),
                        Optional.empty()));
    }

    private static Optional<Bandwidth> step(String steps, int vcpus) {
        Optional<Bandwidth> found = Optional.empty();
        for (String step : steps.split(" ", -1)) {
            int colon = step.indexOf(':');
            if (vcpus >= Integer.parseInt(step.substring(0, colon))) {
                found = Optional.of(Bandwidth.ofGigabitsPerSecond(Integer.parseInt(step.substring(colon + 1))));
            }
        }
        return found;
    }

    private static Bandwidth least(Bandwidth one, Bandwidth other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
