package io.longhaul.e2e.lab.study;

import io.longhaul.core.units.Durations;
import io.longhaul.e2e.lab.study.Scenario.Measure;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualLab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Virtual time against kernel TCP, in the same small worlds with the same flows. */
final class AgreementStudy implements Experiment {
    private static final double MEDIAN_BOUND = 0.03;
    private static final double P95_BOUND = 0.08;
    /** Mbit/s that the worlds of one lab may carry together. */
    private static final int LOAD = 300;

    private static final int ATTEMPTS = 8;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "agreement";
    }

    /** One world's outcomes. */
    private record Outcome(Scenario scenario, double carried, double simulated) {
        double error() {
            return Math.abs(simulated / carried - 1);
        }
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        List<List<Scenario>> batches = batches(Scenarios.all());
        var outcomes = new ArrayList<Outcome>();
        for (int i = 0; i < batches.size(); i++) {
            double[][] carried = new double[batches.get(i).size()][runs];
            double[] simulated = new double[batches.get(i).size()];
            for (int run = 0; run < runs; run++) {
                progress.accept(
                        "agreement: worlds %d of %d, run %d of %d".formatted(i + 1, batches.size(), run + 1, runs));
                measure(batches.get(i), run, carried, simulated);
            }
            for (int k = 0; k < simulated.length; k++) {
                outcomes.add(new Outcome(batches.get(i).get(k), StudyFigures.median(carried[k]), simulated[k]));
            }
        }
        return report(outcomes, runs);
    }

    private static StudyReport report(List<Outcome> outcomes, int runs) {
        StudyReport.Builder report = StudyReport.titled(
                "Virtual time against kernel TCP, medians of " + runs, "world", "kernel TCP", "virtual time", "error");
        for (Outcome outcome : outcomes) {
            String form = outcome.scenario().measure() instanceof Measure.End ? "%.2f s" : "%.1f Mbit/s";
            double unit = outcome.scenario().measure() instanceof Measure.End ? 1 : StudyFigures.MEGA;
            report.row(List.of(
                    outcome.scenario().name(),
                    StudyFigures.format(form, outcome.carried() / unit),
                    StudyFigures.format(form, outcome.simulated() / unit),
                    StudyFigures.format("%.1f %%", 100 * outcome.error())));
        }
        double[] errors = outcomes.stream().mapToDouble(Outcome::error).toArray();
        report.check(
                "median error at most 3 %",
                StudyFigures.format("%.1f %% of %d worlds", 100 * StudyFigures.median(errors), errors.length),
                StudyFigures.median(errors) <= MEDIAN_BOUND);
        report.check(
                "95th percentile at most 8 %",
                StudyFigures.format("%.1f %%", 100 * StudyFigures.quantile(errors, 0.95)),
                StudyFigures.quantile(errors, 0.95) <= P95_BOUND);
        return report.build();
    }

    private static List<List<Scenario>> batches(List<Scenario> all) {
        var batches = new ArrayList<List<Scenario>>();
        var batch = new ArrayList<Scenario>();
        int load = 0;
        for (Scenario scenario : all) {
            if (load + scenario.load() > LOAD) {
                batches.add(List.copyOf(batch));
                batch.clear();
                load = 0;
            }
            batch.add(scenario);
            load += scenario.load();
        }
        batches.add(List.copyOf(batch));
        return batches;
    }

    /** A lab of its own for every run, so that buckets are full. */
    private static void measure(List<Scenario> batch, int run, double[][] carried, double[] simulated) {
        LabTopology topology = ScenarioWorld.topology(batch);
        var flows = new ArrayList<LabFlow>();
        var first = new ArrayList<Integer>();
        for (int k = 0; k < batch.size(); k++) {
            first.add(flows.size());
            flows.addAll(batch.get(k).flows(k));
        }
        Duration horizon = horizon(batch);
        CarriedFlows virtual = new VirtualLab(topology, VirtualLab.Options.defaults()).carry(flows, horizon);
        CarriedFlows kernel = carry(topology, flows, horizon, run + 1L);
        for (int k = 0; k < batch.size(); k++) {
            Scenario scenario = batch.get(k);
            int at = first.get(k);
            if (scenario.measure() instanceof Measure.Rate rate) {
                Duration from = Duration.ofSeconds(rate.fromSeconds());
                Duration until = Duration.ofSeconds(rate.untilSeconds());
                carried[k][run] =
                        sum(scenario, i -> kernel.meanRate(at + i, from, until).bitsPerSecond());
                simulated[k] =
                        sum(scenario, i -> virtual.meanRate(at + i, from, until).bitsPerSecond());
            } else {
                carried[k][run] = Durations.seconds(kernel.finishedAt(at).orElse(horizon));
                simulated[k] = Durations.seconds(virtual.finishedAt(at).orElse(horizon));
            }
        }
    }

    private static Duration horizon(List<Scenario> batch) {
        Duration end = Duration.ZERO;
        for (Scenario scenario : batch) {
            Duration own = scenario.measure() instanceof Measure.Rate rate
                    ? Duration.ofSeconds(rate.untilSeconds() + 1L)
                    : LONGEST;
            end = own.compareTo(end) > 0 ? own : end;
        }
        return end;
    }

    private static double sum(Scenario scenario, ToDoubleFunction<Integer> rate) {
        double sum = 0;
        for (int i = 0; i < scenario.flows().size(); i++) {
            sum += rate.applyAsDouble(i);
        }
        return sum;
    }

    private static CarriedFlows carry(LabTopology topology, List<LabFlow> flows, Duration horizon, long seed) {
        for (int attempt = 1; ; attempt++) {
            try (var lab =
                    FaithfulLab.start(topology, FaithfulLab.Options.defaults().withSeed(seed))) {
                CarriedFlows carried = lab.carry(flows, horizon);
                LabHealth health = lab.health();
                if (health.isValid()) {
                    return carried;
                }
                if (attempt == ATTEMPTS) {
                    throw Iperf.notPunctual(ATTEMPTS, health);
                }
            }
        }
    }
}
