package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page of all commands is what their {@code --help} prints; {@code -Dlonghaul.write=true} writes it anew. */
class CommandReferenceTest {
    private static final Path PAGE =
            Path.of(System.getProperty("longhaul.root"), "docs", "reference", "command-help.md");
    private static final int WIDTH = 100;

    @Test
    void thePageIsWhatHelpPrints() throws IOException {
        var page = new StringBuilder("""
                # Every command's help

                What `longhaul COMMAND --help` prints, made by
                `mvn test -pl cli -am -Dtest=CommandReferenceTest -Dlonghaul.write=true`.
                What commands share (exit codes, quantities, sites) is in [commands](../commands.md).
                """);
        append(CommandTree.of(), page);

        if (Boolean.getBoolean("longhaul.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page.toString());
    }

    private static void append(CommandLine command, StringBuilder page) {
        command.setUsageHelpWidth(WIDTH);
        String name = command.getCommandSpec().qualifiedName();
        page.append("\n## ").append(name).append("\n\n```\n");
        command.getUsageMessage(CommandLine.Help.Ansi.OFF)
                .lines()
                .forEach(line -> page.append(line.stripTrailing()).append('\n'));
        page.append("```\n");
        command.getSubcommands().values().forEach(below -> append(below, page));
    }
}
