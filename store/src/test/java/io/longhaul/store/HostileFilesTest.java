package io.longhaul.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.json.JsonFormat;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files may come from anybody: every reader reads a file, or refuses it by a sentence that names it; it never fails otherwise. */
class HostileFilesTest {
    private static final int TRIES = 300;

    /** What stands in the place of a value: of another type, out of range, out of all reason. */
    private static final List<String> VALUES = List.of(
            "1e400",
            "-1e400",
            "1e-400",
            "1e308",
            "-1",
            "0",
            "-0.0",
            "0.1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999999999",
            "1e18",
            "1e19",
            "123456789012345678.123456789012345678",
            "0.0000000000000000000000000000001",
            "null",
            "true",
            "[]",
            "{}",
            "[[]]",
            "\"\"",
            "\"NaN\"",
            "NaN",
            "\"1e400\"",
            "\"\\u0000\"",
            "\"\\u001b[2J\"",
            "\"+1000000000-12-31T23:59:59Z\"",
            "\"-1000000000-01-01T00:00:00Z\"",
            "\"9999-12-31\"",
            "\"aws:\"",
            "\":\"",
            "\"aws:us-east-1\"",
            "\"9PB\"",
            "\"1e400Gbit/s\"",
            "\"99999999999Tbit/s\"",
            "2147483648",
            "-2147483649",
            "65536",
            "1.5");

    private static final List<String> CELLS = List.of(
            "",
            "1e400",
            "NaN",
            "Infinity",
            "-1",
            "0",
            "9223372036854775808",
            "1e18",
            "1e19",
            "0x1p3",
            "1f",
            "1d",
            "1e999999999",
            "2147483648",
            "\u0000",
            "\u001b[2J",
            "aws:",
            "aws:us-east-1",
            "99999999999-01-01T00:00",
            "2022-13-99T99:99",
            "9999999-01",
            "\"",
            "\"\"\"",
            ",",
            "\n",
            "1e-400",
            "00",
            "١٢");

    @TempDir
    private static Path directory;

    static Stream<FileKinds.Kind> kinds() throws IOException {
        return FileKinds.all(directory).stream();
    }

    private static final Set<String> WITHOUT_NAMES = Set.of("samples", "coflow trace");

