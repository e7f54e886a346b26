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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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
            byte[] text = Spoilt.of(kind.good(), random);
            Files.write(file, text);
            try {
                kind.reader().read(file);
            } catch (InvalidInputException e) {
                refused++;
                assertThat(e.message())
                        .as(Spoilt.show(text))
                        .containsAnyOf(file.getFileName().toString(), "good-")
                        .doesNotContain("null.");
                assertThat(e.advice()).as(Spoilt.show(text)).isNotBlank();
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("Not refused but failed: " + Spoilt.show(text), e);
            }
        }
        assertThat(refused).isGreaterThan(TRIES / 10);
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
