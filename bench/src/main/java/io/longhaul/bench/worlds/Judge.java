package io.longhaul.bench.worlds;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Holds snapshots against the truth of their worlds, and counts. Reads the snapshot as the document that the command prints, so
 * that it judges what users see. Confined to one thread.
 */
final class Judge {
    /** What was counted over some worlds. */
    static final class Tally {
        int worlds;
        int links;
        int named;
        int wrong;
        int knowable;
        int abstained;
        int unknowable;
        int namedUnknowable;
        final Map<BindingLimit, int[]> byLimit = new TreeMap<>();
        /** Knowable caps that bind; those named. */
        int caps;

        int capsNamed;
        /** Of those that the runs can tell within 5 %: all, named, within 5 and 10 %. */
        int capsResolvable;

        int capsWithin5;
        int capsWithin10;
        int resolvableNamed;
        int falseCaps;
        final Coverage capIntervals = new Coverage();
        final Coverage rateIntervals = new Coverage();
        final Coverage rttIntervals = new Coverage();
        /** Named at a certainty: how many, how many right, sum of the certainties; by tenth. */
        final Map<Integer, double[]> certainty = new TreeMap<>();

        void add(Tally other) {
            worlds += other.worlds;
            links += other.links;
            named += other.named;
            wrong += other.wrong;
            knowable += other.knowable;
            abstained += other.abstained;
            unknowable += other.unknowable;
            namedUnknowable += other.namedUnknowable;
            caps += other.caps;
            capsNamed += other.capsNamed;
            capsWithin5 += other.capsWithin5;
            capsWithin10 += other.capsWithin10;
            capsResolvable += other.capsResolvable;
            resolvableNamed += other.resolvableNamed;
            falseCaps += other.falseCaps;
            capIntervals.add(other.capIntervals);
            rateIntervals.add(other.rateIntervals);
            rttIntervals.add(other.rttIntervals);
            other.byLimit.forEach((limit, counts) -> {
                int[] own = byLimit.computeIfAbsent(limit, key -> new int[2]);
                own[0] += counts[0];
                own[1] += counts[1];
            });
            other.certainty.forEach((bin, counts) -> {
                double[] own = certainty.computeIfAbsent(bin, key -> new double[3]);
                for (int i = 0; i < own.length; i++) {
                    own[i] += counts[i];
                }
            });
        }

        double wrongShare() {
            return named == 0 ? 0 : (double) wrong / named;
        }

        double abstainedShare() {
            return knowable == 0 ? 0 : (double) abstained / knowable;
        }

        int named(BindingLimit limit) {
            return byLimit.getOrDefault(limit, new int[2])[0];
        }

        double precision(BindingLimit limit) {
            int[] counts = byLimit.getOrDefault(limit, new int[2]);
            return counts[0] == 0 ? 1 : 1 - (double) counts[1] / counts[0];
        }

        double resolvableWithin5Share() {
            return capsResolvable == 0 ? 1 : (double) capsWithin5 / capsResolvable;
        }
    }

    /** How many intervals of how many hold what they should. */
    static final class Coverage {
        int intervals;
        int covering;

        private void add(Coverage other) {
            intervals += other.intervals;
            covering += other.covering;
        }

        private void count(boolean covers) {
            intervals++;
            covering += covers ? 1 : 0;
        }

        double share() {
            return intervals == 0 ? 1 : (double) covering / intervals;
        }
    }

    private final World world;
    private final Truth truth;
    private final List<String> remarks = new ArrayList<>();
    private final Tally tally = new Tally();

    private Judge(World world, Truth truth) {
        this.world = world;
        this.truth = truth;
    }

    /** What is wrong goes to {@code remarks}, a line each. */
    static Tally judge(World world, Truth truth, JsonNode snapshot, List<String> remarks) {
        var judge = new Judge(world, truth);
        judge.tally.worlds = 1;
        for (JsonNode link : snapshot.path("links")) {
            judge.link(link);
        }
        for (JsonNode site : snapshot.path("sites")) {
            judge.caps(site);
        }
        remarks.addAll(judge.remarks);
        return judge.tally;
    }

