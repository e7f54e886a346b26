package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Confidence, trees, quotas, fees and VM counts through the command, on a grid of three sites. */
class PlanningTest {
    /** Of the plan check. */
    private static final double TOLERANCE = 1e-6;

    @TempDir
    private Path folder;

    @BeforeEach
    void grid() throws IOException {
        write(
                "links.csv",
                "from,to,streams,bits_per_second",
                "aws:a,aws:b,64,4e9",
                "aws:a,gcp:c,64,4e9",
                "aws:b,gcp:c,64,4e9",
                "gcp:c,aws:b,64,4e9");
        write(
                "prices.csv",
                "from,to,usd_per_gb",
                "aws:a,aws:b,0.10",
                "aws:a,gcp:c,0.10",
                "aws:b,gcp:c,0.01",
                "gcp:c,aws:b,0.01");
        write(
                "caps.yaml",
                "vm_price_usd_per_hour: 0.5",
                "providers:",
                "  aws: {egress: 10Gbit/s, ingress: 10Gbit/s}",
                "  gcp: {egress: 10Gbit/s, ingress: 10Gbit/s}");
        var random = new Random(4);
        var rows = new ArrayList<>(List.of("from,to,second,bits_per_second"));
        for (int i = 0; i < 200; i++) {
            rows.add("aws:a,aws:b," + 10 * i + "," + Math.round(4e9 * (0.6 + 0.8 * random.nextDouble())));
        }
        write("traces.csv", rows.toArray(String[]::new));
    }

    private void write(String name, String... lines) throws IOException {
        Files.write(folder.resolve(name), List.of(lines));
    }

    private Command plan(String to, String... more) {
        return planFrom("aws:a", to, more);
    }

