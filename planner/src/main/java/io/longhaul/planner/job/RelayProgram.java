package io.longhaul.planner.job;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.planner.lp.DenseSimplex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The least time of a coflow whose flows may each be split over the direct link and ways with one relay: the linear program of
 * Terra, over ports and paths. It starts from all flows on their direct links, which is the optimum wherever a port is as
 * busy as any path, and adds ways whose dual prices say that they shorten it, until none does. Confined to one thread.
 */
final class RelayProgram {
    /** A reduced cost that is none. */
    private static final double NOTHING = 1e-9;

    private static final int MOST_ROUNDS = 60;

    /** Bits of a flow on the way over a relay. */
    record Detour(int from, int to, int relay, double bits) {}

    /**
     * @param seconds the least
     * @param detours what does not go directly
     */
    record Answer(double seconds, List<Detour> detours) {}

    private final JobModel model;
    private final double[][] bits;
    private final boolean[] mayRelay;
    private final double direct;
    private final DenseSimplex simplex = new DenseSimplex();
    private final int gain;
    private final int[] outRows;
    private final int[] inRows;
    private final Map<Integer, Integer> pathRows = new HashMap<>();
    private final Map<Integer, Integer> amountRows = new HashMap<>();
    private final List<int[]> ways = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private final Set<Integer> known = new HashSet<>();
    /** Bits that count as one. */
    private final double unit;

