package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code job draw}, {@code replay}, {@code league} and {@code carry-out}, and {@code noise}, through the command line. */
class JobCommandsTest {
    private static final String TRACE = """
            job,submit_s,input_bytes,shuffle_bytes,output_bytes
            1,0,2000000000,500000000,1000000
            2,7,900000000,0,900000000
            3,9,40000000000,3000000000,20000000
            """;

    @TempDir
    private Path folder;

    private String trace = "";

    @BeforeEach
    void write() throws IOException {
        trace = Files.writeString(folder.resolve("trace.csv"), TRACE).toString();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private Command draw(String name, String... more) {
        String[] line = {"job", "draw", trace, "--topology", "twelve", "-o", file(name)};
        var all = new String[line.length + more.length];
        System.arraycopy(line, 0, all, 0, line.length);
        System.arraycopy(more, 0, all, line.length, more.length);
        return Command.run(all);
    }

    @Test
    void theSameSeedDrawsTheSameJobs() throws IOException {
        draw("one.json", "--jobs", "6", "--sites", "4", "--seed", "3").exits(0);
        draw("same.json", "--jobs", "6", "--sites", "4", "--seed", "3").exits(0);
        draw("other.json", "--jobs", "6", "--sites", "4", "--seed", "4").exits(0);

        assertThat(folder.resolve("same.json")).hasSameTextualContentAs(folder.resolve("one.json"));
        assertThat(Files.readString(folder.resolve("other.json")))
                .isNotEqualTo(Files.readString(folder.resolve("one.json")));
        assertThat(draw("none.json", "--jobs", "0").exits(2).err()).contains("--jobs");
        assertThat(draw("none.json", "--sites", "99").exits(2).err()).contains("99");
        assertThat(draw("none.json", "--kinds", "tpcd").exits(2).err()).contains("tpcds");
    }

    @Test
    void aTraceIsReplayedByEveryStrategyThatIsAsked() {
        JsonNode runs = Command.run(
                        "job",
                        "replay",
                        trace,
                        "--topology",
                        "twelve",
                        "--sites",
                        "4",
                        "--jobs",
                        "5",
                        "--strategy",
                        "in-place,longhaul",
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(runs.toString()).contains("in-place", "longhaul").doesNotContain("tetrium");

        assertThat(Command.run("job", "replay", file("missing.csv"), "--topology", "twelve")
                        .exits(2)
                        .err())
                .contains("missing.csv");
        assertThat(Command.run("job", "replay", trace, "--topology", "twelve", "--strategy", "fast")
                        .exits(2)
                        .err())
                .contains("(fast) is not known", "Write one of in-place");
    }

    /** Rows stay; the same command again adds none, another strategy adds its own; the page is whole. */
    @Test
    void aLeagueGoesOnWhereItEnded() throws IOException {
        draw("jobs.json", "--jobs", "4", "--sites", "4", "--seed", "3").exits(0);
        String[] line = {
            "job",
            "league",
            file("jobs.json"),
            "--topology",
            "twelve",
            "--into",
            file("league"),
            "--strategy",
            "in-place"
        };
        Command.run(line).exits(0);
        long rows = rows();
        assertThat(rows).isEqualTo(4 * 4);
        Command.run(line).exits(0);
        assertThat(rows()).isEqualTo(rows);
        line[line.length - 1] = "longhaul";
        Command.run(line).exits(0);
        assertThat(rows()).isEqualTo(2 * rows);

        assertThat(Command.run("job", "league", "--into", file("league"), "-o", file("league.html"))
                        .exits(0)
                        .out())
                .contains("in-place", "longhaul", "regret");
        assertThat(folder.resolve("league.html")).content().contains("<svg", "longhaul");
        assertThat(Command.run("job", "league", "--into", file("empty"))
                        .exits(2)
                        .err())
                .contains("holds no row");
    }

    private long rows() throws IOException {
        try (var files = Files.walk(folder.resolve("league"))) {
            long rows = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                rows += Files.readString(file)
                        .lines()
                        .filter(text -> text.contains("longhaul-league-row/1"))
                        .count();
            }
            return rows;
        }
    }

    @Test
    void aPlanIsCarriedOutInVirtualTime() throws IOException {
        String job = Files.writeString(folder.resolve("job.yaml"), """
                        format: longhaul-job/1
                        name: two
                        cluster: {"aws:us-east-1": {slots: 4}, "aws:eu-west-1": {slots: 4}}
                        datasets: [{name: d, sizes: {"aws:us-east-1": 40MB, "aws:eu-west-1": 20MB}}]
                        stages:
                          - {name: map, kind: read, inputs: [d], seconds_per_gb: 20}
                          - {name: reduce, kind: shuffle, inputs: [map], selectivity: 0.1}
                        """).toString();
        Command planned = Command.run("job", "plan", job, "--topology", "twelve", "--format", "json");
        Files.writeString(folder.resolve("plan.json"), planned.exits(0).out());

        Command carried = Command.run(
                "job", "carry-out", file("plan.json"), "--topology", "twelve", "--lab", "virtual", "--format", "json");
        assertThat(carried.exits(0).json().toString()).contains("map", "reduce");

        assertThat(Command.run("job", "carry-out", job, "--topology", "twelve", "--lab", "virtual")
                        .exits(2)
                        .err())
                .contains("job.yaml");
        assertThat(Command.run("job", "carry-out", file("plan.json"), "--topology", "demo", "--lab", "virtual")
                        .exits(2)
                        .err())
                .isNotBlank();
        assertThat(Command.run("job", "carry-out", file("plan.json"), "--topology", "twelve", "--lab", "paper")
                        .exits(2)
                        .err())
                .contains("paper");
    }

    @Test
    void noiseGrowsWithN() throws IOException {
        var samples = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            samples.append(10 + (i * 37 % 100) / 50.0).append('\n');
        }
        String seconds =
                Files.writeString(folder.resolve("seconds.txt"), samples).toString();

        assertThat(Command.run("noise", seconds, "--n", "1,10", "--deadline", "12s", "--vm-price", "0.54USD")
                        .exits(0)
                        .out())
                .contains("10", "USD");
        assertThat(Command.run("noise", seconds, "--format", "json")
                        .exits(0)
                        .json()
                        .isObject())
                .isTrue();
        assertThat(Command.run("noise", seconds, "--n", "0").exits(2).err()).isNotBlank();
        String bad =
                Files.writeString(folder.resolve("bad.txt"), "10\nNaN\n-3\n").toString();
        assertThat(Command.run("noise", bad).exits(2).err()).contains("bad.txt");
        assertThat(Command.run("noise", file("missing.txt")).exits(2).err()).contains("missing.txt");
    }
}
