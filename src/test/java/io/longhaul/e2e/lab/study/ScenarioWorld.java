package io.longhaul.e2e.lab.study;

import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.ArrayList;
import java.util.List;

/** One topology for many scenarios, far from each other. Stateless. */
final class ScenarioWorld {
    private ScenarioWorld() {}

    static LabTopology topology(List<Scenario> batch) {
        var sites = new StringBuilder();
        var rtts = new StringBuilder();
        var links = new StringBuilder();
        for (int k = 0; k < batch.size(); k++) {
            Scenario scenario = batch.get(k);
            int count = scenario.sites().size();
            for (int i = 0; i < count; i++) {
                String settings = scenario.sites().get(i);
                String located = "{location: [%d, %d]%s"
                        .formatted(i, k, settings.equals("{}") ? "}" : ", " + settings.substring(1));
                sites.append("  %s: %s\n".formatted(scenario.site(k, i), located));
                var row = new ArrayList<String>();
                for (int j = i + 1; j < count; j++) {
                    row.add(scenario.site(k, j) + ": " + scenario.rtt() + "ms");
                }
                if (!row.isEmpty()) {
                    rtts.append("  %s: {%s}\n".formatted(scenario.site(k, i), String.join(", ", row)));
                }
            }
            for (String link : scenario.links()) {
                links.append("  - ")
                        .append(link.replace("$a", scenario.site(k, 0)).replace("$b", scenario.site(k, 1)))
                        .append('\n');
            }
        }
        return TopologyYaml.parse("agreement", """
                format: longhaul-topology/1
                name: agreement
                defaults: {egress: 200Mbit/s, ingress: 200Mbit/s, queue: 50ms, window: 1MB}
                sites:
                %srtt:
                %s%s""".formatted(sites, rtts, links.isEmpty() ? "" : "links:\n" + links));
    }
}
