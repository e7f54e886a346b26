package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordFieldsTest {
    /** One of each kind that could go wrong by its unit. */
    public record Mixed(
            Duration whole,
            Duration small,
            Optional<DataSize> octets,
            DataSize bits,
            int count,
            Optional<Duration> none) {}

    private static final RecordFields<Mixed> MIXED = RecordFields.of(Mixed.class)
            .plain("whole_s", "small_ms", "octets_bytes", "amount_bits")
            .plainOr("count", 7)
            .plain("none_s");
    private static final JsonFormat<Mixed> FORMAT = MIXED.asFormat("longhaul-mixed/1");

    @Test
    void unitsFollowNamesAndTypes() {
        var value = new Mixed(
                Duration.ofMillis(1500),
                Duration.ofMillis(3),
                Optional.empty(),
                DataSize.ofBytes(2),
                1,
                Optional.empty());
        String text = FORMAT.toJsonLine(value);
        assertThat(text)
                .contains(
                        "\"whole_s\":1.5",
                        "\"small_ms\":3",
                        "\"octets_bytes\":null",
                        "\"amount_bits\":16",
                        "\"none_s\":null");
        assertThat(FORMAT.fromJson(text, "a text")).isEqualTo(value);
        assertThat(MIXED.fields().stream()
                        .map(field -> field.cell().apply(value).map(Object::toString)))
                .map(cell -> cell.orElse("none"))
                .containsExactly("1.5", "3.0", "none", "16", "1", "none");
    }

    @Test
    void aMissingFieldHasItsDefaultAndARequiredOneIsNamed() {
        String text = "{\"format\": \"longhaul-mixed/1\", \"whole_s\": 1, \"small_ms\": 1, \"amount_bits\": 8}";
        assertThat(FORMAT.fromJson(text, "a text").count()).isEqualTo(7);
        assertThatThrownBy(() -> FORMAT.fromJson(text.replace("small_ms", "big_ms"), "a text"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("small_ms")
                .hasMessageContaining("a text");
    }

    @Test
    void fieldsThatAreNotAllAreRefusedAtTheFirstUse() {
        RecordFields<Mixed> few = RecordFields.of(Mixed.class).plain("whole_s");
        assertThatThrownBy(() -> few.asFormat("longhaul-few/1").fromJson("{\"format\": \"longhaul-few/1\"}", "a text"))
                .isInstanceOf(RuntimeException.class)
                .hasStackTraceContaining("6 components, and 1 fields");
        assertThatThrownBy(() -> RecordFields.of(Mixed.class).plain("a_s", "b_s", "c", "d", "e", "f_s", "g"))
                .isInstanceOf(IllegalStateException.class);
    }

    /** The pages on formats have every field that is written by such a list. */
    @ParameterizedTest
    @CsvSource({
        "MeasurementFields, measurement-log",
        "SnapshotJson, snapshot",
        "PlanFields, plan",
        "PriceBookJson, price-book",
        "LeagueRowJson, league",
        "FingerprintJson, studies",
        "PatternJson, studies",
        "ContentionJson, studies",
        "LoadedLatencyJson, studies",
        "JobCarriedJson, job-carried",
        "JobPlansJson, job-plan"
    })
    void thePageHasEveryField(String type, String page) throws Exception {
        String text = page(page);
        var missing = new ArrayList<String>();
        for (Field constant :
                Class.forName(getClass().getPackageName() + "." + type).getDeclaredFields()) {
            if (constant.getType() == RecordFields.class) {
                constant.setAccessible(true);
                for (RecordFields.Field<?> field : ((RecordFields<?>) constant.get(null)).fields()) {
                    if (!Pattern.compile("\\b" + field.name() + "\\b")
                            .matcher(text)
                            .find()) {
                        missing.add(constant.getName() + " " + field.name());
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static String page(String name) throws IOException {
        return Files.readString(Path.of(System.getProperty("longhaul.root"), "docs/formats", name + ".md"));
    }
}
