package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several transfers of one account through the command: quotas, turns, tiers and weights. */
class SeveralTransfersTest {
    @TempDir
    private Path folder;

    private String file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines)).toString();
    }

    private Command plan(String[] requests, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("plan", "--requests", file("requests.csv", requests)));
        Collections.addAll(
                arguments, "--links", file("links.csv", "from,to,streams,bits_per_second", "aws:a,aws:b,64,4e9"));
        Collections.addAll(arguments, "--prices", file("prices.csv", "from,to,usd_per_gb", "aws:a,aws:b,0.02"));
        Collections.addAll(
                arguments,
                "--caps",
                file(
                        "caps.yaml",
                        "vm_price_usd_per_hour: 0.5",
                        "providers:",
                        "  aws: {egress: 5Gbit/s, ingress: 10Gbit/s}"));
        Collections.addAll(arguments, more);
        return Command.run(arguments.toArray(String[]::new));
    }

    private static final String[] TWO = {
        "name,from,to,size,deadline,weight", "urgent,aws:a,aws:b,900GB,1h,1", "large,aws:a,aws:b,1800GB,,1"
    };

    @Test
    void two_transfers_share_the_quota_of_their_sites() throws IOException {
        JsonNode plan = plan(TWO, "--max-vms", "3", "--format", "json").exits(0).json();
        assertThat(plan.at("/outcome").stringValue()).isEqualTo("found");
        assertThat(plan.at("/transfers").size()).isEqualTo(2);
        int vms = plan.at("/transfers/0/vms/aws:a").intValue()
                + plan.at("/transfers/1/vms/aws:a").intValue();
        assertThat(vms).isEqualTo(3);
        assertThat(plan.at("/transfers/0/end_s").doubleValue()).isLessThanOrEqualTo(3600);
        assertThat(plan.at("/cost_usd/egress").doubleValue()).isEqualTo(54);
    }

    @Test
    void where_one_vm_is_allowed_one_waits_for_the_other() throws IOException {
        JsonNode plan = plan(TWO, "--max-vms", "1", "--format", "json").exits(0).json();
        assertThat(plan.at("/transfers/0/start_s").doubleValue()).isZero();
        assertThat(plan.at("/transfers/1/start_s").doubleValue())
                .isEqualTo(plan.at("/transfers/0/end_s").doubleValue());
        assertThat(plan(TWO, "--max-vms", "1").exits(0).out())
                .contains("urgent")
                .contains("now")
                .contains("All are done after");
    }

    @Test
    void what_does_not_fit_is_left_out_by_weight() throws IOException {
        String[] hurried = {
            "name,from,to,size,deadline,weight", "light,aws:a,aws:b,900GB,31min,1", "heavy,aws:a,aws:b,900GB,31min,2"
        };
        JsonNode plan = plan(hurried, "--max-vms", "1", "--format", "json").exits(3).json();
        assertThat(plan.at("/transfers/0/name").stringValue()).isEqualTo("heavy");
        assertThat(plan.at("/left_out/0/name").stringValue()).isEqualTo("light");
        assertThat(plan(hurried, "--max-vms", "1").exits(3).out()).contains("Left out: light");
    }

    @Test
    void a_budget_is_refused() throws IOException {
        assertThat(plan(TWO, "--budget", "5USD").exits(2).err()).contains("budget");
    }
}