    private void remark(String text) {
        remarks.add(world.name() + ": " + text);
    }

    private void link(JsonNode node) {
        Link link = Link.between(node.path("from").asString(), node.path("to").asString());
        if (world.streamCounts(link).isEmpty()) {
            return; // only its latency was measured
        }
        limit(link, node);
        for (JsonNode rate : node.path("rates")) {
            rate(link, rate);
        }
        JsonNode rttInterval = node.path("rtt_ms").path("ci");
        if (!rttInterval.path("low").isMissingNode() && !world.published) {
            double rtt = world.toldRtt(link) * 1000;
            boolean covers = covers(rttInterval, "", rtt);
            tally.rttIntervals.count(covers);
        }
    }

    private void limit(Link link, JsonNode node) {
        Truth.OfLink right = truth.of(link);
        BindingLimit said = BindingLimit.ofId(node.path("limit").asString());
        boolean named = said != BindingLimit.NOT_IDENTIFIED;
        boolean wrong = named && !right.right().contains(said);
        tally.links++;
        tally.named += named ? 1 : 0;
        tally.wrong += wrong ? 1 : 0;
        if (right.knowable()) {
            tally.knowable++;
            tally.abstained += named ? 0 : 1;
        } else {
            tally.unknowable++;
            tally.namedUnknowable += named ? 1 : 0;
        }
        if (named) {
            int[] counts = tally.byLimit.computeIfAbsent(said, key -> new int[2]);
            counts[0]++;
            counts[1] += wrong ? 1 : 0;
            if (node.path("limit_certainty").isNumber()) {
                double sure = node.path("limit_certainty").asDouble();
                double[] bin = tally.certainty.computeIfAbsent(bin(sure), key -> new double[3]);
                bin[0]++;
                bin[1] += wrong ? 0 : 1;
                bin[2] += sure;
            }
        }
        if (wrong || (!named && right.knowable())) {
            remark((wrong ? "WRONG " : "abstains ") + link + " says " + said.id() + " "
                    + node.path("limit_certainty") + ", right is "
                    + right.right().stream().map(BindingLimit::id).collect(Collectors.joining(" or "))
                    + (right.knowable() ? "" : " (cannot be known)") + "; terms " + terms(link) + "; said because "
                    + node.path("evidence"));
        }
    }

    /** Lower ends of the bins of certainty, in percent. */
    static final int[] BINS = {0, 50, 60, 70, 80, 90, 95, 99};

    private static int bin(double sure) {
        int bin = 0;
        for (int low : BINS) {
            bin = 100 * sure >= low - 1e-9 ? low : bin;
        }
        return bin;
    }

    private String terms(Link link) {
        int streams = world.streamCounts(link).last();
        return streams + " streams, " + String.format(Locale.ROOT, "%.1f ms, ", 1000 * world.path(link).rtt)
                + world
                        .terms(link, streams, world.shots(link, streams).get(0).window(), Instant.MAX)
                        .entrySet()
                        .stream()
                        .filter(term -> term.getValue() < 200e9)
                        .map(term -> term.getKey().id() + String.format(Locale.ROOT, " %.3g", term.getValue() / 1e9))
                        .collect(Collectors.joining(", "));
    }

    private void rate(Link link, JsonNode rate) {
        JsonNode interval = rate.path("ci");
        int streams = rate.path("streams").asInt();
        if (interval.path("low").isMissingNode() || world.shots(link, streams).isEmpty()) {
            return;
        }
        OptionalDouble window = rate.path("window_bytes").isNumber()
                ? OptionalDouble.of(rate.path("window_bytes").asDouble())
                : OptionalDouble.empty();
        boolean steady =
                rate.path("steady_bps").isNumber() || rate.path("corrected_bps").isNumber();
        OptionalDouble expected = truth.steady(link, streams, window);
        if (expected.isEmpty()) {
            return;
        }
        double value = steady ? expected.getAsDouble() : truth.received(link, streams, window);
        boolean covers = covers(interval, "", value);
        tally.rateIntervals.count(covers);
        if (!covers) {
            remark(String.format(
                    Locale.ROOT,
                    "rate interval of %s with %d streams is %.4g to %.4g, truth %.4g",
                    link,
                    streams,
                    interval.path("low").asDouble(),
                    interval.path("high").asDouble(),
                    value));
        }
    }

