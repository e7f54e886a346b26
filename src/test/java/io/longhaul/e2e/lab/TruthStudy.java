package io.longhaul.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.SiteId;
import io.longhaul.e2e.StudyTable;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;

/**
 * Long comparisons with the truth of a faithful lab: what runs until converged save ({@code -Dlonghaul.study=converged}), and how far round-trip times stray ({@code -Dlonghaul.study=rtt}).
 * Tables go to {@code target/studies}.
 */
class TruthStudy {
    private static final SiteId SOURCE = SiteId.parse("lab:source");
    private static final SiteId SINK = SiteId.parse("lab:sink");
    private static final Set<BindingLimit> STEADY = Set.of(
            BindingLimit.RECEIVE_WINDOW,
            BindingLimit.PER_FLOW_CAP,
            BindingLimit.VM_EGRESS_CAP,
            BindingLimit.VM_INGRESS_CAP,
            BindingLimit.PATH_CAP,
            BindingLimit.LOSS);

    private static FaithfulLab lab(String topology) {
        return FaithfulLab.start(
                TopologyYaml.parse("study", topology),
                FaithfulLab.Options.defaults().withAgents(LabAgents.class.getName()));
    }

    @Test
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "converged")
    void until_converged_gives_the_answer_of_ten_seconds_for_a_third() {
        LimitWorld[] worlds = LimitWorlds.of(Long.getLong("longhaul.study.seed", 0)).stream()
                .filter(world -> STEADY.contains(world.truth()))
                .filter(world -> world.name().matches(System.getProperty("longhaul.study.worlds", ".*")))
                .toArray(LimitWorld[]::new);
        double[] rates = new double[worlds.length];
        double[] volumes = new double[worlds.length];
        var text = new StringBuilder(
                "| world | 10 s | until converged | ratio | octets | stopped |\n|---|---|---|---|---|---|\n");
        for (int i = 0; i < worlds.length; i++) {
            try (var lab = lab(worlds[i].topology())) {
                JsonNode whole = run(lab);
                JsonNode early = run(lab, "--until-converged");
                StudyTable.write("converged-" + i + "-whole.json", whole.toString());
                StudyTable.write("converged-" + i + "-early.json", early.toString());
                rates[i] = rate(early) / rate(whole);
                volumes[i] = octets(early) / octets(whole);
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %.1f Mbit/s | %.1f Mbit/s | %.3f | %.2f | %s |%n",
                        worlds[i].name(),
                        rate(whole) / 1e6,
                        rate(early) / 1e6,
                        rates[i],
                        volumes[i],
                        early.path("stopped").asString()));
                StudyTable.write("converged.md", text.toString());
            }
        }
        double distance =
                median(Arrays.stream(rates).map(ratio -> Math.abs(ratio - 1)).toArray());
        double volume = median(volumes);
        text.append(
                String.format(Locale.ROOT, "%nMedians: %.3f from the rate, %.2f of the octets.%n", distance, volume));
        StudyTable.write("converged.md", text.toString());
        assertThat(distance).isLessThanOrEqualTo(0.02);
        assertThat(volume).isLessThanOrEqualTo(1.0 / 3);
    }

    @Test
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "rtt")
    void round_trip_times_are_within_a_fifth_of_a_millisecond() {
        int[] truths = {12, 30, 62, 90, 155, 300};
        var text = new StringBuilder("""
                | RTT | method | kernel min | kernel typical | program min | program median |
                |---|---|---|---|---|---|
                """);
        double worst = 0;
        for (int truth : truths) {
            String topology = """
                    format: longhaul-topology/1
                    name: rtt
                    defaults: {egress: 150Mbit/s, ingress: 150Mbit/s, window: 4MiB}
                    sites: {lab:source: {}, lab:sink: {}}
                    rtt: {lab:source: {lab:sink: %dms}}
                    """.formatted(truth);
            try (var lab = lab(topology)) {
                for (String method : List.of("tcp-echo", "tcp-connect")) {
                    JsonNode said = SiteCommand.json(
                            lab,
                            SOURCE,
                            "probe",
                            "latency",
                            SiteCommand.agent(lab, SINK),
                            "--method",
                            method,
                            "--count",
                            "50",
                            "--spacing",
                            "20ms");
                    JsonNode kernel = said.path("kernel_rtt_ms");
                    JsonNode program = said.path("rtt_ms");
                    if (method.equals("tcp-connect")) {
                        worst = Math.max(worst, Math.abs(kernel.path("min").asDouble() - truth));
                    }
                    text.append(String.format(
                            Locale.ROOT,
                            "| %d ms | %s | %+.3f | %+.3f | %+.3f | %+.3f |%n",
                            truth,
                            method,
                            kernel.path("min").asDouble() - truth,
                            kernel.path("typical").asDouble() - truth,
                            program.path("min").asDouble() - truth,
                            program.path("median").asDouble() - truth));
                    StudyTable.write("rtt.md", text.toString());
                }
            }
        }
        assertThat(worst).as(text.toString()).isLessThanOrEqualTo(0.2);
    }

    private static JsonNode run(FaithfulLab lab, String... more) {
        String[] line = {
            "probe",
            "throughput",
            SiteCommand.agent(lab, SINK),
            "--streams",
            "4",
            "--duration",
            "10s",
            "--interval",
            "100ms"
        };
        String[] all = Arrays.copyOf(line, line.length + more.length);
        System.arraycopy(more, 0, all, line.length, more.length);
        return SiteCommand.json(lab, SOURCE, all);
    }

    private static double rate(JsonNode run) {
        JsonNode steady = run.path("steady");
        return (steady.isObject() ? steady : run.path("received"))
                .path("bits_per_second")
                .asDouble();
    }

    private static double octets(JsonNode run) {
        return run.path("received").path("bytes").asDouble();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
