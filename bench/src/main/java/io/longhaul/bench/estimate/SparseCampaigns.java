package io.longhaul.bench.estimate;

import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.CampaignFile;
import io.longhaul.campaign.plan.SparseChoice;
import io.longhaul.campaign.plan.Tariff;
import io.longhaul.campaign.run.Coordinator;
import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.Replay;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.estimator.Estimator;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many verdicts of a full mesh a sparse campaign tells, on sub-grids of the published grid of 29 January 2022 and on the lab of twelve
 * sites in virtual time; beside it as many links drawn at random, and saying of every pair what most pairs are.
 *
 * <pre>java -Dlonghaul.grid=DIR -cp ... io.longhaul.bench.estimate.SparseCampaigns [SEEDS] [FIRST] [SIZES]</pre>
 */
public final class SparseCampaigns {
    private static final Instant BEGIN = Instant.parse("2022-01-29T00:00:00Z");
    private static final MeasurementHeader.Prober PROBER = new MeasurementHeader.Prober("longhaul", "0.1.0");
    private static final int STREAMS = 64;

    private SparseCampaigns() {}

    /** The share of the verdicts that are those of the full mesh. */
    private record Score(int loads, int links, double sparse, double random, double usual, double expected) {}

    public static void main(String[] arguments) throws Exception {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        List<Measurement> grid = PublishedGrid.imported(Path.of(System.getProperty("longhaul.grid", "../shared/data")));
        System.out.println(
                "| grid | sites | seeds | loads of a full mesh | of the sparse campaign | verdicts right | worst"
                        + " seed | expected by itself | as many at random | the usual verdict |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        String[] sizes = (arguments.length > 2 ? arguments[2] : "12,20,40").split(",", -1);
        for (String size : sizes) {
            int sites = Integer.parseInt(size);
            List<Score> scores = new ArrayList<>();
            for (int seed = first; seed < first + seeds; seed++) {
                scores.add(score(drawn(grid, sites, seed), seed));
            }
            print("published", sites, scores);
        }
        List<Score> scores = new ArrayList<>();
        List<Measurement> lab = measured(TopologyYaml.load("twelve"));
        for (int seed = first; seed < first + seeds; seed++) {
            scores.add(score(lab, seed));
        }
        print("lab `twelve`, virtual time", 12, scores);
    }

    private static void print(String name, int sites, List<Score> scores) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %.0f | %.0f (%.1fn) | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% |%n",
                name,
                sites,
                scores.size(),
                mean(scores.stream().map(score -> (double) score.links()).toList()),
                mean(scores.stream().map(score -> (double) score.loads()).toList()),
                mean(scores.stream().map(score -> (double) score.loads()).toList()) / sites,
                100 * mean(scores.stream().map(Score::sparse).toList()),
                100 * scores.stream().mapToDouble(Score::sparse).min().orElse(0),
                100 * mean(scores.stream().map(Score::expected).toList()),
                100 * mean(scores.stream().map(Score::random).toList()),
                100 * mean(scores.stream().map(Score::usual).toList()));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Sites of the grid at random, with all that was measured between them. */
    private static List<Measurement> drawn(List<Measurement> grid, int count, int seed) {
        List<SiteId> sites = new ArrayList<>(grid.stream()
                .filter(ThroughputMeasurement.class::isInstance)
                .map(run -> run.link().from())
                .collect(Collectors.toSet()));
        Collections.sort(sites, (one, other) -> one.toString().compareTo(other.toString()));
        Collections.shuffle(sites, new Random(seed));
        Set<SiteId> kept = new HashSet<>(sites.subList(0, count));
        return grid.stream()
                .filter(run -> kept.contains(run.link().from())
                        && kept.contains(run.link().to()))
                .toList();
    }

    /** Each link of a lab alone, in virtual time. */
    private static List<Measurement> measured(LabTopology topology) {
        List<Measurement> log = new ArrayList<>();
        var lab = new VirtualLab(topology, VirtualLab.Options.defaults());
        for (LabSite from : topology.sites()) {
            for (LabSite to : topology.sites()) {
                if (from.equals(to)) {
                    continue;
                }
                var link = new Link(from.id(), to.id());
                Bandwidth rate = lab.carry(List.of(LabFlow.endless(link, STREAMS)), Duration.ofSeconds(20))
                        .meanRate(0, Duration.ofSeconds(10), Duration.ofSeconds(20));
                Duration rtt = topology.roundTrip(link);
                log.add(new LatencyMeasurement(
                        header("rtt", from, to),
                        LatencyMethod.TCP_ECHO,
                        10,
                        0,
                        Optional.of(new RttSummary(
                                rtt, Optional.of(rtt), Optional.empty(), Optional.empty(), Optional.of(rtt)))));
                log.add(load(header("load", from, to), rate));
            }
        }
        return log;
    }

