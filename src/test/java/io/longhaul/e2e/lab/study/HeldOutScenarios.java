package io.longhaul.e2e.lab.study;

import io.longhaul.e2e.lab.study.Scenario.Measure;
import io.longhaul.e2e.lab.study.Scenario.Moved;
import java.util.ArrayList;
import java.util.List;

/** More small worlds, written down before the model was last changed; no constant of it was fitted to their figures. */
final class HeldOutScenarios {
    private static final String PLAIN = "{}";

    private HeldOutScenarios() {}

    static List<Scenario> all() {
        var all = new ArrayList<Scenario>();
        transfers(all);
        steady(all);
        losses(all);
        return all;
    }

    private static void transfers(List<Scenario> all) {
        all.add(transfer("300 kB, 200 ms, 1 stream", PLAIN, "{window: 500kB}", 200, 1, 300_000, 5));
        all.add(transfer("2 MB, 30 ms, 1 stream", PLAIN, "{window: 500kB}", 30, 1, 2_000_000, 60));
        all.add(transfer("3 MB, 40 ms, 2 streams at 20 a flow", "{per_flow: 20Mbit/s}", PLAIN, 40, 2, 3_000_000, 40));
        all.add(transfer("8 MB, 180 ms, 3 streams of 300 kB", PLAIN, "{window: 300kB}", 180, 3, 8_000_000, 40));
        all.add(transfer("10 MB, 80 ms, 4 streams", "{egress: 100Mbit/s}", "{window: 700kB}", 80, 4, 10_000_000, 80));
        all.add(transfer("12 MB, 15 ms, 1 stream", "{egress: 40Mbit/s}", PLAIN, 15, 1, 12_000_000, 40));
        all.add(transfer("15 MB, 120 ms, 16 streams", "{egress: 50Mbit/s}", PLAIN, 120, 16, 15_000_000, 50));
        all.add(transfer(
                "25 MB, 200 ms, 4 streams of 2 MB", "{egress: 80Mbit/s}", "{window: 2MB}", 200, 4, 25_000_000, 80));
    }

    private static Scenario transfer(String name, String a, String b, int rtt, int streams, long bytes, int load) {
        return Scenario.transfer("new: " + name, a, b, rtt, streams, bytes, load);
    }

    private static void steady(List<Scenario> all) {
        all.add(Scenario.steady("new: window 700 kB, 90 ms, 1 stream", PLAIN, "{window: 700kB}", 90, 1, 62));
        all.add(Scenario.steady(
                "new: ingress 45 Mbit/s, 30 ms, 3 streams", PLAIN, "{ingress: 45Mbit/s, window: 400kB}", 30, 3, 45));
        String both = "{egress: 30Mbit/s, window: 700kB}";
        all.add(new Scenario(
                "new: both directions at once, 30 Mbit/s each, 100 ms",
                List.of(both, both),
                100,
                List.of(),
                List.of(new Moved(0, 1, 8, 0), new Moved(1, 0, 8, 0)),
                65,
                new Measure.Rate(8, 16)));
    }

    private static void losses(List<Scenario> all) {
        all.add(Scenario.lossy(
                "new: loss 1 %, 30 ms, reno, 8 streams", "{loss: 1%, congestion: reno}", PLAIN, 30, 8, 45));
        all.add(Scenario.lossy("new: loss 0.2 %, 100 ms, cubic, 8 streams", "{loss: 0.2%}", PLAIN, 100, 8, 40));
        all.add(Scenario.lossy("new: loss 0.05 %, 150 ms, cubic, 6 streams", "{loss: 0.05%}", PLAIN, 150, 6, 60));
    }
}
