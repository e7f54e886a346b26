package io.longhaul.e2e.lab.study;

import io.longhaul.e2e.lab.study.Scenario.Measure;
import io.longhaul.e2e.lab.study.Scenario.Moved;
import java.util.ArrayList;
import java.util.List;

/** The small worlds in which virtual time has to agree with kernel TCP: every term of the model, alone and together. */
final class Scenarios {
    private static final String PLAIN = "{}";

    private Scenarios() {}

    static List<Scenario> all() {
        var all = new ArrayList<Scenario>();
        windows(all);
        caps(all);
        shared(all);
        buckets(all);
        transfers(all);
        losses(all);
        all.addAll(HeldOutScenarios.all());
        return all;
    }

    private static void windows(List<Scenario> all) {
        String small = "{window: 250kB}";
        String large = "{window: 1MB}";
        for (int rtt : new int[] {20, 60, 120, 250}) {
            all.add(Scenario.steady("window 250 kB, " + rtt + " ms, 1 stream", PLAIN, small, rtt, 1, 2_000 / rtt));
        }
        all.add(Scenario.steady("window 250 kB, 120 ms, 4 streams", PLAIN, small, 120, 4, 67));
        all.add(Scenario.steady("window 1 MB, 120 ms, 1 stream", PLAIN, large, 120, 1, 67));
        all.add(Scenario.steady("window 1 MB, 250 ms, 2 streams", PLAIN, large, 250, 2, 64));
    }

    private static void caps(List<Scenario> all) {
        for (int streams : new int[] {2, 8, 16}) {
            all.add(Scenario.steady(
                    "egress 60 Mbit/s, 60 ms, " + streams + " streams",
                    "{egress: 60Mbit/s}",
                    "{window: 1MB}",
                    60,
                    streams,
                    60));
        }
        all.add(Scenario.steady(
                "egress 40 Mbit/s, 200 ms, 8 streams", "{egress: 40Mbit/s}", "{window: 1MB}", 200, 8, 40));
        all.add(Scenario.steady(
                "ingress 50 Mbit/s, 80 ms, 4 streams", PLAIN, "{ingress: 50Mbit/s, window: 1MB}", 80, 4, 50));
        for (int streams : new int[] {1, 3, 12}) {
            all.add(Scenario.steady(
                    "20 Mbit/s a flow under 100, 60 ms, " + streams + " streams",
                    "{per_flow: 20Mbit/s, egress: 100Mbit/s}",
                    "{window: 1MB}",
                    60,
                    streams,
                    Math.min(100, 20 * streams)));
        }
        all.add(path("path cap 30 Mbit/s, 60 ms, 4 streams", 4));
        all.add(path("path cap 30 Mbit/s, 60 ms, 16 streams", 16));
    }

    private static Scenario path(String name, int streams) {
        return new Scenario(
                name,
                List.of("{}", "{window: 1MB}"),
                60,
                List.of("{from: $a, to: $b, path_cap: 30Mbit/s}"),
                List.of(new Moved(0, 1, streams, 0)),
                30,
                new Measure.Rate(8, 16));
    }

    private static void shared(List<Scenario> all) {
        String sink = "{window: 1MB}";
        all.add(new Scenario(
                "egress 80 Mbit/s to two receivers",
                List.of("{egress: 80Mbit/s}", sink, sink),
                60,
                List.of(),
                List.of(new Moved(0, 1, 4, 0), new Moved(0, 2, 4, 0)),
                80,
                new Measure.Rate(8, 16)));
        all.add(new Scenario(
                "ingress 70 Mbit/s from two senders",
                List.of("{}", "{}", "{ingress: 70Mbit/s, window: 1MB}"),
                60,
                List.of(),
                List.of(new Moved(0, 2, 4, 0), new Moved(1, 2, 4, 0)),
                70,
                new Measure.Rate(8, 16)));
        all.add(new Scenario(
                "egress 60 to two, one of them by a window of 100 kB",
                List.of("{egress: 60Mbit/s}", sink, "{window: 100kB}"),
                80,
                List.of(),
                List.of(new Moved(0, 1, 4, 0), new Moved(0, 2, 1, 0)),
                60,
                new Measure.Rate(8, 16)));
        all.add(new Scenario(
                "both directions at once, 50 Mbit/s each",
                List.of("{egress: 50Mbit/s, window: 1MB}", "{egress: 50Mbit/s, window: 1MB}"),
                60,
                List.of(),
                List.of(new Moved(0, 1, 4, 0), new Moved(1, 0, 4, 0)),
                110,
                new Measure.Rate(8, 16)));
    }

    private static void buckets(List<Scenario> all) {
        String bucket =
                "{egress: 100Mbit/s, token_bucket: {high: 100Mbit/s, low: 20Mbit/s, budget: %s, refill: 20Mbit/s}}";
        all.add(bucket("bucket with credit", bucket.formatted("500MB"), 4, 12));
        all.add(bucket("bucket dry after 5 s", bucket.formatted("50MB"), 10, 18));
        all.add(bucket("bucket that runs dry in between", bucket.formatted("80MB"), 3, 15));
        all.add(new Scenario(
                "100 MB through a bucket of 50 MB",
                List.of(bucket.formatted("50MB"), "{window: 1MB}"),
                40,
                List.of(),
                List.of(new Moved(0, 1, 4, 100_000_000)),
                100,
                new Measure.End()));
    }

    private static Scenario bucket(String name, String settings, int from, int until) {
        return new Scenario(
                name,
                List.of(settings, "{window: 1MB}"),
                40,
                List.of(),
                List.of(new Moved(0, 1, 4, 0)),
                100,
                new Measure.Rate(from, until));
    }

    private static void transfers(List<Scenario> all) {
        String sink = "{window: 500kB}";
        all.add(Scenario.transfer("1 MB in slow start, 100 ms", PLAIN, sink, 100, 1, 1_000_000, 20));
        all.add(Scenario.transfer("5 MB, 100 ms, 1 stream", PLAIN, sink, 100, 1, 5_000_000, 40));
        all.add(Scenario.transfer("20 MB, 60 ms, 4 streams", "{egress: 60Mbit/s}", sink, 60, 4, 20_000_000, 60));
        all.add(Scenario.transfer("40 MB, 150 ms, 8 streams", "{egress: 60Mbit/s}", sink, 150, 8, 40_000_000, 60));
        all.add(Scenario.transfer("30 MB, 250 ms, 2 streams", PLAIN, sink, 250, 2, 30_000_000, 40));
    }

    private static void losses(List<Scenario> all) {
        all.add(Scenario.lossy(
                "loss 0.5 %, 40 ms, reno, 8 streams", "{loss: 0.5%, congestion: reno}", "{window: 1MB}", 40, 8, 80));
        all.add(Scenario.lossy(
                "loss 0.01 %, 60 ms, cubic, 8 streams at a cap of 50",
                "{loss: 0.01%, egress: 50Mbit/s}", "{window: 1MB}", 60, 8, 50));
    }
}
