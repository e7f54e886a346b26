package io.longhaul.planner.workload;

import io.longhaul.core.job.Stage.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shape of a query's plan: which tables it reads, in which order and how it joins them, and how much each step leaves of
 * what it gets. Join structures are those of the published text of TPC-DS (v2) queries, tables have the rows and row lengths of
 * its scale factor 1000. What a step leaves is an assumption from its predicates (columns kept over the row length, share of rows
 * that a filter on a year, a category or a state keeps), but for queries 66, 72 and 88, where published runs of a
 * TPC-DS-like benchmark say what was shuffled for what was read: 2.3 MB for 14 GB, 20.6 GB for 18.4 GB, 0.2 MB for 53 GB.
 * Immutable.
 *
 * @param name as {@code q3}
 * @param tables octets at scale factor 1000, by name
 * @param steps in an order in which each comes after those it takes from
 */
public record QueryShape(String name, Map<String, Double> tables, List<Step> steps) {
    /** Tables above this grow with the scale factor; smaller ones are dimensions and grow slower. */
    static final double FACT = 5e9;

    private static final Map<String, Double> OCTETS = Map.ofEntries(
            table("store_sales", 2_879_987_999L, 164),
            table("catalog_sales", 1_439_980_416L, 226),
            table("web_sales", 720_000_376L, 226),
            table("store_returns", 287_999_764L, 134),
            table("catalog_returns", 143_996_756L, 166),
            table("web_returns", 71_997_522L, 162),
            table("inventory", 783_000_000L, 16),
            table("customer", 12_000_000L, 132),
            table("customer_address", 6_000_000L, 110),
            table("customer_demographics", 1_920_800L, 42),
            table("item", 300_000L, 281),
            table("date_dim", 73_049L, 141),
            table("household_demographics", 7_200L, 21),
            table("promotion", 1_500L, 124),
            table("store", 1_002L, 263),
            table("warehouse", 20L, 117),
            table("time_dim", 86_400L, 59));

    /**
     * One step.
     *
     * @param name of the stage
     * @param kind how it takes its inputs
     * @param inputs tables and steps
     * @param selectivity octets it leaves of one it gets
     */
    public record Step(String name, Kind kind, List<String> inputs, double selectivity) {
        public Step {
            inputs = List.copyOf(inputs);
        }
    }

    public QueryShape {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        steps = List.copyOf(steps);
    }

    private static Map.Entry<String, Double> table(String name, long rows, int length) {
        return Map.entry(name, (double) rows * length);
    }

    /** The queries there are. */
    public static List<QueryShape> all() {
        return List.of(
                // one fact table, small dimensions sent to it, groups, the first hundred
                star("q3", "store_sales", 0.01, 0.02, "date_dim", "item"),
                star("q7", "store_sales", 0.02, 0.2, "customer_demographics", "date_dim", "promotion", "item"),
                star("q19", "store_sales", 0.01, 0.1, "date_dim", "item", "customer", "customer_address", "store"),
                star("q26", "catalog_sales", 0.02, 0.2, "customer_demographics", "date_dim", "promotion", "item"),
                star("q42", "store_sales", 0.01, 0.01, "date_dim", "item"),
                star("q52", "store_sales", 0.01, 0.02, "date_dim", "item"),
                star("q65", "store_sales", 0.05, 0.5, "date_dim", "store", "item"),
                star("q66", "catalog_sales", 0.0002, 0.5, "warehouse", "time_dim", "date_dim"),
                star("q88", "store_sales", 0.000_004, 0.1, "household_demographics", "time_dim", "store"),
                // two or three fact tables joined by customer, item or order
                facts("q17", 0.05, 0.02, "store_sales", "store_returns", "catalog_sales"),
                facts("q25", 0.05, 0.02, "store_sales", "store_returns", "catalog_sales"),
                facts("q29", 0.06, 0.03, "store_sales", "store_returns", "catalog_sales"),
                facts("q64", 0.15, 0.1, "store_sales", "store_returns", "catalog_sales", "catalog_returns"),
                facts("q72", 0.5, 1.1, "catalog_sales", "inventory"),
                facts("q78", 0.12, 0.2, "store_sales", "catalog_sales", "web_sales"),
                facts("q82", 0.03, 0.05, "store_sales", "inventory"),
                facts("q95", 0.1, 0.3, "web_sales", "web_returns"));
    }

    /** Dimensions go whole to where the fact table lies; what is left is grouped, and the first rows gathered. */
    private static QueryShape star(String name, String fact, double keeps, double groups, String... dimensions) {
        var inputs = new ArrayList<>(List.of(fact));
        Collections.addAll(inputs, dimensions);
        return new QueryShape(
                name,
                octets(inputs),
                List.of(
                        new Step("scan", Kind.BROADCAST, inputs, keeps),
                        new Step("group", Kind.SHUFFLE, List.of("scan"), groups),
                        new Step("top", Kind.AGGREGATE, List.of("group"), 0.01)));
    }

    /** Each fact table is scanned where it lies; they are joined one after the other, then grouped, and the first rows gathered. */
    private static QueryShape facts(String name, double keeps, double joins, String... facts) {
        var steps = new ArrayList<Step>();
        for (String fact : facts) {
            steps.add(new Step("scan-" + fact, Kind.READ, List.of(fact), keeps));
        }
        String left = "scan-" + facts[0];
        for (int i = 1; i < facts.length; i++) {
            steps.add(new Step("join-" + i, Kind.JOIN, List.of(left, "scan-" + facts[i]), joins));
            left = "join-" + i;
        }
        steps.add(new Step("group", Kind.SHUFFLE, List.of(left), 0.2));
        steps.add(new Step("top", Kind.AGGREGATE, List.of("group"), 0.01));
        return new QueryShape(name, octets(List.of(facts)), steps);
    }

    private static Map<String, Double> octets(List<String> names) {
        var octets = new LinkedHashMap<String, Double>();
        names.forEach(table -> octets.put(table, OCTETS.getOrDefault(table, 0.0)));
        return octets;
    }
}
