package io.longhaul.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Any octets in the place of a file are read, or refused by a sentence with a way out; what was read and can be written is read again
 * the same. The normal run tries the kept seeds (resources beside this class);
 * {@code JAZZER_FUZZ=1 mvn test -pl store -am -Dtest=ReaderFuzzTest#METHOD} searches for new ones.
 */
class ReaderFuzzTest {
    @TempDir
    private static Path folder;

    private static List<FileKinds.Kind> kinds = List.of();

    @BeforeAll
    static void kinds() throws IOException {
        kinds = FileKinds.all(folder);
    }

    @Test
    void everyKindIsSearched() {
        Set<String> searches = Arrays.stream(ReaderFuzzTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(FuzzTest.class))
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(kinds.stream().map(FileKinds.Kind::group).collect(Collectors.toSet()))
                .isEqualTo(searches);
    }

    /** By all readers of the kinds in a group. */
    private static void read(String group, byte[] octets) throws IOException {
        Path file = Files.write(FileKinds.hostileFile(folder), octets);
        var readers = new HashSet<List<String>>();
        for (FileKinds.Kind kind : kinds) {
            if (kind.group().equals(group) && readers.add(kind.readers())) {
                kind.readHostile(file);
            }
        }
    }

    @FuzzTest(maxDuration = "2m")
    void measurements(byte[] octets) throws IOException {
        read("measurements", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void snapshots(byte[] octets) throws IOException {
        read("snapshots", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void priceBooks(byte[] octets) throws IOException {
        read("priceBooks", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void catalogues(byte[] octets) throws IOException {
        read("catalogues", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void fingerprints(byte[] octets) throws IOException {
        read("fingerprints", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void plans(byte[] octets) throws IOException {
        read("plans", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void logs(byte[] octets) throws IOException {
        read("logs", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void links(byte[] octets) throws IOException {
        read("links", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void pricesOfAGrid(byte[] octets) throws IOException {
        read("pricesOfAGrid", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void caps(byte[] octets) throws IOException {
        read("caps", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void traces(byte[] octets) throws IOException {
        read("traces", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void problems(byte[] octets) throws IOException {
        read("problems", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void requests(byte[] octets) throws IOException {
        read("requests", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void samples(byte[] octets) throws IOException {
        read("samples", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void jobs(byte[] octets) throws IOException {
        read("jobs", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void coflowTraces(byte[] octets) throws IOException {
        read("coflowTraces", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void iperf3Reports(byte[] octets) throws IOException {
        read("iperf3Reports", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void csvTables(byte[] octets) throws IOException {
        read("csvTables", octets);
    }

    @FuzzTest(maxDuration = "2m")
    void skyplaneTables(byte[] octets) throws IOException {
        read("skyplaneTables", octets);
    }
}