    static Stream<FileKinds.Kind> kindsWithNames() throws IOException {
        return kinds().filter(kind -> !WITHOUT_NAMES.contains(kind.name()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void aBadFileIsRefusedByASentence(FileKinds.Kind kind) throws IOException {
        long seed = Long.getLong("longhaul.seed", "true".equals(System.getenv("CI")) ? 1 : System.nanoTime());
        System.out.println("HostileFilesTest, " + kind + ": -Dlonghaul.seed=" + seed);
        Random random = new Random(seed);
        Path file = FileKinds.hostileFile(directory);
        Files.writeString(file, kind.good());
        kind.reader().read(file);
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] text = spoilt(kind, random);
            Files.write(file, text);
            try {
                kind.reader().read(file);
            } catch (InvalidInputException e) {
                refused++;
                assertThat(e.message())
                        .as(show(text))
                        .containsAnyOf(file.getFileName().toString(), "good-")
                        .doesNotContain("null.");
                assertThat(e.advice()).as(show(text)).isNotBlank();
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("Not refused but failed: " + show(text), e);
            }
        }
        assertThat(refused).isGreaterThan(TRIES / 10);
    }

    private static String show(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static byte[] spoilt(FileKinds.Kind kind, Random random) {
        String good = kind.good();
        return switch (random.nextInt(8)) {
            case 0 -> cut(good, random);
            case 1 -> flipped(good, random);
            case 2 -> nested(good, random);
            default -> valued(good, kind.isTable(), random).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static final Pattern JSON_VALUE = Pattern.compile(
            "(?<=[:\\[,] ?)(\"[^\"]*\"|-?[0-9][0-9.eE+-]*|true|false|null|\\[\\]|[0-9A-Za-z/.]+)(?=[,}\\]\\s])");
    private static final Pattern CELL = Pattern.compile("(?<=[,\\n])[^,\\n]+");

    /** One value, or two, replaced by others. */
    private static String valued(String good, boolean table, Random random) {
        String text = good;
        for (int i = random.nextInt(2); i >= 0; i--) {
            List<MatchResult> places =
                    (table ? CELL : JSON_VALUE).matcher(text).results().toList();
            MatchResult place = places.get(random.nextInt(places.size()));
            List<String> values = table ? CELLS : VALUES;
            text = text.substring(0, place.start())
                    + values.get(random.nextInt(values.size()))
                    + text.substring(place.end());
        }
        return text;
    }

    private static byte[] cut(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(all, random.nextInt(all.length));
    }

    private static byte[] flipped(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(3); i >= 0; i--) {
            all[random.nextInt(all.length)] = (byte) random.nextInt(256);
        }
        return all;
    }

    /** Depth without end. */
    private static byte[] nested(String good, Random random) {
        int at = random.nextInt(good.length());
        int depth = 1 << random.nextInt(18);
        String open = List.of("[", "{\"a\":", "{a: ", "- ", "\"", "? ", "&a [*a, ", "!!x ")
                .get(random.nextInt(8));
        return (good.substring(0, at) + open.repeat(depth) + good.substring(at)).getBytes(StandardCharsets.UTF_8);
    }

    /** Which of two values counts nobody can know who looks at the file. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("kindsWithNames")
    void aFieldTwiceIsRefused(FileKinds.Kind kind) throws IOException {
        Path file = FileKinds.hostileFile(directory);
        String good = kind.good();
        if (kind.isTable()) {
            Files.writeString(
                    file,
                    good.replaceAll("(?m)^([^,\\n]+),", "$1,$1-other,").replaceFirst("^([^,]+),[^,]+,", "$1,$1,"));
        } else {
            Matcher first = NAME_AND_NUMBER.matcher(good);
            assertThat(first.find()).isTrue();
            String other = first.group(1) + ": 77777" + first.group(2);
            Files.writeString(file, good.substring(0, first.start()) + other + good.substring(first.start()));
        }
        assertThatThrownBy(() -> kind.reader().read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("wice");
    }

    private static final Pattern NAME_AND_NUMBER =
            Pattern.compile("(?<![^\\s{,])(\"?[a-z_]+\"?):\\s*(?:\"[^\"]*\"|-?[0-9.e+]+)(,\\s*|\\n)");

    /** So that a reader that is added takes part, or does not pass this test. */
    @Test
    void everyReaderTakesPart() throws Exception {
        Set<String> tried = FileKinds.all(directory).stream()
                .flatMap(kind -> kind.readers().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        tried.addAll(NO_READERS);

        assertThat(methodsWithFiles()).isEqualTo(tried);
    }

    /** What has a file among its parameters and does not read it as one of a kind. */
    private static final Set<String> NO_READERS = Set.of(
            "CatalogueRenewal.write",
            "FileAccess.beside",
            "FileAccess.forceDirectory",
            "FileAccess.readText",
            "FileAccess.regular",
            "FileAccess.replace",
            "FileAccess.unreadable",
            "FileAccess.unwritable",
            "ParquetExport.write",
            "ImportProgress.rowsRead");

    /** Public methods of public classes of this room that take a file, with those of {@link JsonFormat} for each format. */
    private static Set<String> methodsWithFiles() throws Exception {
        Path root = Path.of(FileAccess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var found = new TreeSet<String>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name = root.relativize(file)
                        .toString()
                        .replace(File.separatorChar, '.')
                        .replaceAll("\\.class$", "");
                Class<?> type = Class.forName(name, false, FileAccess.class.getClassLoader());
                if (Modifier.isPublic(type.getModifiers())) {
                    methodsWithFiles(type, found);
                }
            }
        }
        return found;
    }

    private static void methodsWithFiles(Class<?> type, Set<String> found) {
        if (JsonFormat.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
            found.add(type.getSimpleName() + ".read");
        }
        boolean isBase = type == JsonFormat.class || type == JsonDocument.class;
        for (Method method : isBase ? new Method[0] : type.getDeclaredMethods()) {
            boolean takesFile = Arrays.stream(method.getGenericParameterTypes())
                    .anyMatch(parameter -> parameter.getTypeName().contains(Path.class.getName()));
            if (takesFile && Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                found.add(type.getSimpleName() + "." + method.getName());
            }
        }
    }
}
