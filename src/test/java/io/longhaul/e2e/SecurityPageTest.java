package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about security names tests that are there, and one for each attack. */
class SecurityPageTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|Study))(?:[.#](\\w+))?`");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve("security.md"));
    }

    private static Map<String, String> tests() throws IOException {
        var found = new HashMap<String, String>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(SecurityPageTest::isTest).toList()) {
                found.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return found;
    }

    private static boolean isTest(Path file) {
        String name = file.toString().replace('\\', '/');
        return name.contains("/src/test/java/") && (name.endsWith("Test.java") || name.endsWith("Study.java"));
    }

    @Test
    void every_test_that_is_named_exists() throws IOException {
        Map<String, String> tests = tests();
        List<MatchResult> named = NAMED.matcher(page()).results().toList();

        assertThat(named).hasSizeGreaterThan(40);
        for (MatchResult one : named) {
            assertThat(tests).containsKey(one.group(1));
            if (one.group(2) != null) {
                assertThat(tests.get(one.group(1))).as(one.group()).contains("void " + one.group(2) + "(");
            }
        }
    }

    @Test
    void every_attack_has_a_test() throws IOException {
        String attacks = page().replaceFirst("(?s).*## Attacks", "").replaceFirst("(?s)\n## .*", "");
        List<String> rows = attacks.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| attack"))
                .toList();

        assertThat(rows).hasSizeGreaterThan(30);
        for (String row : rows) {
            String last = row.substring(row.lastIndexOf('|', row.length() - 2));
            assertThat(NAMED.matcher(last).find()).as(row).isTrue();
            assertThat(NAME.matcher(last).results().map(MatchResult::group).filter(name -> name.startsWith("`.")))
                    .as("names are whole: " + row)
                    .isEmpty();
        }
    }
}
