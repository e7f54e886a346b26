package io.longhaul.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that ships accepts what the reader accepts, and refuses what it refuses. */
class TopologySchemaTest {
    private static final String GOOD = """
            format: longhaul-topology/1
            name: pair
            sites:
              aws:a: {egress: 100Mbit/s, ingress: 200Mbit/s, window: 1MiB, loss: 0.1%, location: [10, 20]}
              gcp:b: {egress: 50Mbit/s, ingress: 60Mbit/s, congestion: reno, jitter: 1ms,
                token_bucket: {high: 50Mbit/s, low: 5Mbit/s, budget: 10MB, refill: 5Mbit/s}}
            rtt:
              aws:a: {gcp:b: 40ms}
            links:
              - {from: aws:a, to: gcp:b, path_cap: 20Mbit/s, loss: 0.1%, jitter: 2ms}
            changes:
              - {at: 30s, site: aws:a, egress: 50Mbit/s}
              - {at: 10s, site: gcp:b, credit: 0B}
              - {from: aws:a, to: gcp:b, vary: path_cap, diurnal: {period: 24h, amplitude: 30%, peak: 4h}}
              - {site: aws:a, vary: egress, random_walk: {every: 1s, step: 5%, low: 50%, high: 100%, seed: 7}}
            """;

    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource("topology.schema.json"), InputFormat.JSON);

    private static String resource(String name) {
        try (InputStream in = TopologyYaml.class.getResourceAsStream("/io/longhaul/lab/" + name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Error> errors(String yaml) {
        return SCHEMA.validate(yaml, InputFormat.YAML);
    }

    @ParameterizedTest
    @MethodSource("io.longhaul.lab.topology.TopologyYaml#readyMade")
    void everyReadyMadeTopologyIsValidAsItIsAndAsItIsWritten(String name) {
        assertThat(errors(resource("topologies/" + name + ".yaml"))).isEmpty();
        assertThat(errors(TopologyYaml.write(TopologyYaml.load(name)))).isEmpty();
        assertThat(SCHEMA.validate(TopologyYaml.writeJson(TopologyYaml.load(name)), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void everyKeyOfTheFormatIsKnown() {
        assertThat(TopologyYaml.parse("good", GOOD).sites()).hasSize(2);
        assertThat(errors(GOOD)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name: pair->nam: pair",
                "egress: 100Mbit/s->egress: 100",
                "window: 1MiB->windw: 1MiB",
                "rtt:->rtts:",
                "{at: 30s, site: aws:a, egress: 50Mbit/s}->{at: 30s, egress: 50Mbit/s}",
                "path_cap: 20Mbit/s->path_cap: 20ms",
                "{gcp:b: 40ms}->{gcp:b: 40}",
                "longhaul-topology/1->longhaul-topology/9"
            })
    void whatTheReaderRefusesTheSchemaRefusesToo(String mistake) {
        String[] sides = mistake.split("->", -1);
        String bad = GOOD.replace(sides[0], sides[1]);
        assertThat(bad).isNotEqualTo(GOOD);
        assertThatThrownBy(() -> TopologyYaml.parse("bad", bad)).isInstanceOf(InvalidInputException.class);
        assertThat(errors(bad)).isNotEmpty();
    }
}
