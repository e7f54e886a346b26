package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The fields that programs of others rely on: they stand in every answer under these names, as null where nothing is known. Each line
 * here is a promise; fields may come to stand beside them, none may go.
 */
class FixedFieldsTest {
    private static final String MEASUREMENT = "format kind id from to started duration_s prober.name prober.version";
    private static final String CAMPAIGN = "measurements bytes cost_usd duration_s done failed skipped budget";

    @TempDir
    private static Path folder;

    private static String log = "";

    @BeforeAll
    static void measure() {
        LabTopology topology = TopologyYaml.load("demo");
        log = folder.resolve("log").toString();
        LabTruthLog.write(topology, 8, Path.of(log));
    }

    private static JsonNode answer(int exit, String... words) {
        var line = new ArrayList<>(List.of(words));
        line.add("--format");
        line.add("json");
        return Command.run(line.toArray(String[]::new)).exits(exit).json();
    }

    /** Dots go down, and {@code []} into the first of a list, which must have one. */
    private static void has(JsonNode answer, String format, String... fields) {
        assertThat(answer.path("format").asString()).isEqualTo(format);
        for (String names : fields) {
            for (String path : names.split(" ", -1)) {
                JsonNode at = answer;
                for (String step : path.split("\\.", -1)) {
                    String name = step.replace("[]", "");
                    assertThat(at.has(name))
                            .as("%s of %s: %s", path, format, at)
                            .isTrue();
                    at = at.get(name);
                    if (step.endsWith("[]")) {
                        assertThat(at).as("%s of %s", path, format).isNotEmpty();
                        at = at.get(0);
                    }
                }
            }
        }
    }

    @Test
    void of_probes() {
        try (var agents = new TwoAgents()) {
            has(
                    answer(0, "probe", "throughput", agents.one(), "--duration", "600ms", "--interval", "100ms"),
                    "longhaul-measurement/1",
                    MEASUREMENT,
                    "asked.protocol asked.streams asked.window_bytes asked.write_bytes asked.congestion asked.reverse",
                    "asked.bidirectional asked.duration_s actual.send_buffer_bytes actual.receive_buffer_bytes",
                    "actual.congestion actual.mss_bytes sent.bytes sent.bits_per_second received.bytes",
                    "received.bits_per_second steady retransmits rtt_ms streams[].id streams[].sent_bytes",
                    "streams[].received_bytes streams[].retransmits intervals[].start_s intervals[].end_s",
                    "intervals[].sent_bytes intervals[].received_bytes intervals[].retransmits intervals[].rtt_ms",
                    "cpu.local_core_seconds cpu.remote_core_seconds stopped");
            has(
                    answer(0, "probe", "latency", agents.one(), "--count", "3", "--spacing", "10ms"),
                    "longhaul-measurement/1",
                    MEASUREMENT,
                    "method sent lost rtt_ms.min rtt_ms.median rtt_ms.p95 rtt_ms.p99 rtt_ms.max");
            has(
                    answer(
                            0,
                            "probe",
                            "sweep",
                            agents.one(),
                            "--streams",
                            "1,2",
                            "--windows",
                            "auto",
                            "--duration",
                            "300ms"),
                    "longhaul-sweep/1",
                    "cells[].streams cells[].window_bytes cells[].bits_per_second cells[].ci cells[].limit limit",
                    "per_flow_cap_bps vm_cap_bps rtt_ms recommended.streams recommended.window_bytes explanation");
            has(
                    answer(0, "probe", "contention", agents.one(), agents.two(), "--duration", "600ms"),
                    "longhaul-contention/1",
                    "destinations[].to destinations[].alone_bps destinations[].together_bps sum_together_bps limit");
            has(
                    answer(0, "probe", "fingerprint", agents.one(), "--drain", "1s"),
                    "longhaul-fingerprint/1",
                    "base_rtt_ms base_bandwidth_bps loaded_rtt_ms token_bucket censored_at_bytes mtu_bytes");
        }
    }

    @Test
    void of_beliefs_plans_and_recommendations() {
        JsonNode snapshot = answer(0, "estimate", log);
        has(
                snapshot,
                "longhaul-snapshot/1",
                "as_of sites[].id sites[].vm_type sites[].egress.bps sites[].egress.ci sites[].egress.source",
                "sites[].ingress sites[].per_flow sites[].token_bucket links[].from links[].to links[].rtt_ms.median",
                "links[].rtt_ms.p95 links[].single_flow_bps links[].rates[].streams links[].rates[].window_bytes",
                "links[].rates[].sent_bps links[].rates[].received_bps links[].rates[].ci links[].rates[].samples",
                "links[].limit links[].limit_certainty links[].stable links[].repetitions_needed links[].as_of");
        String from = snapshot.at("/links/0/from").asString();
        String to = snapshot.at("/links/0/to").asString();
        String[] plan = {"plan", "--log", log, "--from", from, "--to", to, "--size", "100GB", "--explain"};
        has(
                answer(0, plan),
                "longhaul-plan/1",
                "outcome from to size_bytes verdict rate_bps time_s.expected time_s.p95 cost_usd.total cost_usd.egress",
                "cost_usd.vm routes[].sites routes[].rate_bps routes[].share routes[].streams_by_hop",
                "routes[].window_bytes_by_hop vms relays bound_usd gap deadline_probability offers[].kind offers[].via",
                "offers[].streams offers[].vms offers[].rate_bps offers[].time_s offers[].cost_usd",
                "offers[].meets_request offers[].why evidence[].from evidence[].to evidence[].runs evidence[].as_of",
                "evidence[].received_bps evidence[].sent_bps evidence[].assumes prices_as_of explanation reasons",
                "planning_ms");
        has(
                answer(0, "plan", "--log", log, "--from", from, "--to", to, "--size", "100GB", "--frontier"),
                "longhaul-frontier/1",
                "points[].rate_bps points[].time_s points[].cost_usd points[].verdict");
        has(
                answer(0, "recommend", "--log", log),
                "longhaul-recommendations/1",
                "rates links[].from links[].to links[].verdict links[].direct_bps links[].best_relay links[].relay_bps",
                "links[].gain links[].price_ratio links[].second_vm_bps links[].why summary.links",
                "summary.relay_gain_at_least_1_5 summary.verdicts.direct summary.verdicts.more-streams",
                "summary.verdicts.more-vms summary.verdicts.relay summary.verdicts.measure-again");
        Command failed = Command.run("estimate", folder.resolve("none").toString(), "--format", "json");
        failed.exits(2);
        assertThat(failed.out()).isEmpty();
        has(failed.errorJson(), "longhaul-error/1", "error advice");
    }

