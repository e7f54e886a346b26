package io.longhaul.cli.text;

import io.longhaul.lab.faithful.RunningLab;
import io.longhaul.lab.report.LabTruthJson;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Labs that run, {@code longhaul-lab-status/1}. */
public final class LabStatusJson {
    private LabStatusJson() {}

    public static String of(List<RunningLab> labs) {
        ObjectNode root = JsonMapper.shared().createObjectNode().put("format", "longhaul-lab-status/1");
        ArrayNode all = root.putArray("labs");
        for (RunningLab lab : labs) {
            ObjectNode one = all.addObject().put("id", lab.id()).put("pid", lab.pid());
            ObjectNode addresses = one.putObject("addresses");
            lab.topology().sites().forEach(site -> addresses.put(site.id().toString(), lab.addressOf(site.id())));
            one.set("truth", LabTruthJson.tree(lab.truth(), lab.health()));
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
