package io.longhaul.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.SiteId;
import io.longhaul.e2e.StudyTable;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.TopologyYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What binds, said by {@code estimate} from the log of an ordinary campaign in worlds where it is known: round-trip times, and
 * throughput with one, two and four streams of every link from the source and to the sink; no sweep and no contention. Some two
 * minutes a world; writes a confusion matrix. {@code -Dlonghaul.study=campaign-limits}; {@code -Dlonghaul.study.seed=N} draws
 * 27 worlds from N and 27 from N + 1; {@code -Dlonghaul.study.worlds=REGEX} takes some of them.
 */
class CampaignLimitStudy {
    private static final SiteId SOURCE = SiteId.parse("lab:source");
    private static final SiteId SINK = SiteId.parse("lab:sink");
    private static final SiteId OTHER_SINK = SiteId.parse("lab:other-sink");
    private static final SiteId OTHER_SOURCE = SiteId.parse("lab:other-source");

    /** From, to: all that leaves the source, all that reaches the sink. */
    private static final List<List<SiteId>> LINKS = List.of(
            List.of(SOURCE, SINK),
            List.of(SOURCE, OTHER_SINK),
            List.of(SOURCE, OTHER_SOURCE),
            List.of(OTHER_SOURCE, SINK),
            List.of(OTHER_SINK, SINK));

    private static final double LEAST_RIGHT = 0.95;

    @Test
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "campaign-limits")
    void every_world_is_told(@TempDir Path folder) {
        long seed = Long.getLong("longhaul.study.seed", 1);
        String wanted = System.getProperty("longhaul.study.worlds", ".*");
        Map<BindingLimit, Map<String, Integer>> matrix = new EnumMap<>(BindingLimit.class);
        var text = new StringBuilder("| world | said | how sure | why |\n|---|---|--:|---|\n");
        int asked = 0;
        int right = 0;
        for (long drawn = seed; drawn <= seed + 1; drawn++) {
            for (LimitWorld world : LimitWorlds.of(drawn)) {
                if (!world.name().matches(wanted)) {
                    continue;
                }
                asked++;
                JsonNode said = ask(world, folder.resolve("log-" + asked));
                String limit = said.path("limit").asString();
                matrix.computeIfAbsent(world.truth(), key -> new TreeMap<>()).merge(limit, 1, Integer::sum);
                right += limit.equals(world.truth().id()) ? 1 : 0;
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s |%n",
                        world.name(),
                        limit,
                        said.path("limit_certainty").asString("–"),
                        said.path("evidence")
                                .path(said.path("evidence").size() - 1)
                                .asString("")));
                StudyTable.write(
                        "campaign-limits-" + seed + ".md",
                        text + System.lineSeparator() + table(matrix) + System.lineSeparator() + right + " of " + asked
                                + " right" + System.lineSeparator());
            }
        }
        assertThat(right).as(text.toString()).isGreaterThanOrEqualTo((int) Math.ceil(LEAST_RIGHT * asked));
    }

    private static String table(Map<BindingLimit, Map<String, Integer>> matrix) {
        var text = new StringBuilder("| truth | said |\n|---|---|\n");
        matrix.forEach((truth, said) -> text.append("| ")
                .append(truth.id())
                .append(" | ")
                .append(String.join(
                        ", ",
                        said.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + entry.getValue())
                                .toList()))
                .append(" |\n"));
        return text.toString();
    }

    /** The estimate of the link from the source to the sink. */
    private static JsonNode ask(LimitWorld world, Path log) {
        var options = FaithfulLab.Options.defaults().withAgents(LabAgents.class.getName());
        try (var lab = FaithfulLab.start(TopologyYaml.parse("world", world.topology()), options)) {
            world.sendBuffer()
                    .ifPresent(octets -> lab.exec(
                                    SOURCE,
                                    List.of("sh", "-c", "echo 4096 16384 " + octets + " > /proc/sys/net/ipv4/tcp_wmem"))
                            .await(Duration.ofSeconds(10)));
            for (List<SiteId> link : LINKS) {
                probe(lab, link, log, "latency", "--count", "10", "--spacing", "50ms");
            }
            for (String streams : List.of("1", "4", "2")) {
                for (List<SiteId> link : LINKS) {
                    String write = link.get(0).equals(SOURCE) ? world.writeSize() : "128KiB";
                    probe(
                            lab,
                            link,
                            log,
                            "throughput",
                            "--streams",
                            streams,
                            "--duration",
                            "5s",
                            "--write-size",
                            write);
                }
            }
            JsonNode snapshot = SiteCommand.json(lab, SOURCE, "estimate", log.toString());
            for (JsonNode link : snapshot.path("links")) {
                if (link.path("from").asString().equals(SOURCE.toString())
                        && link.path("to").asString().equals(SINK.toString())) {
                    return link;
                }
            }
            throw new AssertionError("no estimate of " + SOURCE + " -> " + SINK + ": " + snapshot);
        }
    }

    private static void probe(FaithfulLab lab, List<SiteId> link, Path log, String kind, String... more) {
        var line = new ArrayList<>(List.of(
                "probe",
                kind,
                SiteCommand.agent(lab, link.get(1)),
                "--from",
                link.get(0).toString(),
                "--to",
                link.get(1).toString(),
                "--into",
                log.toString()));
        line.addAll(List.of(more));
        SiteCommand.json(lab, link.get(0), line.toArray(String[]::new));
    }
}
