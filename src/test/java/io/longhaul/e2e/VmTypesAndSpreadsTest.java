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

/** VM types to choose among, and rates as mean and spread, through the command. */
class VmTypesAndSpreadsTest {
    @TempDir
    private Path folder;

    private String file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines)).toString();
    }

    private Command plan(String[] links, String[] caps, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("plan", "--from", "aws:a", "--to", "aws:b", "--size", "500GB"));
        Collections.addAll(arguments, "--links", file("links.csv", links));
        Collections.addAll(arguments, "--prices", file("prices.csv", "from,to,usd_per_gb", "aws:a,aws:b,0.02"));
        Collections.addAll(arguments, "--caps", file("caps.yaml", caps));
        Collections.addAll(arguments, more);
        return Command.run(arguments.toArray(String[]::new));
    }

    private static final String[] LINKS = {"from,to,streams,bits_per_second", "aws:a,aws:b,64,5e9"};

    private static String[] choice(int largeVms) {
        return new String[] {
            "providers:",
            "  aws: {vm_types: [small, large]}",
            "vm_types:",
            "  small: {egress: 1Gbit/s, ingress: 1Gbit/s, vm_price_usd_per_hour: 0.1, quota: 6}",
            "  large: {egress: 5Gbit/s, ingress: 5Gbit/s, vm_price_usd_per_hour: 0.7, quota: " + largeVms + "}"
        };
    }

    @Test
    void the_cheapest_mix_of_types_within_their_quotas_is_planned() throws IOException {
        JsonNode small = plan(LINKS, choice(1), "--rate", "6Gbit/s", "--format", "json")
                .exits(0)
                .json();
        assertThat(small.at("/vm_types/aws:a/small").intValue()).isEqualTo(6);
        assertThat(small.at("/vm_types/aws:a").size())
                .as("six small ones are cheaper than a large one")
                .isOne();
        JsonNode mixed = plan(LINKS, choice(1), "--rate", "9Gbit/s", "--format", "json")
                .exits(0)
                .json();
        assertThat(mixed.at("/vm_types/aws:a/large").intValue()).isEqualTo(1);
        assertThat(mixed.at("/vms/aws:a").intValue())
                .isEqualTo(1 + mixed.at("/vm_types/aws:a/small").intValue());
        assertThat(mixed.at("/routes/0/vm_types/aws:a").stringValue()).isIn("small", "large");
        assertThat(plan(LINKS, choice(1), "--rate", "9Gbit/s").exits(0).out())
                .contains("1 large at aws:a")
                .contains("aws:a (large)");
    }

    @Test
    void too_much_for_the_quotas_says_what_they_carry() throws IOException {
        assertThat(plan(LINKS, choice(1), "--rate", "30Gbit/s").exits(3).out())
                .contains("of the types and quotas there, send at most 11.0 Gbit/s");
        assertThat(plan(LINKS, choice(0), "--rate", "30Gbit/s").exits(3).out()).contains("6.00 Gbit/s");
    }

    @Test
    void mean_and_spread_give_odds_and_buy_vms() throws IOException {
        String[] caps = {"vm_price_usd_per_hour: 0.5", "providers:", "  aws: {egress: 10Gbit/s, ingress: 10Gbit/s}"};
        String[] links = {"from,to,streams,bits_per_second,stddev_bps,samples", "aws:a,aws:b,64,5e9,1e9,30"};
        JsonNode odds = plan(links, caps, "--deadline", "15min", "--max-vms", "1", "--format", "json")
                .exits(0)
                .json();
        assertThat(odds.at("/deadline_odds/probability").doubleValue()).isBetween(0.2, 0.99);
        assertThat(odds.at("/time_s/p95").isNumber()).isTrue();
        Command sure = plan(links, caps, "--deadline", "15min", "--confidence", "0.99", "--explain")
                .exits(0);
        assertThat(sure.out()).contains("means and spreads, taken as gamma laws");
        Command provision = Command.run(
                "provision",
                "--from",
                "aws:a",
                "--to",
                "aws:b",
                "--rate",
                "40Gbit/s",
                "--confidence",
                "0.99",
                "--links",
                folder.resolve("links.csv").toString(),
                "--prices",
                folder.resolve("prices.csv").toString(),
                "--caps",
                folder.resolve("caps.yaml").toString());
        assertThat(provision.exits(0).out()).contains("99");
    }

    @Test
    void types_by_option_are_those_of_the_catalogue() throws IOException {
        Command onGrid = plan(LINKS, choice(1), "--vm-types", "aws:c5.xlarge=4").exits(2);
        assertThat(onGrid.err()).contains("caps file");
    }
}