    private static boolean covers(JsonNode interval, String unit, double value) {
        return interval.path("low" + unit).asDouble() <= value
                && value <= interval.path("high" + unit).asDouble();
    }

    private void caps(JsonNode site) {
        SiteId id = SiteId.parse(site.path("id").asString());
        if (!world.vms.containsKey(id)) {
            return;
        }
        for (boolean egress : new boolean[] {true, false}) {
            String name = egress ? "egress" : "ingress";
            boolean apart = site.path(name + "_inside").path("bps").isNumber();
            boolean outside = truth.measured(id, egress, false);
            boolean inside = truth.measured(id, egress, true);
            if (apart) {
                cap(id, egress, true, site.path(name + "_inside"), inside);
            }
            // the one known stands for both scopes
            cap(id, egress, !outside && !apart, site.path(name), outside || !apart);
            if (!apart && outside && inside && differs(id, egress)) {
                countMissing(truth.ofCap(id, egress, true));
            }
        }
    }

    private boolean differs(SiteId id, boolean egress) {
        Truth.OfCap outside = truth.ofCap(id, egress, false);
        Truth.OfCap inside = truth.ofCap(id, egress, true);
        return Math.abs(inside.high() / outside.high() - 1) > 0.05;
    }

    private void countMissing(Truth.OfCap right) {
        tally.caps += right.knowable() ? 1 : 0;
        tally.capsResolvable += right.knowable() && right.resolvable() ? 1 : 0;
    }

    private void cap(SiteId id, boolean egress, boolean inside, JsonNode cap, boolean measured) {
        Truth.OfCap right = truth.ofCap(id, egress, inside);
        // where both scopes have one cap, links of both pile up at it
        Truth.OfCap other = truth.ofCap(id, egress, !inside);
        boolean one = Math.abs(other.high() / right.high() - 1) < 0.01;
        boolean binds = right.binds() || (one && other.binds());
        boolean pool = right.bindsPool() || (one && other.bindsPool());
        if (measured) {
            countMissing(right);
        }
        if (!cap.path("source").asString("").equals("measured")) {
            return;
        }
        double value = cap.path("bps").asDouble();
        double error = Math.abs(right.error(value));
        String what = String.format(
                Locale.ROOT,
                "%s %s%s cap %.4g (%s links), truth %.4g",
                id,
                egress ? "egress" : "ingress",
                inside ? " inside" : "",
                value,
                cap.path("links"),
                right.high());
        if (!binds && !(pool && error <= 0.10)) {
            tally.falseCaps++;
            remark("FALSE CAP " + what + ": it binds nowhere");
            return;
        }
        if (right.knowable()) {
            tally.capsNamed++;
            if (right.resolvable()) {
                tally.resolvableNamed++;
                tally.capsWithin5 += error <= 0.05 ? 1 : 0;
                tally.capsWithin10 += error <= 0.10 ? 1 : 0;
            }
            if (right.resolvable() && error > 0.05) {
                remark("cap off by more than 5 %: " + what);
            }
        }
        JsonNode interval = cap.path("ci");
        if (!interval.path("low").isMissingNode()) {
            boolean covers = interval.path("low").asDouble() <= right.high()
                    && right.low() <= interval.path("high").asDouble();
            tally.capIntervals.count(covers);
            if (!covers) {
                remark("cap interval " + interval + " misses: " + what);
            }
        }
    }
}
