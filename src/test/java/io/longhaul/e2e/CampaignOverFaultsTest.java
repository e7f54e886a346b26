package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.RunState;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What happens to VMs and their network while a campaign runs, in a faithful lab: agents and coordinator are processes. {@code
 * -Dlonghaul.study=cut-link}.
 */
class CampaignOverFaultsTest {
    private static final SiteId FAR = SiteId.parse("azure:westus");
    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final int POLL_MILLIS = 100;
    private static final int AWAY_MILLIS = 2000;

    @TempDir
    private Path folder;

    private static LabTopology topology() {
        return TopologyYaml.parse("three", """
                format: longhaul-topology/1
                name: three
                about: Three sites in three clouds
                defaults: {window: 256KiB, queue: 50ms, egress: 20Mbit/s, ingress: 20Mbit/s}
                sites: {aws:us-east-1: {}, gcp:us-central1: {}, azure:westus: {}}
                rtt:
                  aws:us-east-1: {gcp:us-central1: 8ms, azure:westus: 16ms}
                  gcp:us-central1: {azure:westus: 12ms}
                """);
    }

    private Path log() {
        return folder.resolve("log");
    }

    /** Waits until the campaign is so far. */
    private void until(Predicate<RunState> far) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!Journal.isIn(log()) || !far.test(RunState.of(Journal.read(log(), torn -> {})))) {
            assertThat(Instant.now()).isBefore(end);
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static void link(LabVms vms, String upOrDown) {
        LabVms.done(vms.lab().exec(FAR, List.of("ip", "link", "set", "wan0", upOrDown)), PATIENCE);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "cut-link")
    void a_vm_whose_network_is_away_and_whose_agent_is_started_anew_is_measured_in_the_end()
            throws InterruptedException {
        Assumptions.assumeTrue(LabCheck.missing().isEmpty(), () -> String.join(" ", LabCheck.missing()));
        try (LabVms vms = LabVms.start(topology(), LabVms.built(), folder)) {
            String file = vms.campaign("faults", """
                    probes:
                      rtt: {latency: {count: 3, spacing: 20ms}}
                      load: {throughput: {streams: 2, duration: 1s, most_rate: 25Mbit/s, interval: 200ms}}
                    blocks: 3
                    leave_out_after: 1000
                    retries: 5
                    """);
            SiteProcess running = vms.begin(
                    "campaign",
                    "run",
                    file,
                    "--into",
                    vms.file("log"),
                    "--identity",
                    vms.file("pki/me"),
                    "--format",
                    "json");
            until(state -> state.count(Outcome.OK) >= 4 && !state.open().isEmpty());
            link(vms, "down");
            vms.kill(FAR);
            Thread.sleep(AWAY_MILLIS);
            link(vms, "up");
            vms.startAnew(FAR);
            SiteProcess.Result ended = LabVms.done(running, PATIENCE);
            JsonNode done = LabVms.json(ended);

            assertThat(done.get("done").asInt()).as(ended.errors()).isEqualTo(36);
            CampaignTest.requireOneRecordEach(log());
        }
    }
}
