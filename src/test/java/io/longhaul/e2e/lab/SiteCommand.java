package io.longhaul.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real command at a site of a lab. Stateless. */
final class SiteCommand {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private SiteCommand() {}

    /** Runs a line with {@code --format json} and reads its answer. */
    static JsonNode json(FaithfulLab lab, SiteId site, String... line) {
        var command = new ArrayList<>(List.of(
                "env",
                "LONGHAUL_TOKEN=" + LabAgents.TOKEN,
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData", // its files collide between namespaces of processes, and the warning goes to the
                // output
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(line));
        command.addAll(List.of("--format", "json"));
        SiteProcess.Result result = lab.exec(site, command).await(PATIENCE);
        assertThat(result.output()).as("%s%n%s", line[1], result.errors()).startsWith("{");
        return JsonMapper.shared().readTree(result.output());
    }

    /** How a probe names the agent of a site. */
    static String agent(FaithfulLab lab, SiteId site) {
        return lab.address(site).getHostAddress();
    }
}
