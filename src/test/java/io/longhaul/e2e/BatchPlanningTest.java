package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Many plans by one command: every option holds for each row as it does for a plan of its own, or is refused. */
class BatchPlanningTest {
    private static final List<String> ROWS =
            List.of("aws:a,aws:b,1,100,2", "aws:a,aws:b,9,100,2", "aws:b,gcp:c-a,3,500,1", "aws:b,gcp:c-a,,50,4");

    @TempDir
    private Path folder;

    @BeforeEach
    void grid() throws IOException {
        write(
                "links.csv",
                "from,to,streams,bits_per_second",
                "aws:a,aws:b,64,4e9",
                "aws:a,gcp:c-a,64,4e9",
                "gcp:c-a,aws:b,64,4e9",
                "aws:b,aws:a,64,5e9",
                "aws:b,gcp:c-a,64,1e9");
        write(
                "prices.csv",
                "from,to,usd_per_gb",
                "aws:a,aws:b,0.10",
                "aws:a,gcp:c-a,0.03",
                "gcp:c-a,aws:b,0.01",
                "aws:b,aws:a,0.02",
                "aws:b,gcp:c-a,0.09");
        write(
                "caps.yaml",
                "vm_price_usd_per_hour: 0.5",
                "providers:",
                "  aws: {egress: 5Gbit/s, ingress: 10Gbit/s}",
                "  gcp: {egress: 7Gbit/s, ingress: 16Gbit/s}");
        batch(ROWS);
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private void batch(List<String> rows) throws IOException {
        var lines = new ArrayList<>(List.of("from,to,rate_gbps,size_gb,max_vms_per_site"));
        lines.addAll(rows);
        write("batch.csv", lines.toArray(String[]::new));
    }

    private Command plan(List<String> words) {
        List<String> line = new ArrayList<>(List.of("plan"));
        for (String file : List.of("links", "prices", "caps")) {
            line.add("--" + file);
            line.add(folder.resolve(file + (file.equals("caps") ? ".yaml" : ".csv"))
                    .toString());
        }
        line.addAll(words);
        return Command.run(line.toArray(String[]::new));
    }

    private Command batch(String... more) {
        return plan(
                Stream.concat(Stream.of("--batch", folder.resolve("batch.csv").toString()), Stream.of(more))
                        .toList());
    }

    private JsonNode alone(String row, List<String> more) {
        String[] cells = row.split(",", -1);
        var words = new ArrayList<>(
                List.of("--from", cells[0], "--to", cells[1], "--size", cells[3] + "GB", "--format", "json"));
        if (!cells[2].isEmpty()) {
            words.addAll(List.of("--rate", cells[2] + "Gbit/s"));
        }
        boolean own = !more.contains("--max-vms");
        if (own) {
            words.addAll(List.of("--max-vms", cells[4]));
        }
        // a plan of its own folds slivers unless a gap is named, a batch never does
        words.addAll(List.of("--gap", "0"));
        words.addAll(more);
        return plan(words).json();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--no-transit gcp:c",
                "--no-relays",
                "--quota aws:a=0",
                "--quota aws:b=1",
                "--max-vms 1",
                "--vm-boot 2min --vm-minimum 1h",
                "--deadline 4min",
                "--deadline 10min --vm-boot 3min",
                "--budget 6USD",
                "--budget 6USD --deadline 5min",
                "--objective fastest",
                "--objective fastest --no-transit gcp:c --quota aws:b=2",
                "--streams-per-vm 8",
                "--already-sent 10TB",
                "--uplink-out aws:a=2Gbit/s",
                "--store-read 2Gbit/s"
            })
    void everyOptionHoldsForEachRow(String options) {
        List<String> words = options.isEmpty() ? List.of() : List.of(options.split(" "));

        List<String> lines =
                batch(words.toArray(String[]::new)).exits(0).out().lines().toList();

        assertThat(lines).hasSameSizeAs(ROWS);
        for (int i = 0; i < ROWS.size(); i++) {
            JsonNode one = JsonMapper.shared().readTree(lines.get(i));
            JsonNode same = alone(ROWS.get(i), words);
            for (String field : List.of("outcome", "cost_usd", "time_s", "vms", "routes", "verdict")) {
                assertThat(one.get(field)).as(ROWS.get(i) + ": " + field).isEqualTo(same.get(field));
            }
        }
    }

    /** Rows that no plan can meet stand among the others. */
    @Test
    void aRowWithoutAPlanEndsNoOther() throws IOException {
        batch(List.of("aws:a,aws:b,1,100,1", "aws:a,aws:b,1000,100,1", "gcp:c-a,aws:a,1,1,1", "aws:b,aws:a,1,100,1"));

        List<String> outcomes = batch().exits(0)
                .out()
                .lines()
                .map(line -> JsonMapper.shared().readTree(line).get("outcome").asString())
                .toList();

        assertThat(outcomes).containsExactly("found", "infeasible", "found", "found");
    }

    @Test
    void whatDoesNotGoWithABatchIsRefused() {
        for (String options :
                List.of("--frontier", "--requests batch.csv", "--from aws:a", "--size 1GB", "--rate 1Gbit/s")) {
            assertThat(batch(options.split(" ")).exits(2).err()).as(options).contains("--batch");
        }
        assertThat(batch("--no-transit", "gcp:d").exits(2).err()).contains("gcp:d", "not in the network");
    }

    @Test
    void aRowThatIsWrongIsNamedByItsLine() throws IOException {
        batch(List.of(ROWS.get(0), "aws:a,aws:zz,1,100,1"));
        assertThat(batch().exits(2).err()).contains("batch.csv line 3", "aws:zz");
        batch(List.of(ROWS.get(0), ROWS.get(1), "aws:a,aws:a,1,100,1"));
        assertThat(batch().exits(2).err()).contains("batch.csv line 4");
        batch(List.of());
        assertThat(batch().exits(2).err()).contains("no row to plan");
    }
}
