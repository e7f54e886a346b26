package io.longhaul.planner.coflow;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The replay once more, plainly: every flow has its own number of bits, maps instead of arrays, loads summed anew for each
 * question. Shares no code with the replay that it judges.
 */
final class PlainReplay {
    private static final double NOTHING = 1e-9;

    private record Pair(String from, String to) {}

    private static final class Some {
        final Coflow coflow;
        final int place;
        final Map<Pair, Double> first = new LinkedHashMap<>();
        final Map<Pair, Double> left = new LinkedHashMap<>();
        final Map<Pair, Double> rates = new HashMap<>();
        double due = Double.POSITIVE_INFINITY;

        Some(Coflow coflow, int place) {
            this.coflow = coflow;
            this.place = place;
            coflow.flows().stream()
                    .filter(flow -> flow.size().bytes() > 0)
                    .sorted((a, b) -> a.from().equals(b.from())
                            ? a.to().compareTo(b.to())
                            : a.from().compareTo(b.from()))
                    .forEach(this::add);
        }

        private void add(Flow flow) {
            var pair = new Pair(flow.from().toString(), flow.to().toString());
            first.merge(pair, 8.0 * flow.size().bytes(), Double::sum);
            left.put(pair, first.getOrDefault(pair, 0.0));
        }

        double arrival() {
            return coflow.arrival().toNanos() / 1e9;
        }

        Map<String, Double> sent() {
            var loads = new HashMap<String, Double>();
            left.forEach((pair, bits) -> loads.merge(pair.from, bits, Double::sum));
            return loads;
        }

        Map<String, Double> received() {
            var loads = new HashMap<String, Double>();
            left.forEach((pair, bits) -> loads.merge(pair.to, bits, Double::sum));
            return loads;
        }

        double time(Map<String, Double> out, Map<String, Double> in) {
            double longest = 0;
            for (var load : sent().entrySet()) {
                longest = Math.max(longest, load.getValue() / out.getOrDefault(load.getKey(), 0.0));
            }
            for (var load : received().entrySet()) {
                longest = Math.max(longest, load.getValue() / in.getOrDefault(load.getKey(), 0.0));
            }
            return longest;
        }
    }

    private final Map<String, Double> full = new HashMap<>();
    private final double rate;
    private final CoflowPolicy policy;
    private final boolean backFilling;

    PlainReplay(double rate, CoflowPolicy policy, boolean backFilling) {
        this.rate = rate;
        this.policy = policy;
        this.backFilling = backFilling;
    }

    /** The end of each coflow, in seconds from the start of the trace. */
    double[] ends(List<Coflow> trace) {
        trace.forEach(coflow -> coflow.flows().forEach(flow -> {
            full.put(flow.from().toString(), rate);
            full.put(flow.to().toString(), rate);
        }));
        double[] ends = new double[trace.size()];
        var coming = new ArrayList<Some>();
        for (int i = 0; i < trace.size(); i++) {
            coming.add(new Some(trace.get(i), i));
        }
        coming.sort((a, b) -> a.arrival() == b.arrival()
                ? Integer.compare(a.place, b.place)
                : Double.compare(a.arrival(), b.arrival()));
        var active = new ArrayList<Some>();
        double now = 0;
        while (!coming.isEmpty() || !active.isEmpty()) {
            double next =
                    coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.get(0).arrival();
            for (Some some : active) {
                next = Math.min(next, some.due);
            }
            next = Math.max(now, next);
            for (Some some : active) {
                for (Pair pair : List.copyOf(some.left.keySet())) {
                    double bits = some.left.getOrDefault(pair, 0.0) - some.rates.getOrDefault(pair, 0.0) * (next - now);
                    if (bits <= NOTHING * some.first.getOrDefault(pair, 0.0)) {
                        some.left.remove(pair);
                    } else {
                        some.left.put(pair, bits);
                    }
                }
                if (some.due <= next) {
                    some.left.clear();
                }
            }
            now = next;
            while (!coming.isEmpty() && coming.get(0).arrival() <= now) {
                active.add(coming.remove(0));
            }
            for (Some some : List.copyOf(active)) {
                if (some.left.isEmpty()) {
                    ends[some.place] = now;
                    active.remove(some);
                }
            }
            share(active, now);
        }
        return ends;
    }

