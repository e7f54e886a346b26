package io.longhaul.planner.job;

import io.longhaul.planner.lp.DenseSimplex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A linear program written down row by row: minimise, variables of zero or more. Numbers should lie near 1. Confined to one
 * thread.
 */
final class Program {
    private static final double NEAR = 1e-6;

    /** A sum of multiples of variables. */
    static final class Sum {
        private final Map<Integer, Double> terms = new TreeMap<>();

        Sum add(int variable, double factor) {
            if (factor != 0) {
                terms.merge(variable, factor, Double::sum);
            }
            return this;
        }
    }

    private record Row(Sum sum, double limit, boolean equal) {}

    private final List<Double> costs = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** A variable of zero or more; its number. */
    int variable(double cost) {
        costs.add(cost);
        return costs.size() - 1;
    }

    void cost(int variable, double cost) {
        costs.set(variable, cost);
    }

    void atMost(Sum sum, double limit) {
        if (limit >= 0) {
            rows.add(new Row(sum, limit, false));
        } else {
            var negated = new Sum();
            sum.terms.forEach((variable, factor) -> negated.add(variable, -factor));
            atLeast(negated, -limit);
        }
    }

    private void atLeast(Sum sum, double limit) {
        sum.add(variable(0), -1);
        equal(sum, limit);
    }

    /** @param limit zero or more */
    void equal(Sum sum, double limit) {
        rows.add(new Row(sum, limit, true));
    }

    /** The values of all variables at a minimum; empty when there is none, or the numbers did not let it be found. */
    Optional<double[]> minimum() {
        var simplex = new DenseSimplex();
        Map<Integer, Map<Integer, Double>> columns = new HashMap<>();
        var held = new ArrayList<Integer>();
        var all = new TreeMap<Integer, Double>();
        double limits = 0;
        for (Row row : rows) {
            int number = simplex.addRow(row.limit);
            row.sum.terms.forEach((variable, factor) ->
                    columns.computeIfAbsent(variable, any -> new TreeMap<>()).put(number, factor));
            if (row.equal) {
                held.add(number);
                row.sum.terms.forEach((variable, factor) -> all.merge(variable, factor, Double::sum));
                limits += row.limit;
            }
        }
        int sum = simplex.addRow(limits + 1);
        all.forEach((variable, factor) ->
                columns.computeIfAbsent(variable, any -> new TreeMap<>()).put(sum, factor));
        for (int variable = 0; variable < costs.size(); variable++) {
            Map<Integer, Double> column = columns.getOrDefault(variable, Map.of());
            simplex.addColumn(
                    costs.get(variable),
                    column.keySet().stream().mapToInt(Integer::intValue).toArray(),
                    column.values().stream().mapToDouble(Double::doubleValue).toArray());
        }
        if (!held.isEmpty()) {
            simplex.aim(0, sum, 1);
            if (!simplex.solve(() -> false)) {
                return Optional.empty();
            }
            for (int row : held) {
                if (simplex.slack(row) > NEAR) {
                    return Optional.empty();
                }
                simplex.hold(row);
            }
            simplex.aim(1, sum, 0);
        }
        if (!simplex.solve(() -> false)) {
            return Optional.empty();
        }
        double[] values = new double[costs.size()];
        for (int variable = 0; variable < values.length; variable++) {
            values[variable] = simplex.value(variable);
        }
        return Optional.of(values);
    }
}
