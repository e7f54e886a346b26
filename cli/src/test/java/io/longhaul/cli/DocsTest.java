package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.input.Converters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the pages tell people to type can be typed, and what they point at is there. */
class DocsTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final Pattern CALL =
            Pattern.compile("\\s*(?:\\$ |sudo |at 22:00 )?(?:\\./|bin/)?longhaul (?! )([^$]*)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern TESTS =
            Pattern.compile("mvn (?:-[\\w-]+ )*test -pl (\\S+)[^`]*?-Dtest='?([A-Z][a-z][\\w,#*]+)'?");
    private static final Pattern BENCH = Pattern.compile("io\\.longhaul\\.bench\\.[a-z]+\\.[A-Z]\\w+");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
    /** Where one call ends and something else of the shell begins. */
    private static final Pattern END = Pattern.compile("\\s+(?:#|\\||>|2>|&|;).*|;.*| {3,}.*");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT.resolve("docs"))) {
            var pages = new ArrayList<>(
                    all.filter(page -> page.toString().endsWith(".md")).toList());
            List.of("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")
                    .forEach(top -> pages.add(ROOT.resolve(top)));
            return pages;
        }
    }

    /** Lines of fenced and of indented code, those that end with a backslash joined with the next. */
    private static List<String> code(Path page) throws IOException {
        var lines = new ArrayList<String>();
        boolean fenced = false;
        for (String line :
                Files.readString(page).replaceAll("\\\\\n\\s*", " ").lines().toList()) {
            if (line.strip().startsWith("```")) {
                fenced = !fenced;
            } else if (fenced || line.startsWith("    ")) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Why a call cannot be typed so; empty when it can. */
    private static Optional<String> wrong(String call) {
        var words = new ArrayList<String>();
        for (MatchResult word :
                WORD.matcher(END.matcher(call).replaceFirst("")).results().toList()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        String[] arguments = words.toArray(String[]::new);
        try {
            CommandLine line = CommandTree.of(arguments);
            Converters.register(line);
            line.setCaseInsensitiveEnumValuesAllowed(true);
            CommandLine.ParseResult parsed = line.parseArgs(arguments);
            return parsed.hasSubcommand() || parsed.isVersionHelpRequested() || parsed.isUsageHelpRequested()
                    ? Optional.empty()
                    : Optional.of("names no command");
        } catch (CommandLine.ParameterException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    @Test
    void every_command_that_is_printed_can_be_typed() throws IOException {
        int calls = 0;
        var soft = new SoftAssertions();
        for (Path page : pages()) {
            if (page.endsWith("command-help.md")) {
                continue;
            }
            for (String line : code(page)) {
                Matcher call = CALL.matcher(line);
                if (call.matches()) {
                    calls++;
                    soft.assertThat(wrong(call.group(1)))
                            .as(ROOT.relativize(page) + ": " + line.strip())
                            .isEmpty();
                }
            }
        }
        soft.assertThat(calls).isGreaterThan(40);
        soft.assertAll();
    }

    @Test
    void every_example_of_a_help_can_be_typed() {
        int calls = 0;
        var soft = new SoftAssertions();
        var commands =
                new ArrayList<CommandLine>(CommandTree.of().getSubcommands().values());
        for (int i = 0; i < commands.size(); i++) {
            commands.addAll(commands.get(i).getSubcommands().values());
            String footer = String.join(
                    "\n", commands.get(i).getCommandSpec().usageMessage().footer());
            for (String line : footer.replaceAll("\\\\\\n\\s*", "").lines().toList()) {
                Matcher call = CALL.matcher(line);
                if (call.matches()) {
                    calls++;
                    soft.assertThat(wrong(call.group(1))).as(line).isEmpty();
                }
            }
        }
        soft.assertThat(calls).isGreaterThan(40);
        soft.assertAll();
    }

    @Test
    void every_link_leads_somewhere() throws IOException {
        for (Path page : pages()) {
            for (MatchResult link :
                    LINK.matcher(Files.readString(page)).results().toList()) {
                assertThat(page.resolveSibling(link.group(1)))
                        .as(ROOT.relativize(page).toString())
                        .exists();
            }
        }
    }

    @Test
    void every_test_and_bench_that_is_to_be_run_is_where_the_page_says() throws IOException {
        int named = 0;
        var soft = new SoftAssertions();
        for (Path page : pages()) {
            String text = Files.readString(page).replaceAll("\\s+", " ");
            for (MatchResult run : TESTS.matcher(text).results().toList()) {
                var there = new TreeSet<String>();
                for (String room : run.group(1).split(",", -1)) {
                    Path tests = room.equals("e2e") ? ROOT.resolve("src/test") : ROOT.resolve(room + "/src/test");
                    try (Stream<Path> all = Files.walk(tests)) {
                        all.forEach(file -> there.add(file.getFileName().toString()));
                    }
                }
                for (String test : run.group(2).split(",", -1)) {
                    named++;
                    soft.assertThat(there.contains(test.replaceFirst("#.*", "") + ".java"))
                            .as(ROOT.relativize(page) + ": " + run.group())
                            .isTrue();
                }
            }
            for (MatchResult bench : BENCH.matcher(text).results().toList()) {
                named++;
                soft.assertThat(ROOT.resolve(
                                "bench/src/main/java/" + bench.group().replace('.', '/') + ".java"))
                        .as(ROOT.relativize(page).toString())
                        .exists();
            }
        }
        soft.assertThat(named).isGreaterThan(15);
        soft.assertAll();
    }
}