    private void share(List<Some> active, double now) {
        var out = new HashMap<>(full);
        var in = new HashMap<>(full);
        List<Some> order = order(active);
        for (Some some : order) {
            some.rates.clear();
            double time = some.time(out, in);
            some.due = now + time;
            if (time < Double.POSITIVE_INFINITY) {
                some.left.forEach((pair, bits) -> some.rates.put(pair, bits / time));
                some.rates.forEach((pair, bps) -> {
                    out.merge(pair.from, -bps, Double::sum);
                    in.merge(pair.to, -bps, Double::sum);
                });
                out.replaceAll((site, bps) -> bps <= rate * NOTHING ? 0.0 : bps);
                in.replaceAll((site, bps) -> bps <= rate * NOTHING ? 0.0 : bps);
            }
        }
        for (Some some : backFilling ? order : List.<Some>of()) {
            for (Pair pair : some.left.keySet()) {
                double more = Math.min(out.getOrDefault(pair.from, 0.0), in.getOrDefault(pair.to, 0.0));
                if (more > 0) {
                    some.rates.merge(pair, more, Double::sum);
                    for (var side : List.of(Map.entry(out, pair.from), Map.entry(in, pair.to))) {
                        double rest = side.getKey().getOrDefault(side.getValue(), 0.0) - more;
                        side.getKey().put(side.getValue(), rest <= rate * NOTHING ? 0.0 : rest);
                    }
                }
            }
        }
    }

    private List<Some> order(List<Some> active) {
        var order = new ArrayList<>(active);
        order.sort((a, b) -> a.arrival() == b.arrival()
                ? Integer.compare(a.place, b.place)
                : Double.compare(a.arrival(), b.arrival()));
        switch (policy) {
            case FIFO -> {}
            case NARROWEST -> sort(order, some -> some.left.size());
            case SMALLEST -> sort(order, PlainReplay::sum);
            case SEBF -> sort(order, some -> some.time(full, full));
            case SINCRONIA -> {
                return sincronia(order);
            }
        }
        return order;
    }

    private static void sort(List<Some> order, ToDoubleFunction<Some> key) {
        var keys = new HashMap<Some, Double>();
        order.forEach(some -> keys.put(some, key.applyAsDouble(some)));
        order.sort(Comparator.comparingDouble(some -> keys.getOrDefault(some, 0.0)));
    }

    private static double sum(Some some) {
        return some.left.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** BSSI, with sides of ports as text. */
    private static List<Some> sincronia(List<Some> byPlace) {
        var left = new ArrayList<>(byPlace);
        var weights = new HashMap<Some, Double>();
        left.forEach(some -> weights.put(some, some.coflow.weight()));
        var order = new ArrayList<Some>();
        while (!left.isEmpty()) {
            var loads = new HashMap<String, Double>();
            for (Some some : left) {
                sides(some).forEach((side, bits) -> loads.merge(side, bits, Double::sum));
            }
            String busiest = loads.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
            Some last = null;
            double least = Double.POSITIVE_INFINITY;
            for (Some some : left) {
                double load = sides(some).getOrDefault(busiest, 0.0);
                if (load > 0 && weights.getOrDefault(some, 0.0) / load <= least) {
                    least = weights.getOrDefault(some, 0.0) / load;
                    last = some;
                }
            }
            Some chosen = last == null ? left.get(left.size() - 1) : last;
            double each = least;
            for (Some some : left) {
                if (some != chosen && each < Double.POSITIVE_INFINITY) {
                    weights.merge(some, -each * sides(some).getOrDefault(busiest, 0.0), Double::sum);
                    weights.computeIfPresent(some, (any, weight) -> Math.max(0, weight));
                }
            }
            left.remove(chosen);
            order.add(0, chosen);
        }
        return order;
    }

    private static Map<String, Double> sides(Some some) {
        var sides = new HashMap<String, Double>();
        some.sent().forEach((port, bits) -> sides.put("out " + port, bits));
        some.received().forEach((port, bits) -> sides.put("in " + port, bits));
        return sides;
    }
}