    private Command planFrom(String from, String to, String... more) {
        var arguments = new ArrayList<>(List.of("plan", "--from", from, "--to", to, "--size", "500GB"));
        Collections.addAll(arguments, "--links", file("links.csv"), "--prices", file("prices.csv"));
        Collections.addAll(arguments, "--caps", file("caps.yaml"));
        Collections.addAll(arguments, more);
        return Command.run(arguments.toArray(String[]::new));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void a_confidence_buys_vms_and_reports_its_odds() {
        JsonNode sure = plan(
                        "aws:b",
                        "--traces",
                        file("traces.csv"),
                        "--deadline",
                        "16min",
                        "--max-vms",
                        "4",
                        "--confidence",
                        "0.99",
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(sure.get("deadline_odds").get("probability").asDouble()).isGreaterThanOrEqualTo(0.99);
        assertThat(sure.get("deadline_odds").get("low").asDouble())
                .isLessThan(sure.get("deadline_odds").get("high").asDouble());
        assertThat(sure.get("time_s").get("p95").asDouble()).isLessThanOrEqualTo(960);
        String text = plan(
                        "aws:b",
                        "--traces",
                        file("traces.csv"),
                        "--deadline",
                        "16min",
                        "--confidence",
                        "0.99",
                        "--explain")
                .exits(0)
                .out();
        assertThat(text).contains("to meet the deadline (").contains("of simulated transfers");
    }

    @Test
    void a_confidence_without_any_variation_is_refused_with_a_way_out() {
        Command refused =
                plan("aws:b", "--deadline", "1h", "--confidence", "0.99").exits(2);
        assertThat(refused.err()).contains("0.99").contains("--traces");
    }

    @Test
    void data_at_two_sites_are_read_from_both_or_from_the_cheaper() {
        JsonNode fast = planFrom(
                        "aws:a,gcp:c",
                        "aws:b",
                        "--objective",
                        "fastest",
                        "--max-vms",
                        "2",
                        "--quota",
                        "aws:a=1,gcp:c=1",
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(fast.get("rate_bps").asDouble()).isBetween(7.99999e9, 8.00001e9);
        assertThat(fast.get("routes").size()).isEqualTo(2);
        assertThat(fast.get("sources").size()).isEqualTo(2);
        String cheap = planFrom("aws:a,gcp:c", "aws:b", "--explain").exits(0).out();
        assertThat(cheap)
                .contains("from gcp:c to aws:b")
                .contains("Read 100 % at gcp:c; the data at aws:a are not read.");
        assertThat(planFrom("aws:a,gcp:c", "aws:b,gcp:d", "--explain").exits(2).err())
                .contains("gcp:d");
        assertThat(planFrom("aws:a,aws:b", "gcp:c,aws:b").exits(2).err()).contains("aws:b");
    }

    @Test
    void an_uplink_bounds_all_vms_of_a_site_together_wherever_it_is_given() throws IOException {
        Command narrow = plan("aws:b", "--rate", "6Gbit/s", "--uplink-out", "aws:a=5Gbit/s")
                .exits(3);
        assertThat(narrow.out()).contains("All VMs at aws:a together send at most 5.00 Gbit/s over its uplink");
        write(
                "line.yaml",
                "vm_price_usd_per_hour: 0.5",
                "providers:",
                "  aws: {egress: 10Gbit/s, ingress: 10Gbit/s}",
                "  gcp: {egress: 10Gbit/s, ingress: 10Gbit/s}",
                "sites:",
                "  aws:a: {uplink: {out: 5Gbit/s}}");
        write("two.csv", "from,to,size", "aws:a,aws:b,500GB", "aws:a,gcp:c,500GB");
        JsonNode both = Command.run(
                        "plan",
                        "--requests",
                        file("two.csv"),
                        "--at-once",
                        "--objective",
                        "fastest",
                        "--links",
                        file("links.csv"),
                        "--prices",
                        file("prices.csv"),
                        "--caps",
                        file("line.yaml"),
                        "--gap",
                        "0.9",
                        "--format",
                        "json")
                .exits(0)
                .json();
        double rate = 0;
        for (JsonNode transfer : both.get("transfers")) {
            rate += transfer.get("rate_bps").asDouble();
        }
        assertThat(rate).isBetween(4.9e9, 5.00001e9);
        assertThat(plan("aws:b", "--uplink-in", "aws:nowhere=5Gbit/s").exits(2).err())
                .contains("aws:nowhere");
    }

    @Test
    void a_link_of_another_class_is_taken_where_its_fee_is_worth_it() throws IOException {
        write(
                "links.csv",
                "from,to,class,streams,bits_per_second,total_bps",
                "aws:a,aws:b,,64,4e9,",
                "aws:a,aws:b,interconnect,16,4e9,6e9");
        write(
                "prices.csv",
                "from,to,class,usd_per_gb,fee_usd",
                "aws:a,aws:b,,0.10,",
                "aws:a,aws:b,interconnect,0.02,30");
        JsonNode taken = plan("aws:b", "--format", "json").exits(0).json();
        assertThat(taken.get("routes").get(0).get("classes_by_hop").get(0).asString())
                .isEqualTo("interconnect");
        assertThat(taken.get("cost_usd").get("egress").asDouble()).isEqualTo(40);
        assertThat(taken.get("gap").asDouble()).isLessThan(1e-6);
        assertThat(plan("aws:b", "--explain").exits(0).out())
                .contains("directly by interconnect")
                .contains("fixed fees, whatever is sent: USD 30.00 for aws:a -> aws:b (interconnect)");
        write(
                "prices.csv",
                "from,to,class,usd_per_gb,fee_usd",
                "aws:a,aws:b,,0.10,",
                "aws:a,aws:b,interconnect,0.02,41");
        JsonNode usual = plan("aws:b", "--format", "json").exits(0).json();
        assertThat(usual.get("cost_usd").get("egress").asDouble()).isEqualTo(50);
        JsonNode both = plan("aws:b", "--rate", "9Gbit/s", "--max-vms", "2", "--format", "json")
                .exits(0)
                .json();
        assertThat(both.get("routes").size()).isEqualTo(2);
        write("one.csv", "from,to,size", "aws:a,aws:b,500GB");
        assertThat(Command.run(
                                "plan",
                                "--requests",
                                file("one.csv"),
                                "--links",
                                file("links.csv"),
                                "--prices",
                                file("prices.csv"),
                                "--caps",
                                file("caps.yaml"))
                        .exits(2)
                        .err())
                .contains("fixed fee");
    }

    @Test
    void a_plan_survives_the_loss_of_any_vm_or_relay() {
        JsonNode plan = plan("aws:b", "--deadline", "16min", "--survive", "1", "--format", "json")
                .exits(0)
                .json();
        assertThat(plan.get("survives").get("worst_time_s").asDouble()).isLessThanOrEqualTo(960);
        int vms = plan.get("vms").get("aws:a").asInt()
                + plan.get("vms").get("aws:b").asInt();
        assertThat(plan.get("survives").get("failures").size())
                .isEqualTo(plan.get("vms").size());
        assertThat(vms).isGreaterThan(5);
        assertThat(plan("aws:b", "--deadline", "16min", "--survive", "1", "--explain")
                        .exits(0)
                        .out())
                .contains("without one VM at aws:a")
                .contains("When any one VM or relay fails");
        assertThat(plan("aws:b", "--deadline", "16min", "--survive", "1", "--max-vms", "1")
                        .exits(3)
                        .out())
                .contains("does not survive");
        assertThat(plan("aws:b", "--survive", "1").exits(2).err()).contains("deadline");
        assertThat(plan("aws:b", "--deadline", "16min", "--survive", "2")
                        .exits(2)
                        .err())
                .contains("neither 0 nor 1");
        assertThat(plan("aws:b", "--deadline", "16min", "--survive", "1", "--frontier")
                        .exits(2)
                        .err())
                .contains("--frontier");
    }

    @Test
    void limits_of_object_stores_bound_the_ends() {
        JsonNode plan = plan(
                        "aws:b",
                        "--objective",
                        "fastest",
                        "--bucket-requests",
                        "100",
                        "--chunk",
                        "64MB",
                        "--object-size",
                        "1MB",
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(plan.get("rate_bps").asDouble()).isCloseTo(800e6, within(800e6 * TOLERANCE));
        assertThat(plan("aws:b", "--bucket-requests", "100").exits(2).err()).contains("request");
        assertThat(plan("aws:b", "--object-size", "1MB").exits(2).err()).contains("--bucket-requests");
        assertThat(plan("aws:b", "--quota", "aws:b=0").exits(3).out()).contains("No VM is allowed at aws:b.");
        assertThat(plan("aws:b", "--rate", "9Gbit/s", "--store-read", "3Gbit/s", "--max-vms", "2")
                        .exits(3)
                        .out())
                .contains("6.00 Gbit/s");
    }

    @Test
    void several_destinations_share_a_tree() {
        JsonNode answer = plan("aws:b,gcp:c", "--format", "json").exits(0).json();
        assertThat(answer.get("destinations").size()).isEqualTo(2);
        assertThat(answer.get("cost_usd").get("egress").asDouble()).isBetween(54.999, 55.001);
        assertThat(answer.get("trees").get(0).get("links").size()).isEqualTo(2);
        assertThat(answer.get("offers").get(0).get("kind").asString()).isEqualTo("star");
        assertThat(plan("aws:b,gcp:c", "--explain").exits(0).out())
                .contains("aws:a -> ", "star", "Sending every copy from aws:a");
        assertThat(plan("aws:b,gcp:c", "--rate", "90Gbit/s").exits(3).out()).contains("90.0 Gbit/s");
    }

    @Test
    void a_site_without_quota_runs_no_vm_and_fees_are_paid() {
        JsonNode answer = plan(
                        "aws:b",
                        "--quota",
                        "gcp:c=0,aws:b=2",
                        "--request-fee",
                        "0.01USD",
                        "--chunk",
                        "1GB",
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(answer.get("cost_usd").get("requests").asDouble()).isBetween(4.99, 5.01);
        assertThat(answer.get("vms").has("gcp:c")).isFalse();
        assertThat(plan("aws:b", "--request-fee", "0.01USD").exits(2).err()).contains("--chunk");
    }

    @Test
    void spent_credit_slows_a_transfer_and_fresh_vms_do_not_have_it() throws IOException {
        write(
                "caps.yaml",
                "vm_price_usd_per_hour: 0.5",
                "providers:",
                "  gcp: {egress: 10Gbit/s, ingress: 10Gbit/s}",
                "  aws: {egress: 10Gbit/s, ingress: 10Gbit/s, token_bucket: {high: 10Gbit/s, low: 1Gbit/s, budget:"
                        + " 675GB, refill: 1Gbit/s}}");
        JsonNode fresh =
                plan("aws:b", "--max-vms", "1", "--format", "json").exits(0).json();
        JsonNode spent = plan("aws:b", "--max-vms", "1", "--credit", "aws:a=0B", "--format", "json")
                .exits(0)
                .json();
        assertThat(fresh.get("rate_bps").asLong()).isEqualTo(4_000_000_000L);
        assertThat(spent.get("rate_bps").asDouble()).isCloseTo(1e9, within(1e9 * TOLERANCE));
        assertThat(plan("aws:b", "--credit", "gcp:c=1GB").exits(2).err()).contains("gcp:c", "token_bucket");
    }

    @Test
    void vms_for_an_aggregate_are_counted_at_a_confidence() throws IOException {
        write("samples.txt", "# gigabits", "10", "5", "10", "5");
        JsonNode answer = Command.run(
                        "provision",
                        "--samples",
                        file("samples.txt"),
                        "--target",
                        "100",
                        "--confidence",
                        "0.99",
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(answer.get("best_case").asInt()).isEqualTo(10);
        // n draws of 10 or 5: 17 reach 100 if 3 or more are 10, P = 0.9988; of 16, 4 or more, 0.9894
        assertThat(answer.get("vms").asInt()).isEqualTo(17);
        assertThat(answer.get("vms_if_together").asInt()).isEqualTo(20);
        Command byLink = Command.run(
                        "provision",
                        "--links",
                        file("links.csv"),
                        "--prices",
                        file("prices.csv"),
                        "--caps",
                        file("caps.yaml"),
                        "--traces",
                        file("traces.csv"),
                        "--from",
                        "aws:a",
                        "--to",
                        "aws:b",
                        "--rate",
                        "40Gbit/s")
                .exits(0);
        assertThat(byLink.out()).contains("40.0 Gbit/s with 95 % certainty", "If all varied together");
        assertThat(Command.run("provision", "--target", "5").exits(2).err()).contains("--samples");
    }

    @Test
    void a_vm_cap_of_zero_carries_nothing() throws IOException {
        write(
                "caps.yaml",
                "vm_price_usd_per_hour: 0.5",
                "providers:",
                "  aws: {egress: 0Gbit/s, ingress: 10Gbit/s}",
                "  gcp: {egress: 10Gbit/s, ingress: 10Gbit/s}");
        assertThat(plan("aws:b").exits(3).out()).contains("VMs at aws:a send nothing: their egress cap is zero.");
        write(
                "caps.yaml",
                "vm_price_usd_per_hour: 0.5",
                "providers:",
                "  aws: {egress: 10Gbit/s, ingress: 0Gbit/s}",
                "  gcp: {egress: 10Gbit/s, ingress: 10Gbit/s}");
        assertThat(plan("aws:b").exits(3).out()).contains("VMs at aws:b receive nothing: their ingress cap is zero.");
        plan("gcp:c").exits(0);
    }
}
