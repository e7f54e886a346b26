package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsJsonTest {
    private static final String GOOD = """
            format: longhaul-jobs/1
            name: morning
            cluster: {"aws:a": {vms: 2, slots: 4}, "gcp:b": {slots: 8}}
            jobs:
              - name: clicks
                datasets: [{name: log, sizes: {"aws:a": 400GB, "gcp:b": 120GB}}]
                stages: [{name: group, kind: shuffle, inputs: [log], output: 3GB, seconds_per_gb: 2}]
              - name: models
                arrival: 90s
                deadline: 10min
                datasets: [{name: parts, sizes: {"aws:a": 1GB, "gcp:b": 1GB}}]
                stages: [{name: merge, kind: exchange, inputs: [parts]}]
            """;

    @TempDir
    private Path folder;

    private static String resource(String name) throws IOException {
        try (InputStream in = JobsJson.class.getResourceAsStream("/io/longhaul/store/json/" + name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Schema schema() throws IOException {
        var texts = Map.of(
                "https://longhaul.invalid/job.schema.json", resource("job.schema.json"),
                "https://longhaul.invalid/jobs.schema.json", resource("jobs.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(texts))
                .getSchema(SchemaLocation.of("https://longhaul.invalid/jobs.schema.json"));
    }

    private JobSet read(String text) throws IOException {
        return new JobsJson().readJsonOrYaml(Files.writeString(folder.resolve("jobs.yaml"), text));
    }

    @Test
    void yamlAndJsonSayTheSame() throws IOException {
        JobSet jobs = read(GOOD);

        assertThat(jobs.jobs()).extracting(Job::name).containsExactly("clicks", "models");
        assertThat(Objects.requireNonNull(jobs.byName().get("models")).terms().arrival())
                .isEqualTo(Duration.ofSeconds(90));
        assertThat(Objects.requireNonNull(jobs.byName().get("clicks")).cluster())
                .isEqualTo(jobs.cluster())
                .hasSize(2);
        String json = new JobsJson().toJson(jobs);
        assertThat(read(json)).isEqualTo(jobs);
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        assertThat(schema().validate(json.replace("shuffle", "stir"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void aSingleJobIsASetOfOne() throws IOException {
        String one = """
                format: longhaul-job/1
                name: clicks
                datasets: [{name: log, sizes: {"aws:a": 400GB}}]
                stages: [{name: group, kind: shuffle, inputs: [log], output: 3GB}]
                """;

        assertThat(read(one).jobs()).extracting(Job::name).containsExactly("clicks");
    }

    /** The place in the file, what is wrong, and a way out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: models|name: clicks|The job clicks is given twice",
                "arrival: 90s|cluster: {}|all share the one beside them",
                "arrival: 90s|arrival: -90s|jobs[1]",
                "\"gcp:b\": {slots: 8}|\"gcp:c\": {slots: 8}|lies at gcp:b, where the job has no VM",
                "longhaul-jobs/1|longhaul-plan/1|is longhaul-plan/1, not longhaul-jobs/1",
            })
    void whatIsWrongIsNamed(String good, String bad, String message) {
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }
}
