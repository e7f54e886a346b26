package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the catalogue tells of the clouds without asking them. */
class CatalogCommandsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return Main.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }

    private JsonNode json(String... arguments) {
        assertThat(run(arguments)).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"regions", "vm-types", "prices"})
    void everyRowHasItsSourceAndDate(String what) {
        JsonNode answer = json("catalog", what, "--format", "json");
        assertThat(answer.get("format").asString()).isEqualTo("longhaul-catalog-" + what + "/1");
        JsonNode rows = answer.get(what.replace('-', '_'));
        assertThat(rows.size()).isGreaterThan(40);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.get("source").asString()).isNotBlank();
            assertThat(row.get("as_of").asString()).matches("20\\d\\d-\\d\\d-\\d\\d");
        });
    }

    @Test
    void oneCloudAlone() {
        JsonNode rows =
                json("catalog", "vm-types", "--provider", "gcp", "--json").get("vm_types");
        assertThat(rows.size()).isPositive();
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.get("provider").asString()).isEqualTo("gcp"));
    }

    @Test
    void aLinkHasItsStepsByVolume() {
        JsonNode rows = json("catalog", "prices", "--from", "aws:us-east-1", "--to", "gcp:us-central1-a", "--json")
                .get("prices");
        assertThat(rows.size()).isEqualTo(1);
        JsonNode tiers = rows.get(0).get("tiers");
        assertThat(tiers.get(0).get("usd_per_gb").asDouble()).isEqualTo(0.09);
        assertThat(tiers.get(tiers.size() - 1).get("up_to_bytes").isNull()).isTrue();
    }

    @Test
    void whatIsNotKnownIsSaid() {
        assertThat(run("catalog", "regions", "--provider", "moon")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("(moon)", "aws, azure and gcp");
        assertThat(run("catalog", "prices", "--from", "aws:moon-1")).isEqualTo(2);
    }
}
