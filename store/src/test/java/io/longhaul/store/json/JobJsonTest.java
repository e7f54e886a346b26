package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.Stage;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobJsonTest {
    private static final String GOOD = """
            format: longhaul-job/1
            name: clicks
            cluster: {"aws:a": {vms: 2, slots: 4}, "gcp:b": {slots: 8}}
            datasets:
              - {name: log, sizes: {"aws:a": 400GB, "gcp:b": 120GB}, may_not_go: [gcp:b]}
            stages:
              - {name: store, kind: write, inputs: [group], at: gcp:b}
              - {name: group, kind: shuffle, inputs: [parse], output: 3GB}
              - {name: parse, kind: read, inputs: [log], selectivity: 0.1, seconds_per_gb: 2}
            deadline: 10min
            """;

    @TempDir
    private Path folder;

    private static Schema schema() throws IOException {
        try (InputStream in = JobJson.class.getResourceAsStream("/io/longhaul/store/json/job.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(
                            new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8),
                            InputFormat.JSON);
        }
    }

    private Job read(String text) throws IOException {
        return new JobJson().readJsonOrYaml(Files.writeString(folder.resolve("job.yaml"), text));
    }

    @Test
    void yamlAndJsonSayTheSame() throws IOException {
        Job job = read(GOOD);

        assertThat(job.stages()).extracting(Stage::name).containsExactly("parse", "group", "store");
        assertThat(job.octets())
                .containsEntry("parse", DataSize.parse("52GB"))
                .containsEntry("group", DataSize.parse("3GB"));
        assertThat(job.deadline()).contains(Duration.ofMinutes(10));
        assertThat(job.cluster().keySet()).containsExactly(SiteId.parse("aws:a"), SiteId.parse("gcp:b"));
        String json = new JobJson().toJson(job);
        assertThat(read(json)).isEqualTo(job);
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        assertThat(schema().validate(json.replace("shuffle", "stir"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void withoutAClusterThereIsAVmWhereDataAre() throws IOException {
        Job job = read(GOOD.replaceAll("(?m)^cluster.*\\n", "").replace(", seconds_per_gb: 2", ""));

        assertThat(job.cluster().values()).allMatch(share -> share.vms() == 1 && share.slots() == 0);
    }

    /** The place in the file, what is wrong, and a way out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inputs: [log]|inputs: [store]|wait for each other in a circle: store, group, parse",
                "inputs: [parse]|inputs: [pars]|takes pars, which is no dataset and no stage",
                "\"gcp:b\": 120GB|\"gcp:c\": 120GB|lies at gcp:c, where the job has no VM",
                "{vms: 2, slots: 4}, \"gcp:b\": {slots: 8}|{}, \"gcp:b\": {}|no site where it may run has a slot",
                "selectivity: 0.1|selectivity: -1|selectivity of the stage parse (-1.0)",
                "selectivity: 0.1|selectivity: .nan|stages[2].selectivity of",
                "400GB|-400GB|datasets[0].sizes.aws:a",
                "400GB|400|datasets[0].sizes.aws:a",
                "kind: read|kind: reed|kind of stage (reed)",
                "at: gcp:b|at: nowhere|stages[0].at",
                ", at: gcp:b|''|does not say where",
                "name: group|name: log|name log is given twice",
                "output: 3GB|output: 3GB, selectivity: 2|stands beside a selectivity",
                "vms: 2|vms: 0|0 VMs",
                "deadline: 10min|dead_line: 10min|dead_line of",
                "vms: 2|vm: 2|cluster.aws:a.vm of",
                "selectivity: 0.1|selectivty: 0.1|stages[2].selectivty of",
                "may_not_go|may_not|datasets[0].may_not of",
                "deadline: 10min|deadline: 0s|not after its start",
                "longhaul-job/1|longhaul-job/2|longhaul-job/2, not longhaul-job/1",
            })
    void whatIsWrongIsNamed(String good, String bad, String message) {
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("job.yaml")
                .satisfies(thrown ->
                        assertThat(((InvalidInputException) thrown).advice()).isNotBlank());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# nothing yet\n"})
    void ofAnEmptyFileTheFirstLineAndAnExampleAreNamed(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("job.yaml is empty")
                .satisfies(thrown -> assertThat(((InvalidInputException) thrown).advice())
                        .contains("format: longhaul-job/1")
                        .contains("docs/formats/job.md"));
    }

    @Test
    void theNearestNameIsSuggested() {
        assertThatThrownBy(() -> read(GOOD.replace("deadline", "dedline")))
                .isInstanceOf(InvalidInputException.class)
                .satisfies(thrown ->
                        assertThat(((InvalidInputException) thrown).advice()).startsWith("Maybe you meant deadline?"));
        assertThatThrownBy(() -> read(GOOD.replace("deadline", "colour")))
                .isInstanceOf(InvalidInputException.class)
                .satisfies(thrown ->
                        assertThat(((InvalidInputException) thrown).advice()).startsWith("Known are format, name,"));
    }

    @Test
    void aShuffleOfDataThatMayGoNowhereHasNoPlace() {
        assertThatThrownBy(() ->
                        read(GOOD.replace("[gcp:b]}", "[gcp:b, aws:a]}").replace("inputs: [parse]", "inputs: [log]")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("The data of the stage group may go to no site");
    }
}
