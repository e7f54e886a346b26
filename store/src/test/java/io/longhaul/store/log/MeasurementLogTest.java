package io.longhaul.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.Samples;
import io.longhaul.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementLogTest {
    @TempDir
    Path temporary;

    private final List<LogWarning> warnings = new ArrayList<>();

    private MeasurementLog log() {
        return MeasurementLog.at(temporary.resolve("log"));
    }

    private Path firstSegment() {
        return log().directory().resolve("segment-000001.jsonl");
    }

    private LogWriter writer() {
        return log().openWriter(LogOptions.DEFAULT, warnings::add);
    }

    private void append(Measurement... measurements) {
        try (LogWriter writer = writer()) {
            writer.appendAll(List.of(measurements));
        }
    }

    private void appendRaw(String text) throws IOException {
        Files.writeString(firstSegment(), text, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }

    @Test
    void readsWhatWasAppendedInOrder() {
        List<Measurement> all = Samples.oneOfEach();
        try (LogWriter writer = writer()) {
            all.forEach(writer::append);
        }
        assertThat(log().readAll(ReadOptions.strict(warnings::add))).isEqualTo(all);
        assertThat(warnings).isEmpty();
    }

    @Test
    void appendsBehindEarlierRuns() {
        append(Samples.latency("a"));
        append(Samples.latency("b"));
        try (Stream<String> ids = log().streamIds(ReadOptions.strict(warnings::add))) {
            assertThat(ids).containsExactly("a", "b");
        }
    }

    @Test
    void startsANewSegmentWhenOneIsFull() throws IOException {
        DataSize small = DataSize.ofBytes(1_500);
        List<Measurement> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(Samples.latency("m" + i));
        }
        try (LogWriter writer = log().openWriter(new LogOptions(small), warnings::add)) {
            writer.appendAll(all.subList(0, 15));
        }
        try (LogWriter writer = log().openWriter(new LogOptions(small), warnings::add)) {
            writer.appendAll(all.subList(15, 20));
        }
        try (Stream<Path> files = Files.list(log().directory())) {
            List<Path> segments =
                    files.filter(file -> file.toString().endsWith(".jsonl")).toList();
            assertThat(segments).hasSizeGreaterThan(4);
            assertThat(segments).allSatisfy(file -> assertThat(Files.size(file)).isLessThan(2_500));
        }
        assertThat(log().readAll(ReadOptions.strict(warnings::add))).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 300})
    void skipsATornTailWithAWarningAndRemovesItOnTheNextAppend(int cut) throws IOException {
        append(Samples.latency("a"), Samples.latency("b"));
        byte[] whole = Files.readAllBytes(firstSegment());
        Files.write(firstSegment(), java.util.Arrays.copyOf(whole, whole.length - 1 - cut));

        assertThat(log().readAll(ReadOptions.strict(warnings::add))).containsExactly(Samples.latency("a"));
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0).kind()).isEqualTo(LogWarning.Kind.TORN_TAIL);
        assertThat(warnings.get(0).message()).contains("segment-000001.jsonl line 2");

        warnings.clear();
        append(Samples.latency("c"));
        assertThat(warnings).extracting(LogWarning::kind).containsExactly(LogWarning.Kind.TORN_TAIL);
        warnings.clear();
        assertThat(log().readAll(ReadOptions.strict(warnings::add)))
                .containsExactly(Samples.latency("a"), Samples.latency("c"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void keepsAWholeLastLineWhoseEndIsMissing() throws IOException {
        append(Samples.latency("a"), Samples.latency("b"));
        byte[] whole = Files.readAllBytes(firstSegment());
        Files.write(firstSegment(), java.util.Arrays.copyOf(whole, whole.length - 1));
        append(Samples.latency("c"));
        try (Stream<String> ids = log().streamIds(ReadOptions.strict(warnings::add))) {
            assertThat(ids).containsExactly("a", "b", "c");
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void aTailOfZerosLeftByAPowerCutIsTorn() throws IOException {
        append(Samples.latency("a"));
        appendRaw("\0".repeat(4096));
        append(Samples.latency("b"));
        assertThat(warnings).extracting(LogWarning::kind).containsExactly(LogWarning.Kind.TORN_TAIL);
        assertThat(log().readAll(ReadOptions.strict(warnings::add))).hasSize(2);
    }

    @Test
    void stopsAtACorruptLineAndNamesIt() throws IOException {
        append(Samples.latency("a"));
        appendRaw("{\"format\":\"longhaul-measurement/1\",\"kind\":\n");
        append(Samples.latency("b"));
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> log().readAll(ReadOptions.strict(warnings::add)))
                .withMessageContaining("segment-000001.jsonl line 2")
                .satisfies(e -> assertThat(e.advice()).contains("skipped"));
    }

    @Test
    void skipsCorruptLinesWhenAskedAndListsThem() throws IOException {
        append(Samples.latency("a"));
        appendRaw("not json\n\n");
        append(Samples.latency("b"));
        assertThat(log().readAll(ReadOptions.skippingCorrupt(warnings::add)))
                .containsExactly(Samples.latency("a"), Samples.latency("b"));
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0).line()).isEqualTo(2);
        assertThat(warnings.get(0).kind()).isEqualTo(LogWarning.Kind.CORRUPT_LINE);
    }

    @Test
    void aTornLineInAnEarlierSegmentIsCorrupt() throws IOException {
        append(Samples.latency("a"));
        appendRaw("{\"format\"");
        Files.writeString(log().directory().resolve("segment-000002.jsonl"), "");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> log().readAll(ReadOptions.strict(warnings::add)))
                .withMessageContaining("segment-000001.jsonl line 2");
    }

    @Test
    void readsLinesLongerThanItsBuffer() throws IOException {
        String id = "x".repeat(300_000);
        append(Samples.latency("a"), Samples.latency(id), Samples.latency("é€"));
        try (Stream<String> ids = log().streamIds(ReadOptions.strict(warnings::add))) {
            assertThat(ids).containsExactly("a", id, "é€");
        }
    }

    @Test
    void refusesASecondWriterAndSaysWhoHoldsTheLog() {
        try (LogWriter first = writer()) {
            first.append(Samples.latency("a"));
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(this::writer)
                    .withMessageContaining("process " + ProcessHandle.current().pid())
                    .satisfies(e -> assertThat(e.advice()).contains("one writer at a time"));
        }
        append(Samples.latency("b"));
        assertThat(log().readAll(ReadOptions.strict(warnings::add))).hasSize(2);
    }

    @Test
    void isReadWhileItIsWritten() {
        try (LogWriter writer = writer()) {
            writer.append(Samples.latency("a"));
            assertThat(log().readAll(ReadOptions.strict(warnings::add))).hasSize(1);
            writer.append(Samples.latency("b"));
            assertThat(log().readAll(ReadOptions.strict(warnings::add))).hasSize(2);
        }
    }

    @Test
    void saysThatThereIsNoLog() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> log().stream(ReadOptions.strict(warnings::add)))
                .withMessageContaining(log().directory().toString());
    }

    @Test
    void refusesToAppendAfterClosing() {
        LogWriter writer = writer();
        writer.close();
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> writer.append(Samples.latency("a")));
    }
}
