package io.longhaul.clouds.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fleets as people write them. */
class FleetFileTest {
    /** With every field. */
    static final String WHOLE = """
            format: longhaul-fleet/1
            name: grid
            lifetime: 2h
            longest: 6h
            budget: 20USD
            reach: [203.0.113.7/32]
            archive:
              url: https://example.org/longhaul.tar.gz
              sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
            vms:
              - {site: "aws:us-east-1", type: m5.8xlarge, count: 2, spot: true, subnet: subnet-1, image: ami-1}
              - {site: "gcp:us-central1-a", type: n2-standard-32, candidates: 3}
            elsewhere:
              - {site: "aws:us-east-2", type: m5.8xlarge}
            tuning: {congestion: bbr, window: 64MiB}
            azure_identity: /subscriptions/00000000-0000-0000-0000-000000000016/resourceGroups/own/providers/Microsoft.ManagedIdentity/userAssignedIdentities/longhaul-fleet-timer
            """;

    private static Schema schema() {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(
                            Files.readString(Path.of(System.getProperty("longhaul.root"))
                                    .resolve("docs/formats/fleet.schema.json")),
                            InputFormat.JSON);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_whole_file_is_read_and_is_as_the_schema_says() {
        Fleet fleet = FleetFile.parse(WHOLE, "grid.yaml");
        assertThat(fleet.count()).isEqualTo(3);
        assertThat(fleet.candidates()).isEqualTo(5);
        assertThat(fleet.providers()).containsExactly("aws", "gcp");
        assertThat(fleet.longest()).isEqualTo(Duration.ofHours(6));
        assertThat(fleet.groups().get(0).spot()).isTrue();
        assertThat(fleet.tuning().window()).contains(64L << 20);
        assertThat(schema().validate(WHOLE, InputFormat.YAML)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: grid|name: Grid|name|2",
                "lifetime: 2h|lifetime: 1s|lifetime|3",
                "longest: 6h|longest: 1h|longest|4",
                "budget: 20USD|budget: 0USD|budget|5",
                "203.0.113.7/32|0.0.0.0/0|reach|6",
                "203.0.113.7/32|203.0.113.700/32|reach|6",
                "https://example|http://example|url|8",
                "longhaul.tar.gz|x y|url|8",
                "longhaul.tar.gz|x';reboot|url|8",
                "longhaul.tar.gz|x\"$(reboot)|url|8",
                "sha256: 01|sha256: 0g|sha256|9",
                "aws:us-east-1|ibm:us-east-1|site|11",
                "count: 2|count: 0|count|11",
                "count: 2|coutn: 2|coutn|11",
                "candidates: 3|candidates: 0|candidates|12",
                "candidates: 3|candidates: 201|candidates|12",
                "type: n2-standard-32|type: '$(reboot)'|type|12",
                "congestion: bbr|congestion: 'bbr; reboot'|congestion|15",
                "window: 64MiB|window: 9GiB|window|15",
                "longhaul-fleet-timer|longhaul'; reboot|azure_identity|16"
            })
    void what_cannot_be_is_refused_with_its_line(String old, String wrong, String field, int line) {
        String text = WHOLE.replace(old, wrong);
        assertThat(text).isNotEqualTo(WHOLE);
        assertThatThrownBy(() -> FleetFile.parse(text, "grid.yaml"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(field)
                .hasMessageContaining("line " + line);
    }
}
