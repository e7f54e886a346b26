package io.longhaul.store.coflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoflowTraceTest {
    @TempDir
    private Path folder;

    private List<Coflow> read(String text) throws IOException {
        return CoflowTrace.read(Files.writeString(folder.resolve("trace.txt"), text));
    }

    @Test
    void everyMapperSendsEachReducerAsMuch() throws IOException {
        List<Coflow> trace = read("4 2\n7 1500 2 0 3 2 1:10.0 2:0.5\n8 2000 1 3 0\n");

        assertThat(trace).extracting(Coflow::name).containsExactly("7", "8");
        assertThat(trace.get(0).arrival()).isEqualTo(Duration.ofMillis(1500));
        assertThat(trace.get(0).flows())
                .extracting(flow -> flow.from() + " " + flow.to() + " " + flow.size())
                .containsExactly(
                        "port:0 port:1 5MB", "port:3 port:1 5MB", "port:0 port:2 250kB", "port:3 port:2 250kB");
        assertThat(trace.get(0).size()).isEqualTo(DataSize.parse("10.5MB"));
        assertThat(trace.get(1).flows()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 1;1 0 1 0|Line 2|ends before the number of reducers",
                "2 1;1 0 1 9 0|Line 2|has 9 for a port",
                "2 1;1 0 3 0 1 2 1 0:1|Line 2|one more than the 2 of the first line",
                "2 1;1 0 1 0 1 1|Line 2|not port:MB",
                "2 1;1 0 1 0 1 1:NaN|Line 2|has NaN MB",
                "2 1;1 0 1 0 1 1:-5|Line 2|has -5 MB",
                "2 1;1 -3 1 0 1 1:5|Line 2|has -3 for the arrival",
                "2 1;1 0 0 1 1:5|Line 2|no mapper",
                "2 1;1 0 1 0 1 1:5 6|Line 2|goes on",
                "2 2;1 0 1 0 1 1:5;1 0 1 0 1 1:5|Line 3|twice",
                "2 2;1 0 1 0 1 1:5|2 coflows|has 1",
            })
    void aBadLineIsNamed(String text, String place, String why) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(place)
                .hasMessageContaining(why);
    }
}
