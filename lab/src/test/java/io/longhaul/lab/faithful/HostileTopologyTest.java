package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A topology may come from anybody: nothing in it becomes a command, a line of a script or a path. */
class HostileTopologyTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int TRIES = 20_000;

    /** With a string in every place that takes one. */
    private static final String WHOLE = """
            {"format": "longhaul-topology/1", "name": "whole", "about": "All of it",
             "defaults": {"window": "4MiB", "queue": "50ms", "vm_type": "big", "congestion": "reno"},
             "vm_types": {"big": {"egress": "100Mbit/s", "ingress": "200Mbit/s", "per_flow": "90Mbit/s", "loss": "0.1%",
                                  "congestion": "cubic", "jitter": "1ms"}},
             "sites": {
               "aws:a": {"vm_type": "big", "congestion": "cubic"},
               "gcp:b": {"egress": "50Mbit/s", "ingress": "60Mbit/s", "window": "2MiB", "queue": "40ms", "location": [1, 2],
                         "token_bucket": {"high": "50Mbit/s", "low": "5Mbit/s", "budget": "1GB", "refill": "4Mbit/s"}}},
             "rtt": {"aws:a": {"gcp:b": "40ms"}},
             "one_way": {"aws:a": {"gcp:b": "15ms"}},
             "links": [{"from": "gcp:b", "to": "aws:a", "path_cap": "48Mbit/s", "loss": "0.1%", "jitter": "2ms"}],
             "changes": [
               {"at": "30s", "site": "aws:a", "egress": "50Mbit/s"},
               {"from": "aws:a", "to": "gcp:b", "vary": "one_way",
                "diurnal": {"period": "24h", "amplitude": "30%", "peak": "4h"}},
               {"site": "gcp:b", "vary": "egress",
                "random_walk": {"every": "1s", "step": "5%", "low": "50%", "high": "100%", "seed": 7}}]}
            """;

    private static final List<String> HOSTILE = List.of(
            "\n",
            "\r",
            "\0",
            "\t",
            " ",
            ";",
            "|",
            "&",
            "$(id)",
            "`id`",
            "'",
            "\"",
            "\\",
            "#",
            "*",
            "?",
            "~",
            "{",
            "}",
            "<",
            ">",
            "!",
            "%s",
            "../",
            "/",
            "/etc/passwd",
            "-batch",
            "--",
            "-force",
            "\nnetns exec x id\n",
            "\nvrf exec v id",
            " lock",
            "\u001b[2J",
            "\u009b2J",
            "\u202e",
            "\u2028",
            "\ud800",
            "\uffff",
            "é",
            "名",
            "10.0.0.1 host",
            "\n0.0.0.0 x",
            "=",
            ",",
            ":",
            "@",
            "x".repeat(300),
            "");

    /** Of a site that nobody spoilt: all but the last words, its arguments, is the same for every site. */
    private static final List<String> SET_UP =
            SiteNetwork.setUp(TopologyYaml.parseJson("whole", WHOLE).sites().get(0), 1);

    private final Random random = new Random();

    @Test
    void nothingOfAFileBecomesACommandALineOrAPath() {
        long seed = Long.getLong("longhaul.seed", "true".equals(System.getenv("CI")) ? 1 : System.nanoTime());
        System.out.println("HostileTopologyTest: -Dlonghaul.seed=" + seed);
        random.setSeed(seed);
        int accepted = 0;
        for (int i = 0; i < TRIES; i++) {
            ObjectNode tree = (ObjectNode) JSON.readTree(WHOLE);
            spoil(tree);
            String text = JSON.writeValueAsString(tree);
            LabTopology topology;
            try {
                topology = random.nextBoolean()
                        ? TopologyYaml.parse("hostile", text)
                        : TopologyYaml.parseJson("hostile", text);
            } catch (InvalidInputException refused) {
                continue;
            } catch (RuntimeException e) {
                throw new AssertionError("Refused by a stack trace: " + text, e);
            }
            accepted++;
            requireHarmless(topology, text);
        }
        assertThat(accepted).as("topologies that were read").isBetween(TRIES / 100, TRIES - TRIES / 100);
    }

    private static void requireHarmless(LabTopology topology, String text) {
        int number = 1;
        for (LabSite site : topology.sites()) {
            List<String> command = SiteNetwork.setUp(site, number);
            assertThat(command.subList(0, 6)).as(text).isEqualTo(SET_UP.subList(0, 6));
            assertThat(command.subList(6, command.size()))
                    .as(text)
                    .allMatch(word -> word.matches("[a-z0-9][a-z0-9._-]*"));
            number++;
        }
        assertThat(LabDirectory.hosts(topology))
                .as(text)
                .matches("127\\.0\\.0\\.1 localhost\n([0-9a-f.:]+ [A-Za-z0-9][A-Za-z0-9._-]*\\.[a-z][a-z0-9]*\n)+");
        assertThat(topology.name() + topology.about()).as(text).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}\\u2028]");
        topology.sites()
                .forEach(site ->
                        assertThat(site.vmType()).as(text).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}/$`;&|<>]"));
    }

    /** Changes one string, or the name of one field, by something that means something to somebody. */
    private void spoil(ObjectNode tree) {
        var places = new ArrayList<Runnable>();
        collect(tree, places);
        places.get(random.nextInt(places.size())).run();
    }

    private void collect(JsonNode node, List<Runnable> places) {
        if (node instanceof ObjectNode object) {
            for (String key : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(key);
                places.add(() -> {
                    object.remove(key);
                    object.set(spoilt(key), value);
                });
                if (value.isString()) {
                    places.add(() -> object.put(key, spoilt(value.asString())));
                }
                collect(value, places);
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int index = i;
                if (array.get(i).isNumber()) {
                    places.add(() -> array.set(index, spoilt("1")));
                }
                collect(array.get(i), places);
            }
        }
    }

    private String spoilt(String text) {
        String hostile = HOSTILE.get(random.nextInt(HOSTILE.size()));
        int at = random.nextInt(text.length() + 1);
        return switch (random.nextInt(3)) {
            case 0 -> hostile;
            case 1 -> text + hostile;
            default -> text.substring(0, at) + hostile + text.substring(at);
        };
    }

    /** The attack itself, on a machine that can run a faithful lab. */
    @Test
    void aCongestionControlRunsNoCommand(@TempDir Path directory) {
        assumeTrue(LabCheck.missing().isEmpty(), () -> "No faithful lab here: " + LabCheck.missing());
        Path proof = directory.resolve("proof");
        String text = """
                format: longhaul-topology/1
                name: attack
                defaults: {egress: 1Mbit/s, ingress: 1Mbit/s}
                sites:
                  aws:a: {congestion: "cubic\\nnetns add x\\nnetns exec x touch %s\\nlink show"}
                  aws:b: {}
                rtt: {aws:a: {aws:b: 1ms}}
                """.formatted(proof);
        try (FaithfulLab lab = FaithfulLab.start(TopologyYaml.parse("attack", text), FaithfulLab.Options.defaults())) {
            assertThat(lab.topology()).isNotNull();
        } catch (LonghaulException refused) {
            assertThat(refused).isInstanceOf(InvalidInputException.class);
        }
        assertThat(proof).doesNotExist();
    }
}
