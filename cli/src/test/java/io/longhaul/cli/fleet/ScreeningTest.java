package io.longhaul.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.study.Oversleep;
import io.longhaul.core.study.ScreenResult;
import io.longhaul.core.study.TimerQuality;
import io.longhaul.store.json.ScreenJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several VMs is kept. */
class ScreeningTest {
    @TempDir
    private Path folder;

    private static String said(long over10, double stolen, long over1) {
        return new ScreenJson()
                .toJson(new ScreenResult(
                        new Oversleep(60_000, over1, over10, Duration.ofMillis(1)),
                        new TimerQuality(Optional.of("tsc"), Duration.ofNanos(20), Duration.ofNanos(1)),
                        OptionalDouble.of(stolen),
                        Map.of(),
                        true,
                        List.of()));
    }

    @Test
    void long_tails_count_first_then_what_was_stolen_and_silence_is_the_worst() throws Exception {
        Path none = folder.resolve("none.json");
        Path kept = Files.writeString(folder.resolve("kept.json"), said(900, 0.4, 9_000));
        List<Screening> best = Stream.of(
                        Screening.read(none),
                        Screening.read(kept),
                        Screening.parse(said(2, 0.0, 10), "two"),
                        Screening.parse(said(0, 0.1, 10), "stolen"),
                        Screening.parse(said(0, 0.0, 600), "late"),
                        Screening.parse(said(0, 0.0, 500), "best"))
                .sorted()
                .toList();
        assertThat(best)
                .extracting(Screening::late10, Screening::stolen, Screening::late1)
                .extracting(tuple -> tuple.toList().toString())
                .containsExactly(
                        "[0.0, 0.0, " + 500 / 60_000.0 + "]",
                        "[0.0, 0.0, 0.01]",
                        "[0.0, 0.1, " + 10 / 60_000.0 + "]",
                        "[" + 2 / 60_000.0 + ", 0.0, " + 10 / 60_000.0 + "]",
                        "[0.015, 0.4, 0.15]",
                        "[Infinity, Infinity, Infinity]");
    }

    /** A VM may say what it likes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "longhaul: not found",
                "{}",
                "{\"format\": \"longhaul-screen/1\"}",
                "{\"format\": \"longhaul-screen/1\", \"oversleep\": {\"samples\": 0, \"over_10ms\": 0, \"over_1ms\": 0}}",
                "{\"format\": \"longhaul-screen/1\", \"oversleep\": {\"samples\": 5, \"over_10ms\": -1, \"over_1ms\": 0}}",
                "{\"format\": \"longhaul-screen/1\", \"oversleep\": {\"samples\": 5, \"over_10ms\": 6, \"over_1ms\": 0}}",
                "{\"format\": \"longhaul-screen/2\", \"oversleep\": {\"samples\": 5, \"over_10ms\": 0, \"over_1ms\": 0}}",
                "[[[[[[[["
            })
    void what_is_no_screening_is_refused(String text) {
        assertThatThrownBy(() -> Screening.parse(text, "the screening of vm-1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("vm-1");
    }
}
