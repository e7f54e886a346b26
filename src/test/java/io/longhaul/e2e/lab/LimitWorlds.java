package io.longhaul.e2e.lab;

import static io.longhaul.core.estimate.BindingLimit.ENDPOINT_CPU;
import static io.longhaul.core.estimate.BindingLimit.LOSS;
import static io.longhaul.core.estimate.BindingLimit.PATH_CAP;
import static io.longhaul.core.estimate.BindingLimit.PER_FLOW_CAP;
import static io.longhaul.core.estimate.BindingLimit.RECEIVE_WINDOW;
import static io.longhaul.core.estimate.BindingLimit.SEND_BUFFER;
import static io.longhaul.core.estimate.BindingLimit.TOKEN_BUCKET;
import static io.longhaul.core.estimate.BindingLimit.VM_EGRESS_CAP;
import static io.longhaul.core.estimate.BindingLimit.VM_INGRESS_CAP;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** LimitWorlds to tell apart: three of each kind, with fixed figures or with figures drawn from a seed. Stateless. */
final class LimitWorlds {
    private static final int OF_EACH_KIND = 3;
    private static final int STREAMS = 4;

    private LimitWorlds() {}

    /** Those of a seed; zero are the fixed ones. */
    static List<LimitWorld> of(long seed) {
        return seed == 0 ? fixed() : drawn(new SplittableRandom(seed));
    }

    private static List<LimitWorld> fixed() {
        var worlds = new ArrayList<LimitWorld>();
        for (int[] shape : new int[][] {{64, 20}, {128, 50}, {256, 80}}) {
            worlds.add(LimitWorld.of(RECEIVE_WINDOW, shape[1], "", "window: " + shape[0] + "KiB", "", ""));
            worlds.add(LimitWorld.of(SEND_BUFFER, shape[1], "", "", "", "").withSendBuffer(shape[0] << 10));
        }
        for (int[] shape : new int[][] {{20, 15}, {40, 10}, {60, 20}}) {
            worlds.add(LimitWorld.of(PER_FLOW_CAP, shape[0], "per_flow: " + shape[1] + "Mbit/s", "", "", ""));
        }
        for (int[] shape : new int[][] {{20, 60}, {40, 80}, {60, 40}}) {
            addCaps(worlds, shape[0], shape[1]);
        }
        for (int[] shape : new int[][] {{20, 100, 20, 15}, {40, 80, 20, 12}, {20, 120, 30, 20}}) {
            worlds.add(bucket(shape[0], shape[1], shape[2], shape[3]));
        }
        worlds.add(LimitWorld.of(LOSS, 20, "congestion: reno", "", "", "loss: 1%"));
        worlds.add(LimitWorld.of(LOSS, 40, "congestion: reno", "", "", "loss: 0.5%"));
        worlds.add(LimitWorld.of(LOSS, 60, "congestion: reno", "", "", "loss: 0.3%"));
        for (int write : new int[] {8, 12, 16}) {
            worlds.add(LimitWorld.of(ENDPOINT_CPU, 20, "", "", "", "").withWrites(write));
        }
        return worlds;
    }

    private static List<LimitWorld> drawn(SplittableRandom random) {
        var worlds = new ArrayList<LimitWorld>();
        for (int i = 0; i < OF_EACH_KIND; i++) {
            int rtt = random.nextInt(15, 100);
            worlds.add(
                    LimitWorld.of(RECEIVE_WINDOW, rtt, "", "window: " + windowKib(random, rtt, 0.75) + "KiB", "", ""));
            rtt = random.nextInt(20, 100);
            worlds.add(
                    LimitWorld.of(SEND_BUFFER, rtt, "", "", "", "").withSendBuffer(windowKib(random, rtt, 0.5) << 10));
            worlds.add(LimitWorld.of(
                    PER_FLOW_CAP, random.nextInt(15, 80), "per_flow: " + random.nextInt(8, 26) + "Mbit/s", "", "", ""));
            addCaps(worlds, random.nextInt(10, 80), random.nextInt(30, 101));
            int high = random.nextInt(80, 131);
            int low = (int) (high * random.nextDouble(0.15, 0.35));
            worlds.add(bucket(random.nextInt(15, 50), high, low, random.nextInt(10, 21)));
            worlds.add(loss(random));
            worlds.add(LimitWorld.of(ENDPOINT_CPU, random.nextInt(10, 41), "", "", "", "")
                    .withWrites(random.nextInt(4, 21)));
        }
        return worlds;
    }

    /** Of such a size that the windows of all streams fill no more than a share of the usual cap. */
    private static int windowKib(SplittableRandom random, int rttMillis, double share) {
        double most = share * LimitWorld.USUAL_CAP_BPS * rttMillis / 1000 / 8 / STREAMS / 1024;
        return (int) Math.max(16, random.nextDouble(0.3, 1) * most);
    }

    private static void addCaps(List<LimitWorld> worlds, int rtt, int megabits) {
        worlds.add(LimitWorld.of(VM_EGRESS_CAP, rtt, "egress: " + megabits + "Mbit/s", "", "", ""));
        worlds.add(LimitWorld.of(VM_INGRESS_CAP, rtt, "", "ingress: " + megabits + "Mbit/s", "", ""));
        worlds.add(LimitWorld.of(PATH_CAP, rtt, "", "", "", "path_cap: " + megabits + "Mbit/s"));
    }

    private static LimitWorld bucket(int rtt, int high, int low, int budget) {
        return LimitWorld.of(
                TOKEN_BUCKET,
                rtt,
                String.format(
                        Locale.ROOT,
                        "egress: %dMbit/s, token_bucket: {high: %dMbit/s, low: %dMbit/s, budget: %dMB}",
                        high,
                        high,
                        low,
                        budget),
                "",
                "",
                "");
    }

    /** Reno or cubic, at a loss that keeps all streams well below the usual cap: 1.22 / sqrt(p) segments each. */
    private static LimitWorld loss(SplittableRandom random) {
        while (true) {
            int rtt = random.nextInt(15, 70);
            double share = Math.round(1e4 * random.nextDouble(0.002, 0.015)) / 1e4;
            double bps = STREAMS * 1.22 / Math.sqrt(share) * 1448 * 8 / (rtt / 1000.0);
            if (bps < 0.5 * LimitWorld.USUAL_CAP_BPS) {
                return LimitWorld.of(
                        LOSS,
                        rtt,
                        "congestion: " + (random.nextBoolean() ? "reno" : "cubic"),
                        "",
                        "",
                        String.format(Locale.ROOT, "loss: %.2f%%", 100 * share));
            }
        }
    }
}
