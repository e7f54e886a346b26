package io.longhaul.bench.estimate;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.estimator.Estimator;
import io.longhaul.estimator.Predictions;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.imports.SkyplaneImporter;
import io.longhaul.store.imports.SkyplaneOptions;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What estimates make of the published grid of 29 January 2022; the folder of the grids in {@code -Dlonghaul.grid}.
 *
 * <pre>java -Dlonghaul.grid=DIR -cp ... io.longhaul.bench.estimate.PublishedGrid leave-out [SEEDS]
 *java -Dlonghaul.grid=DIR -cp ... io.longhaul.bench.estimate.PublishedGrid caps FILE.svg</pre>
 *
 * {@code leave-out} leaves out 50, 80 and 95 % of the links at random and compares what {@code estimate --predict} says of them with
 * what {@code estimate} shows of them from the whole grid; beside it the median of the links kept between the same two providers.
 * {@code caps} counts what limits the links by provider of the sender, and draws how far each lies from the lower of its two caps.
 */
public final class PublishedGrid {
    private static final List<Double> SHARES = List.of(0.5, 0.8, 0.95);
    private static final SnapshotJson SNAPSHOTS = new SnapshotJson();

    private final List<Measurement> log;

    private PublishedGrid(List<Measurement> log) {
        this.log = log;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0 || (arguments[0].equals("caps") && arguments.length != 2)) {
            System.err.println("usage: PublishedGrid leave-out [SEEDS] | caps FILE.svg");
            System.exit(2);
        }
        var grid = new PublishedGrid(imported(Path.of(System.getProperty("longhaul.grid", "../shared/data"))));
        if (arguments[0].equals("caps")) {
            grid.caps(Path.of(arguments[1]));
        } else {
            grid.leaveOut(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5);
        }
    }

    /** All runs of the grid of 29 January 2022, and the round-trip times of its links. */
    static List<Measurement> imported(Path data) throws IOException {
        Path directory = Files.createTempDirectory("grid");
        MeasurementLog log = MeasurementLog.at(directory.resolve("log"));
        new SkyplaneImporter(SkyplaneOptions.DEFAULT)
                .importInto(
                        log,
                        List.of(
                                data.resolve("skyplane-throughput-2022-01.csv"),
                                data.resolve("skyplane-rtt-2022-04.csv")),
                        (file, rows) -> {},
                        warning -> {});
        try (Stream<Measurement> all = log.stream(ReadOptions.skippingCorrupt(warning -> {}))) {
            return all.toList();
        }
    }

    private JsonNode snapshot(Set<Link> without, boolean predict) {
        Snapshot measured = Estimator.estimate(
                log.stream().filter(run -> !(run instanceof ThroughputMeasurement && without.contains(run.link()))),
                Catalogue.shipped());
        Snapshot snapshot = predict ? measured.withPredictions(Predictions.of(measured)) : measured;
        return JsonMapper.shared().readTree(SNAPSHOTS.toJson(snapshot));
    }

    /** The rate a snapshot shows of each link, with the most streams. */
    private static Map<Link, Double> shown(JsonNode snapshot) {
        var shown = new HashMap<Link, Double>();
        for (JsonNode link : snapshot.path("links")) {
            JsonNode rates = link.path("rates");
            if (!rates.isEmpty()) {
                JsonNode most = rates.get(rates.size() - 1);
                Stream.of("steady_bps", "corrected_bps", "received_bps")
                        .filter(name -> most.path(name).isNumber())
                        .findFirst()
                        .ifPresent(name -> shown.put(link(link), most.path(name).asDouble()));
            }
        }
        return shown;
    }

    private static Link link(JsonNode node) {
        return Link.between(node.path("from").asString(), node.path("to").asString());
    }

    // --- leaving out ---

    private void leaveOut(int seeds) {
        Map<Link, Double> whole = shown(snapshot(Set.of(), false));
        System.out.println(
                "| left out | links | predicted | median error | p90 | with interval | of them inside | median error of"
                        + " the median of the pair of providers |\n|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (double share : SHARES) {
            List<Double> errors = new ArrayList<>();
            List<Double> baseline = new ArrayList<>();
            int links = 0;
            int intervals = 0;
            int inside = 0;
            for (int seed = 1; seed <= seeds; seed++) {
                List<Link> order = new ArrayList<>(whole.keySet());
                Collections.sort(order);
                Collections.shuffle(order, new Random(seed));
                Set<Link> out = new HashSet<>(order.subList(0, (int) Math.round(share * order.size())));
                JsonNode kept = snapshot(out, true);
                Map<String, Double> pairs = medians(shown(kept));
                links += out.size();
                for (Link link : out) {
                    baseline.add(error(
                            pairs.getOrDefault(pair(link), pairs.getOrDefault("", 0.0)),
                            whole.getOrDefault(link, 1.0)));
                }
                for (JsonNode prediction : kept.path("predictions")) {
                    Link link = link(prediction);
                    if (out.contains(link)) {
                        double truth = whole.getOrDefault(link, 1.0);
                        errors.add(error(prediction.path("bits_per_second").asDouble(), truth));
                        JsonNode ci = prediction.path("ci");
                        if (ci.path("low").isNumber()) {
                            intervals++;
                            inside += ci.path("low").asDouble() <= truth
                                            && truth <= ci.path("high").asDouble()
                                    ? 1
                                    : 0;
                        }
                    }
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "| %.0f %% | %d | %d | %.1f %% | %.0f %% | %d | %.1f %% | %.1f %% |%n",
                    100 * share,
                    links,
                    errors.size(),
                    100 * quantile(errors, 0.5),
                    100 * quantile(errors, 0.9),
                    intervals,
                    intervals == 0 ? 0 : 100.0 * inside / intervals,
                    100 * quantile(baseline, 0.5));
        }
    }

    private static double error(double said, double truth) {
        return Math.abs(said / truth - 1);
    }

    private static String pair(Link link) {
        return link.from().provider() + ">" + link.to().provider();
    }

    /** By pair of providers; under the empty name over all. */
    private static Map<String, Double> medians(Map<Link, Double> rates) {
        var byPair = new HashMap<String, List<Double>>();
        rates.forEach((link, rate) -> {
            byPair.computeIfAbsent(pair(link), key -> new ArrayList<>()).add(rate);
            byPair.computeIfAbsent("", key -> new ArrayList<>()).add(rate);
        });
        var medians = new HashMap<String, Double>();
        byPair.forEach((pair, all) -> medians.put(pair, quantile(all, 0.5)));
        return medians;
    }

    private static double quantile(List<Double> values, double q) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get((int) Math.min(sorted.size() - 1, q * sorted.size()));
    }

    // --- caps ---

    private record Dot(double rttMillis, double overCap, boolean atCap) {}

    private void caps(Path file) throws IOException {
        JsonNode snapshot = snapshot(Set.of(), false);
        Map<String, JsonNode> sites = new HashMap<>();
        snapshot.path("sites").forEach(site -> sites.put(site.path("id").asString(), site));
        Map<Link, Double> shown = shown(snapshot);
        Map<String, Map<String, Integer>> limits = new TreeMap<>();
        Map<String, List<Dot>> dots = new TreeMap<>();
        for (JsonNode node : snapshot.path("links")) {
            Link link = link(node);
            if (!shown.containsKey(link)) {
                continue;
            }
            String provider = link.from().provider();
            String limit = node.path("limit").asString();
            limits.computeIfAbsent(provider, key -> new TreeMap<>()).merge(limit, 1, Integer::sum);
            OptionalDouble cap = Stream.of(
                            cap(sites, link.from(), link, "egress"), cap(sites, link.to(), link, "ingress"))
                    .flatMapToDouble(OptionalDouble::stream)
                    .min();
            JsonNode rtt = node.path("rtt_ms").path("median");
            if (cap.isPresent() && rtt.isNumber()) {
                dots.computeIfAbsent(provider, key -> new ArrayList<>())
                        .add(new Dot(
                                rtt.asDouble(),
                                shown.getOrDefault(link, 0.0) / cap.getAsDouble(),
                                limit.equals("vm-egress-cap") || limit.equals("vm-ingress-cap")));
            }
        }
        System.out.println(
                "| sender in | links | a VM's cap binds | within a tenth of the lower cap | what else binds |\n"
                        + "|---|--:|--:|--:|---|");
        limits.forEach((provider, counts) -> {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            int atCap = counts.getOrDefault("vm-egress-cap", 0) + counts.getOrDefault("vm-ingress-cap", 0);
            long near = dots.getOrDefault(provider, List.of()).stream()
                    .filter(dot -> Math.abs(dot.overCap() - 1) <= 0.1)
                    .count();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.1f %% | %.1f %% | %s |%n",
                    provider,
                    all,
                    100.0 * atCap / all,
                    100.0 * near / all,
                    String.join(
                            ", ",
                            counts.entrySet().stream()
                                    .filter(entry -> !entry.getKey().startsWith("vm-"))
                                    .map(entry -> entry.getKey() + " " + entry.getValue())
                                    .toList()));
        });
        Files.writeString(file, svg(dots));
    }

    private static OptionalDouble cap(Map<String, JsonNode> sites, SiteId site, Link link, String name) {
        JsonNode node = sites.get(site.toString());
        if (node == null) {
            return OptionalDouble.empty();
        }
        boolean inside = link.from().provider().equals(link.to().provider());
        JsonNode apart = node.path(name + "_inside").path("bps");
        JsonNode cap = inside && apart.isNumber() ? apart : node.path(name).path("bps");
        return cap.isNumber() ? OptionalDouble.of(cap.asDouble()) : OptionalDouble.empty();
    }

    private static final int WIDTH = 330;
    private static final int HEIGHT = 260;
    private static final double LONGEST_MILLIS = 420;
    private static final double HIGHEST = 1.6;

    private static String svg(Map<String, List<Dot>> dots) {
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">%n"
                        + "<title>Rate over the lower cap of the two VMs, by round-trip time</title>%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                WIDTH * dots.size(),
                HEIGHT + 30));
        int left = 0;
        for (Map.Entry<String, List<Dot>> panel : dots.entrySet()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<g transform=\"translate(%d 0)\"><text x=\"45\" y=\"16\" font-weight=\"bold\">from %s, %d links</text>%n",
                    left,
                    panel.getKey(),
                    panel.getValue().size()));
            for (double y : new double[] {0, 0.5, 1, 1.5}) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<line x1=\"40\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/><text x=\"14\" y=\"%.1f\">%.1f</text>%n",
                        WIDTH - 10,
                        y(y),
                        y(y),
                        y == 1 ? "#000" : "#ddd",
                        y(y) + 4,
                        y));
            }
            for (int ms = 0; ms <= 400; ms += 100) {
                svg.append(String.format(
                        Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%d ms</text>%n", x(ms) - 12, HEIGHT + 14, ms));
            }
            for (boolean atCap : new boolean[] {false, true}) {
                svg.append("<path fill=\"none\" stroke-width=\"2.4\" stroke-linecap=\"round\" stroke=\"")
                        .append(atCap ? "#1f5fa8" : "#e08214")
                        .append("\" d=\"");
                panel.getValue().stream()
                        .filter(dot -> dot.atCap() == atCap)
                        .forEach(dot -> svg.append(String.format(
                                Locale.ROOT, "M%.1f %.1fh0", x(dot.rttMillis()), y(Math.min(HIGHEST, dot.overCap())))));
                svg.append("\"/>\n");
            }
            svg.append("</g>\n");
            left += WIDTH;
        }
        return svg.append("<text x=\"45\" y=\"")
                .append(HEIGHT + 27)
                .append(
                        "\">rate shown over the lower cap of the two VMs; blue: a cap is said to bind; orange: something else</text>\n</svg>\n")
                .toString();
    }

    private static double x(double ms) {
        return 40 + (WIDTH - 50) * ms / LONGEST_MILLIS;
    }

    private static double y(double overCap) {
        return HEIGHT - (HEIGHT - 30) * overCap / HIGHEST;
    }
}
