package io.longhaul.clouds.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.clouds.fleet.FaultScript.Deaths;
import io.longhaul.clouds.fleet.FaultScript.Outcome;
import io.longhaul.clouds.hostile.HostileCloud.Death;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Random faults and kill points: nothing may be left. */
class FleetFaultsTest {
    private static final long FIRST_SEED = 16_000;

    @Test
    void no_vm_outlives_its_lease_and_nothing_outlives_a_sweep() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 300; seed++) {
            var script = new FaultScript(seed, Deaths.ALL);
            Outcome outcome = script.run();
            assertThat(outcome.overdue())
                    .as("VMs after their lease, seed " + seed)
                    .isZero();
            assertThat(outcome.left()).as("left after a sweep, seed " + seed).isZero();
            assertThat(outcome.foreign()).as("touched of others, seed " + seed).isZero();
        }
    }

    /** {@code -Dlonghaul.study=fleet-faults}: the table of docs/reliability.md. */
    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "fleet-faults")
    void each_death_alone_and_all_together() throws Exception {
        int scripts = Integer.getInteger("longhaul.scripts", 10_000);
        row("all four", Deaths.ALL, scripts);
        row("without the reconciler", new Deaths(false, true, true, true), scripts / 10);
        row("without the timer inside", new Deaths(true, false, true, true), scripts / 10);
        row("without the cloud's timer", new Deaths(true, true, false, true), scripts / 10);
        row("without the sweep", new Deaths(true, true, true, false), scripts / 10);
        row("the sweep alone", new Deaths(false, false, false, true), scripts / 10);
        row("none", new Deaths(false, false, false, false), scripts / 10);
    }

    private static void row(String name, Deaths deaths, int scripts) throws Exception {
        int vms = 0;
        int overdue = 0;
        int left = 0;
        int foreign = 0;
        int kills = 0;
        Map<Death, Integer> by = new EnumMap<>(Death.class);
        for (long seed = FIRST_SEED + 100_000; seed < FIRST_SEED + 100_000 + scripts; seed++) {
            Outcome outcome = new FaultScript(seed, deaths).run();
            vms += outcome.vms();
            overdue += outcome.overdue();
            left += outcome.left();
            foreign += outcome.foreign();
            kills += outcome.kills();
            outcome.deaths().forEach((death, count) -> by.merge(death, count, Integer::sum));
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %d | %d | %s |%n",
                name,
                scripts,
                kills,
                vms,
                overdue,
                left,
                foreign,
                by);
    }
}