    private static MeasurementHeader header(String kind, LabSite from, LabSite to) {
        return new MeasurementHeader(
                kind + "-" + from.id() + "-" + to.id(),
                new Link(from.id(), to.id()),
                Optional.of("lab " + from.vmType()),
                Optional.of("lab " + to.vmType()),
                BEGIN,
                Duration.ofSeconds(10),
                PROBER,
                Optional.empty());
    }

    private static ThroughputMeasurement load(MeasurementHeader header, Bandwidth rate) {
        var moved = new Transferred(Optional.of(rate.times(header.duration())), rate);
        return ThroughputMeasurement.ofRates(
                header,
                ThroughputAsked.streams("longhaul", STREAMS, Optional.of(header.duration())),
                Optional.of(moved),
                Optional.of(moved),
                Optional.empty(),
                List.of(),
                StopReason.TIME);
    }

    private static Campaign campaign(List<Measurement> full, int seed) {
        List<String> sites = full.stream()
                .filter(ThroughputMeasurement.class::isInstance)
                .flatMap(run -> List.of(run.link().from(), run.link().to()).stream())
                .map(SiteId::toString)
                .distinct()
                .sorted()
                .toList();
        var text = new StringBuilder("format: longhaul-campaign/1\nname: sparse\nseed: " + seed + "\nagents:\n");
        for (int i = 0; i < sites.size(); i++) {
            text.append("  vm")
                    .append(i)
                    .append(": {site: \"")
                    .append(sites.get(i))
                    .append("\", orders: \"10.0.0.")
                    .append(i)
                    .append("\"}\n");
        }
        text.append("probes:\n  rtt: {latency: {count: 10}}\n  many: {throughput: {streams: ")
                .append(STREAMS)
                .append(", duration: 10s, volume: 1GB}}\nsparse: {per_agent: 4}\nretries: 0\nleave_out_after: 1000\n");
        return CampaignFile.parse(text.toString(), "sparse.yaml");
    }

    private static Score score(List<Measurement> full, int seed) throws Exception {
        Campaign campaign = campaign(full, seed);
        var tariff = new Tariff(new PriceBook(List.of(), List.of()), false);
        var choice = new SparseChoice(campaign, tariff);
        Map<Link, Boolean> truth = choice.verdicts(estimate(full)).likelier();
        Set<Link> known = new HashSet<>();
        full.stream().filter(ThroughputMeasurement.class::isInstance).forEach(run -> known.add(run.link()));
        truth.keySet().retainAll(known);

        Path folder = Files.createTempDirectory("sparse");
        List<Measurement> made = run(campaign, tariff, new Replay(full, BEGIN), folder);
        Snapshot believed = estimate(made);
        int loads = (int) made.stream()
                .filter(run -> run.kind() == Measurement.Kind.THROUGHPUT)
                .count();
        List<Link> order = new ArrayList<>(known);
        Collections.sort(order);
        Collections.shuffle(order, new Random(seed));
        Set<Link> lucky = new HashSet<>(order.subList(0, Math.min(loads, order.size())));
        Snapshot random = estimate(full.stream()
                .filter(run -> run instanceof LatencyMeasurement || lucky.contains(run.link()))
                .toList());
        double relays = truth.values().stream().filter(relay -> relay).count() / (double) truth.size();
        return new Score(
                loads,
                known.size(),
                agreement(truth, choice.verdicts(believed).likelier()),
                agreement(truth, choice.verdicts(random).likelier()),
                Math.max(relays, 1 - relays),
                choice.verdicts(believed).certainty());
    }

    private static Snapshot estimate(List<Measurement> log) {
        return Estimator.estimate(log.stream(), Catalogue.shipped());
    }

    private static double agreement(Map<Link, Boolean> truth, Map<Link, Boolean> said) {
        return truth.entrySet().stream()
                        .filter(each -> each.getValue().equals(said.get(each.getKey())))
                        .count()
                / (double) truth.size();
    }

    private static List<Measurement> run(Campaign campaign, Tariff tariff, Replay replay, Path folder)
            throws IOException, InterruptedException {
        try (LogWriter log = MeasurementLog.at(folder).openWriter(LogOptions.DEFAULT, torn -> {});
                Journal journal = Journal.open(folder, torn -> {})) {
            new Coordinator(
                            campaign,
                            tariff,
                            replay::agent,
                            folder,
                            log,
                            journal,
                            Runnable::run,
                            replay,
                            Coordinator.Listener.NONE)
                    .run(List.of(), "study");
        }
        return MeasurementLog.at(folder).readAll(ReadOptions.strict(torn -> {}));
    }
}