    private RelayProgram(JobModel model, double[][] bits, boolean[] mayRelay, double direct, double ports) {
        this.model = model;
        this.bits = bits;
        this.mayRelay = mayRelay;
        this.direct = direct;
        int n = model.siteCount;
        double largest = 0;
        outRows = new int[n];
        inRows = new int[n];
        // the gain t of time over the direct one, as a part of it: load at most rate (1 - t) direct
        var rows = new ArrayList<Integer>();
        for (int i = 0; i < n; i++) {
            double sent = 0;
            double received = 0;
            for (int j = 0; j < n; j++) {
                sent += bits[i][j];
                received += bits[j][i];
                largest = Math.max(largest, bits[i][j]);
            }
            outRows[i] = simplex.addRow(Math.max(0, 1 - sent / (model.up[i] * direct)));
            inRows[i] = simplex.addRow(Math.max(0, 1 - received / (model.down[i] * direct)));
            rows.add(outRows[i]);
            rows.add(inRows[i]);
        }
        unit = largest;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (JobModel.over(bits[i][j], model.pair[i][j]) > ports) {
                    int row = simplex.addRow(Math.max(0, 1 - bits[i][j] / (model.pair[i][j] * direct)));
                    pathRows.put(i * n + j, row);
                    rows.add(row);
                }
            }
        }
        double[] ones = new double[rows.size()];
        Arrays.fill(ones, 1);
        gain = simplex.addColumn(-1, rows.stream().mapToInt(Integer::intValue).toArray(), ones);
    }

    /**
     * The least time of flows, each link's bits given.
     *
     * @param mayRelay sites that the data may pass through
     */
    static Answer solve(JobModel model, double[][] bits, boolean[] mayRelay) {
        double direct = model.transfer(bits);
        double ports = ports(model, bits);
        boolean possible = direct > ports * (1 + NOTHING) && direct < Double.POSITIVE_INFINITY;
        return possible
                ? new RelayProgram(model, bits, mayRelay, direct, ports).solve()
                : new Answer(direct, List.of());
    }

    /** Sites that the data of a stage may pass through. */
    static boolean[] mayRelay(JobModel model, int stage) {
        boolean[] may = new boolean[model.siteCount];
        for (int i = 0; i < may.length; i++) {
            may[i] = true;
            for (int input : model.inputs[stage]) {
                Dataset dataset = input < 0 ? model.job.datasets().get(~input) : null;
                may[i] &= dataset == null || dataset.mayGoTo(model.sites.get(i));
            }
        }
        return may;
    }

    /** Seconds of the busiest port. */
    static double ports(JobModel model, double[][] bits) {
        double longest = 0;
        for (int i = 0; i < model.siteCount; i++) {
            double sent = 0;
            double received = 0;
            for (int j = 0; j < model.siteCount; j++) {
                sent += bits[i][j];
                received += bits[j][i];
            }
            longest = Math.max(
                    longest, Math.max(JobModel.over(sent, model.up[i]), JobModel.over(received, model.down[i])));
        }
        return longest;
    }

    private Answer solve() {
        simplex.solve(() -> false);
        for (int round = 0; round < MOST_ROUNDS && addWays(); round++) {
            if (!simplex.solve(() -> false)) {
                break;
            }
        }
        var detours = new ArrayList<Detour>();
        for (int c = 0; c < ways.size(); c++) {
            double amount = simplex.value(columns.get(c)) * unit;
            if (amount > unit * NOTHING) {
                int[] way = ways.get(c);
                detours.add(new Detour(way[0], way[1], way[2], amount));
            }
        }
        return new Answer(direct * (1 - simplex.value(gain)), detours);
    }

    /** Adds for each flow the way that shortens the time most, if any does; whether there was one. */
    private boolean addWays() {
        int n = model.siteCount;
        boolean added = false;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double spared = bits[i][j] > 0 ? pathPrice(i, j) - amountPrice(i, j) : 0;
                int best = -1;
                double least = -NOTHING;
                for (int k = 0; k < n && spared > 0; k++) {
                    boolean way = k != i && k != j && mayRelay[k] && model.pair[i][k] > 0 && model.pair[k][j] > 0;
                    if (way && !known.contains((i * n + j) * n + k)) {
                        double reduced = pathPrice(i, k) + pathPrice(k, j) + portPrice(k) - spared;
                        if (reduced < least) {
                            least = reduced;
                            best = k;
                        }
                    }
                }
                if (best >= 0) {
                    add(i, j, best);
                    added = true;
                }
            }
        }
        return added;
    }

    private double pathPrice(int from, int to) {
        Integer row = pathRows.get(from * model.siteCount + to);
        return row == null ? 0 : simplex.price(row) * unit / (model.pair[from][to] * direct);
    }

    private double amountPrice(int from, int to) {
        Integer row = amountRows.get(from * model.siteCount + to);
        return row == null ? 0 : simplex.price(row);
    }

    private double portPrice(int relay) {
        return simplex.price(outRows[relay]) * unit / (model.up[relay] * direct)
                + simplex.price(inRows[relay]) * unit / (model.down[relay] * direct);
    }

    private int pathRow(int from, int to) {
        return pathRows.computeIfAbsent(
                from * model.siteCount + to,
                any -> simplex.addRow(
                        Math.max(0, 1 - bits[from][to] / (model.pair[from][to] * direct)),
                        new int[] {gain},
                        new double[] {1}));
    }

    private void add(int from, int to, int relay) {
        int n = model.siteCount;
        int amount = amountRows.computeIfAbsent(from * n + to, any -> simplex.addRow(bits[from][to] / unit));
        int[] rows = {pathRow(from, to), pathRow(from, relay), pathRow(relay, to), outRows[relay], inRows[relay], amount
        };
        double[] entries = {
            -unit / (model.pair[from][to] * direct),
            unit / (model.pair[from][relay] * direct),
            unit / (model.pair[relay][to] * direct),
            unit / (model.up[relay] * direct),
            unit / (model.down[relay] * direct),
            1
        };
        columns.add(simplex.addColumn(0, rows, entries));
        ways.add(new int[] {from, to, relay});
        known.add((from * n + to) * n + relay);
    }

    /** Flows of a draft's stage with some of their octets on detours. */
    static List<RoutedFlow> flows(Draft draft, int stage, List<Detour> detours) {
        JobModel model = draft.model;
        Map<List<Integer>, Long> left = new HashMap<>();
        for (RoutedFlow flow : draft.flows(stage)) {
            left.merge(
                    List.of(model.number(flow.from()), model.number(flow.to())),
                    flow.size().bytes(),
                    Long::sum);
        }
        var flows = new ArrayList<RoutedFlow>();
        for (Detour detour : detours) {
            var ends = List.of(detour.from(), detour.to());
            long most = left.getOrDefault(ends, 0L);
            long octets = Math.min(most, Math.round(detour.bits() / 8));
            if (octets > 0) {
                flows.add(draft.flow(detour.from(), detour.to(), octets, 0, detour.relay()));
                left.put(ends, most - octets);
            }
        }
        for (RoutedFlow flow : draft.flows(stage)) {
            long octets = left.getOrDefault(List.of(model.number(flow.from()), model.number(flow.to())), 0L);
            if (octets > 0) {
                flows.add(draft.flow(model.number(flow.from()), model.number(flow.to()), octets, 0));
            }
        }
        return flows;
    }
}