    @Test
    void of_campaigns() throws IOException {
        String file = Files.writeString(folder.resolve("campaign.yaml"), """
                format: longhaul-campaign/1
                name: two
                agents:
                  a: {site: "aws:us-east-1", vm: m5.large, orders: "192.0.2.1"}
                  b: {site: "gcp:us-central1", vm: n2-standard-2, orders: "192.0.2.2"}
                probes:
                  rtt: {latency: {count: 3, spacing: 10ms}}
                budget: {volume: 1GB}
                """).toString();
        String into = folder.resolve("into").toString();

        has(answer(0, "campaign", "plan", file), "longhaul-campaign/1", CAMPAIGN);
        has(answer(0, "campaign", "run", file, "--into", into, "--lab", "demo"), "longhaul-campaign/1", CAMPAIGN);
        JsonNode status = answer(0, "campaign", "status", into);
        has(status, "longhaul-campaign/1", CAMPAIGN);
        assertThat(status.path("done").asInt())
                .isEqualTo(status.path("measurements").asInt())
                .isEqualTo(2);
        assertThat(status.path("skipped").asInt()).isZero();
        assertThat(status.at("/budget/volume_bytes").asLong()).isEqualTo(1_000_000_000);
    }

    @Test
    void of_jobs_and_coflows() throws IOException {
        String job = folder.resolve("job.yaml").toString();
        String snapshot = folder.resolve("snapshot.json").toString();
        Files.writeString(
                Path.of(snapshot),
                Command.run("estimate", log, "--format", "json").out());
        Files.writeString(Path.of(job), """
                format: longhaul-job/1
                name: clicks
                cluster:
                  aws:us-east-1: {vms: 2, slots: 16}
                  gcp:us-central1: {vms: 2, slots: 16}
                datasets:
                  - {name: logs, sizes: {"aws:us-east-1": 100GB, "gcp:us-central1": 50GB}}
                stages:
                  - {name: parse, kind: read, inputs: [logs], selectivity: 0.3, seconds_per_gb: 4}
                  - {name: count, kind: shuffle, inputs: [parse], selectivity: 0.1, seconds_per_gb: 2}
                """);
        JsonNode plan = answer(0, "job", "plan", job, "--snapshot", snapshot, "--explain");
        has(
                plan,
                "longhaul-job-plan/1",
                "strategy outcome time_s cost_usd bound_s gap placement[].stage placement[].site placement[].share",
                "transfers[].stage transfers[].from transfers[].to transfers[].bytes transfers[].start_s transfers[].end_s",
                "transfers[].streams transfers[].via explanation planning_ms");
        String jobs = Files.writeString(folder.resolve("jobs.yaml"), """
                format: longhaul-jobs/1
                name: one
                cluster:
                  aws:us-east-1: {vms: 2, slots: 16}
                  gcp:us-central1: {vms: 2, slots: 16}
                jobs:
                  - name: clicks
                    datasets:
                      - {name: logs, sizes: {"aws:us-east-1": 100GB, "gcp:us-central1": 50GB}}
                    stages:
                      - {name: count, kind: shuffle, inputs: [logs], selectivity: 0.1, seconds_per_gb: 2}
                """).toString();
        has(
                answer(0, "job", "league", jobs, "--snapshot", snapshot),
                "longhaul-league/1",
                "rows[].strategy rows[].network rows[].input rows[].jobs rows[].time_s.median rows[].time_s.p95",
                "rows[].regret rows[].wrong_by_measurement rows[].cost_usd rows[].deadlines_missed",
                "rows[].planning_ms");
        String trace = Files.writeString(folder.resolve("trace.txt"), "3 2\n1 0 1 1 1 2:100\n2 50 2 1 3 1 2:30\n")
                .toString();
        has(
                answer(0, "coflow", "replay", trace, "--policy", "all", "--port-rate", "1Gbit/s"),
                "longhaul-coflows/1",
                "policy coflows completion_s.mean completion_s.median completion_s.p95");
    }

    @Test
    void of_a_screening() {
        Command screen = Command.run("screen", "--duration", "300ms", "--format", "json");
        assertThat(screen.code()).as("fit or not").isBetween(0, 1);
        has(
                screen.json(),
                "longhaul-screen/1",
                "oversleep.samples oversleep.over_1ms oversleep.over_10ms oversleep.p999_ms kernel fit reasons");
    }
}
