package io.longhaul.clouds.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.Spoilt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fleet files and journals may come from anybody: each is read, or refused by a sentence that names it. */
class HostileFleetFilesTest {
    private static final int TRIES = 300;

    private static final String JOURNAL = """
            {"format":"longhaul-fleet-journal/1","event":"begun","at":"2026-03-01T12:00:00Z","fleet":"grid","run":"a1b2c3","expires":"2026-03-01T14:00:00Z"}
            {"format":"longhaul-fleet-journal/1","event":"intended","at":"2026-03-01T12:00:01Z","kind":"vm","name":"lh-grid-a1b2c3-v0-0","site":"aws:us-east-1","token":"8f14e45f-ceea-367a-9a36-dedd4bea2543","expires":"2026-03-01T14:00:00Z","usd_per_hour":1.536}
            {"format":"longhaul-fleet-journal/1","event":"made","at":"2026-03-01T12:00:02Z","name":"lh-grid-a1b2c3-v0-0","id":"i-0abc"}
            {"format":"longhaul-fleet-journal/1","event":"failed","at":"2026-03-01T12:00:03Z","name":"lh-grid-a1b2c3-v1-0","why":"no room","may_be":true}
            {"format":"longhaul-fleet-journal/1","event":"extended","at":"2026-03-01T12:00:04Z","expires":"2026-03-01T15:00:00Z"}
            {"format":"longhaul-fleet-journal/1","event":"gone","at":"2026-03-01T12:00:05Z","name":"lh-grid-a1b2c3-v0-0"}
            {"format":"longhaul-fleet-journal/1","event":"ended","at":"2026-03-01T12:00:06Z"}
            """;

    @TempDir
    private static Path folder;

    static Stream<Arguments> readers() {
        Consumer<Path> journal = file -> FleetJournal.read(Objects.requireNonNull(file.getParent()), warning -> {});
        Consumer<Path> fleet = FleetFile::read;
        return Stream.of(
                Arguments.of("grid.yaml", FleetFileTest.WHOLE, fleet),
                Arguments.of("journal/segment-000001.jsonl", JOURNAL, journal));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("readers")
    void a_bad_file_is_refused_by_a_sentence(String name, String good, Consumer<Path> reader) throws IOException {
        long seed = Long.getLong("longhaul.seed", "true".equals(System.getenv("CI")) ? 1 : System.nanoTime());
        System.out.println("HostileFleetFilesTest, " + name + ": -Dlonghaul.seed=" + seed);
        var random = new Random(seed);
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, good);
        reader.accept(file);
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] text = Spoilt.of(good, random);
            Files.write(file, text);
            try {
                reader.accept(file);
            } catch (InvalidInputException e) {
                refused++;
                assertThat(e.message())
                        .as(Spoilt.show(text))
                        .contains(file.getFileName().toString())
                        .doesNotContain("null.");
                assertThat(e.advice()).as(Spoilt.show(text)).isNotBlank();
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("Not refused but failed: " + Spoilt.show(text), e);
            }
        }
        assertThat(refused).isGreaterThan(TRIES / 10);
    }
}
