package io.longhaul.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.SiteId;
import io.longhaul.e2e.StudyTable;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.TopologyYaml;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;

/**
 * What binds, said by the command in worlds where it is known: a sweep, and where it finds a cap on all streams together,
 * contention at the source and then at the sink. Takes about ten minutes; writes a confusion matrix. {@code -Dlonghaul.study=
 * binding-limits}; {@code -Dlonghaul.study.worlds=REGEX} takes some of the worlds; {@code -Dlonghaul.study.seed=N} draws
 * others.
 */
class BindingLimitStudy {
    private static final SiteId SOURCE = SiteId.parse("lab:source");
    private static final SiteId SINK = SiteId.parse("lab:sink");
    private static final SiteId OTHER_SINK = SiteId.parse("lab:other-sink");
    private static final SiteId OTHER_SOURCE = SiteId.parse("lab:other-source");

    private record Answer(BindingLimit limit, String why) {}

    @Test
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "binding-limits")
    void every_world_is_told() {
        long seed = Long.getLong("longhaul.study.seed", 0);
        String wanted = System.getProperty("longhaul.study.worlds", ".*");
        Map<BindingLimit, Map<BindingLimit, Integer>> matrix = new EnumMap<>(BindingLimit.class);
        var text = new StringBuilder("| world | said | why |\n|---|---|---|\n");
        int wrong = 0;
        for (LimitWorld world : LimitWorlds.of(seed)) {
            if (!world.name().matches(wanted)) {
                continue;
            }
            Answer said = ask(world);
            matrix.computeIfAbsent(world.truth(), key -> new TreeMap<>()).merge(said.limit(), 1, Integer::sum);
            wrong += said.limit() == world.truth() ? 0 : 1;
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s |%n",
                    world.name(),
                    said.limit().id(),
                    said.why()));
            StudyTable.write("binding-limits-" + seed + ".md", text + System.lineSeparator() + table(matrix));
        }
        assertThat(wrong).as(text.toString()).isZero();
    }

    private static String table(Map<BindingLimit, Map<BindingLimit, Integer>> matrix) {
        var text = new StringBuilder("| truth | said |\n|---|---|\n");
        matrix.forEach((truth, said) -> text.append("| ")
                .append(truth.id())
                .append(" | ")
                .append(String.join(
                        ", ",
                        said.entrySet().stream()
                                .map(entry -> entry.getKey().id() + " " + entry.getValue())
                                .toList()))
                .append(" |\n"));
        return text.toString();
    }

    private static Answer ask(LimitWorld world) {
        var options = FaithfulLab.Options.defaults().withAgents(LabAgents.class.getName());
        try (var lab = FaithfulLab.start(TopologyYaml.parse("world", world.topology()), options)) {
            world.sendBuffer()
                    .ifPresent(octets -> lab.exec(
                                    SOURCE,
                                    List.of("sh", "-c", "echo 4096 16384 " + octets + " > /proc/sys/net/ipv4/tcp_wmem"))
                            .await(Duration.ofSeconds(10)));
            JsonNode sweep = SiteCommand.json(
                    lab,
                    SOURCE,
                    "probe",
                    "sweep",
                    SiteCommand.agent(lab, SINK),
                    "--streams",
                    "1,2,4",
                    "--windows",
                    "auto",
                    "--duration",
                    "3s",
                    "--write-sizes",
                    world.writeSize());
            BindingLimit limit = BindingLimit.ofId(sweep.path("limit").asString());
            String why = sweep.path("explanation").path(0).asString();
            return limit == BindingLimit.NOT_IDENTIFIED
                            && sweep.path("vm_cap_bps").isNumber()
                    ? whoseCap(lab)
                    : new Answer(limit, why);
        }
    }

    private static Answer whoseCap(FaithfulLab lab) {
        JsonNode forward = SiteCommand.json(
                lab,
                SOURCE,
                "probe",
                "contention",
                SiteCommand.agent(lab, SINK),
                SiteCommand.agent(lab, OTHER_SINK),
                "--streams",
                "4",
                "--duration",
                "3s");
        if (forward.path("limit").asString().equals(BindingLimit.VM_EGRESS_CAP.id())) {
            return answer(forward);
        }
        JsonNode reverse = SiteCommand.json(
                lab,
                SINK,
                "probe",
                "contention",
                SiteCommand.agent(lab, SOURCE),
                SiteCommand.agent(lab, OTHER_SOURCE),
                "--streams",
                "4",
                "--duration",
                "3s",
                "--reverse");
        return reverse.path("limit").asString().equals(BindingLimit.VM_INGRESS_CAP.id())
                ? answer(reverse)
                : answer(forward);
    }

    private static Answer answer(JsonNode study) {
        return new Answer(
                BindingLimit.ofId(study.path("limit").asString()),
                study.path("why").asString());
    }
}
