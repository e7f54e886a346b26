package io.longhaul.cli.league;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.LeagueRow;
import io.longhaul.core.job.LeagueRow.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LeagueTableTest {
    private static LeagueRow row(String job, Input input, double seconds) {
        return new LeagueRow(
                "net", "set", job, "in-place", input, OptionalDouble.of(seconds), 0, 0, OptionalDouble.empty(), 1, "");
    }

    /** A job whose data lie where they are wanted, and whose computing costs nothing. */
    @Test
    void aJobThatTakesNoTimeIsAsFastAsItself() {
        var rows = new ArrayList<LeagueRow>();
        for (Input input : Input.values()) {
            rows.add(row("nothing", input, 0));
            rows.add(row("some", input, input == Input.SINGLE_STREAM ? 12 : 4));
        }

        List<LeagueTable.Line> lines = LeagueTable.of(rows).lines();

        assertThat(lines).hasSize(3).allSatisfy(line -> {
            assertThat(line.jobs()).isEqualTo(2);
            assertThat(line.gain()).isEqualTo(1);
        });
        assertThat(lines.get(1).measurement().streamsAlone())
                .as("the median of once and three times")
                .isEqualTo(2);
    }
}
