package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobCheck;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.job.JobPlanner;
import io.longhaul.store.grid.GridReader;
import io.longhaul.store.json.JobJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The job of docs/jobs.md through the command and from Java, on a small grid. */
class JobPlanTest {
    private static final List<String> SITES =
            List.of("aws:us-east-1", "aws:eu-west-1", "azure:japaneast", "gcp:us-west1-a");

    @TempDir
    private Path folder;

    private String job = "";

    @BeforeEach
    void write() throws IOException {
        Matcher yaml = Pattern.compile("(?s)```yaml\n(.*?)```")
                .matcher(Files.readString(Path.of(System.getProperty("longhaul.root"), "docs/jobs.md")));
        assertThat(yaml.find()).isTrue();
        job = yaml.group(1);
        var links = new StringBuilder("from,to,streams,bits_per_second\n");
        var prices = new StringBuilder("from,to,usd_per_gb\n");
        for (String from : SITES) {
            for (String to : SITES) {
                if (!from.equals(to)) {
                    String rate = from.startsWith("azure") ? "1.5e9" : "4.5e9";
                    links.append(from)
                            .append(',')
                            .append(to)
                            .append(",64,")
                            .append(rate)
                            .append('\n');
                    prices.append(from).append(',').append(to).append(",0.05\n");
                }
            }
        }
        Files.writeString(folder.resolve("links.csv"), links);
        Files.writeString(folder.resolve("prices.csv"), prices);
        Files.writeString(folder.resolve("caps.yaml"), """
                vm_price_usd_per_hour: 0.5
                providers:
                  aws: {egress: 5Gbit/s, ingress: 10Gbit/s}
                  azure: {egress: 16Gbit/s, ingress: 16Gbit/s}
                  gcp: {egress: 7Gbit/s, ingress: 16Gbit/s}
                """);
    }

    private Command plan(String text, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of(
                "job",
                "plan",
                Files.writeString(folder.resolve("job.yaml"), text).toString()));
        for (String file : List.of("links.csv", "prices.csv", "caps.yaml")) {
            Collections.addAll(
                    arguments,
                    "--" + file.substring(0, file.indexOf('.')),
                    folder.resolve(file).toString());
        }
        Collections.addAll(arguments, more);
        return Command.run(arguments.toArray(String[]::new));
    }

    @Test
    void all_strategies_stand_side_by_side() throws IOException {
        assertThat(plan(job, "--strategy", "all").exits(0).out())
                .contains("in-place", "all-to-one", "iridium", "tetrium", "longhaul")
                .contains("Stages by")
                .contains("waits for")
                .contains("The deadline of 10 min is met.");
    }

    @Test
    void json_says_where_each_stage_runs_and_ours_is_the_fastest() throws IOException {
        JsonNode plans = plan(job.replace("deadline: 10min", ""), "--strategy", "all", "--format", "json")
                .exits(0)
                .json()
                .at("/plans");
        JsonNode ours = plans.get(plans.size() - 1);
        assertThat(ours.at("/strategy").stringValue()).isEqualTo("longhaul");
        for (JsonNode other : plans) {
            assertThat(ours.at("/time_s").doubleValue())
                    .isLessThanOrEqualTo(other.at("/time_s").doubleValue());
        }
        // japaneast holds 30 % of what may not leave it
        JsonNode read = ours.at("/stages/0");
        assertThat(read.at("/name").stringValue()).isEqualTo("parse");
        for (JsonNode share : read.at("/shares")) {
            boolean japan = share.at("/site").stringValue().equals("azure:japaneast");
            assertThat(share.at("/share").doubleValue()).isLessThanOrEqualTo(japan ? 0.3 + 1e-9 : 1);
        }
    }

    @Test
    void a_deadline_that_cannot_be_met_says_what_binds() throws IOException {
        assertThat(plan(job.replace("deadline: 10min", "deadline: 5s")).exits(3).out())
                .contains("The deadline of 5.00 s is not met; the nearest is")
                .contains("waits for");
    }

    @Test
    void with_a_deadline_ours_is_the_cheapest_that_meets_it() throws IOException {
        JsonNode plans = plan(job, "--strategy", "all", "--format", "json")
                .exits(0)
                .json()
                .at("/plans");
        JsonNode ours = plans.get(plans.size() - 1);
        assertThat(ours.at("/time_s").doubleValue()).isLessThanOrEqualTo(600);
        for (JsonNode other : plans) {
            assertThat(ours.at("/egress_usd").doubleValue() + ours.at("/vm_usd").doubleValue())
                    .isLessThanOrEqualTo(other.at("/egress_usd").doubleValue()
                            + other.at("/vm_usd").doubleValue()
                            + 1e-6);
        }
    }

    @Test
    void money_and_time_are_traded_and_explained() throws IOException {
        assertThat(plan(job, "--explain").exits(0).out())
                .contains("Stage parse")
                .contains("Rejected: ")
                .containsPattern("would be faster|twenty times that");
        JsonNode frontier =
                plan(job, "--frontier", "--format", "json").exits(0).json().at("/plans");
        for (int k = 1; k < frontier.size(); k++) {
            assertThat(frontier.get(k).at("/time_s").doubleValue())
                    .isGreaterThan(frontier.get(k - 1).at("/time_s").doubleValue());
        }
        assertThat(plan(job, "--budget", "0.01USD").exits(3).out())
                .contains("The budget of USD 0.01", "is not kept; the nearest costs", "waits for");
        assertThat(plan(job, "--deadline", "1s", "--strategy", "amoeba")
                        .exits(3)
                        .out())
                .contains("more than its deadline of 1.00 s");
    }

    @Test
    void what_is_wrong_is_told_with_a_way_out() throws IOException {
        assertThat(plan(job.replace("inputs: [parse]", "inputs: [store]"))
                        .exits(2)
                        .err())
                .contains("wait for each other in a circle: group, store");
        assertThat(plan(job, "--strategy", "irridium").exits(2).err()).contains("Write one of in-place");
        assertThat(plan(job, "--one-stream").exits(2).err())
                .contains("Nothing is believed of the link")
                .contains("--window");
        assertThat(plan(job.replace("azure:japaneast", "azure:japanwest"))
                        .exits(2)
                        .err())
                .contains("The cluster of ", " has the site azure:japanwest")
                .contains("Maybe you meant");
    }

    @Test
    void the_same_from_java() throws IOException {
        Path file = Files.writeString(folder.resolve("job.yaml"), job);
        NetworkModel network = GridReader.read(
                folder.resolve("links.csv"), folder.resolve("prices.csv"), folder.resolve("caps.yaml"), note -> {});

        Job job = new JobJson().readJsonOrYaml(file);
        JobPlan plan = JobPlanner.plan(job, network, GdaPlanner.ofName("longhaul"));
        List<String> violations = JobCheck.violations(job, network, plan);

        assertThat(violations).isEmpty();
        assertThat(plan.stages()).hasSize(3);
    }
}
