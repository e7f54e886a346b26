package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandTreeTest {
    @Test
    void aCallThatNamesItsCommandGetsThatOneByItsOwnName() {
        Map<String, CommandLine> all = CommandTree.of("--help").getSubcommands();
        assertThat(all).containsKeys("plan", "probe", "lab", "completion").hasSize(23);
        all.forEach((name, whole) -> {
            assertThat(whole.getCommandName()).isEqualTo(name.equals("completion") ? "generate-completion" : name);
            if (!name.equals("completion")) {
                CommandLine alone = CommandTree.of(name, "--help");
                assertThat(alone.getSubcommands()).containsOnlyKeys(name);
                assertThat(alone.getSubcommands().values().iterator().next().getUsageMessage())
                        .isEqualTo(whole.getUsageMessage());
            }
        });
    }

    @Test
    void everyOtherCallGetsAllOfThemButForTheVersion() {
        int all = CommandTree.of("--help").getSubcommands().size();
        assertThat(CommandTree.of().getSubcommands()).hasSize(all);
        assertThat(CommandTree.of("plam").getSubcommands()).hasSize(all);
        assertThat(CommandTree.of("--version").getSubcommands()).isEmpty();
    }
}
