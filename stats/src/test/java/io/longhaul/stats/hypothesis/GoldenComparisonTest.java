package io.longhaul.stats.hypothesis;

import static io.longhaul.stats.hypothesis.GoldenSeriesTest.close;
import static io.longhaul.stats.hypothesis.GoldenSeriesTest.same;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.stats.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenComparisonTest {
    @ParameterizedTest
    @ValueSource(strings = {"shifted", "paired", "paired-ties", "tiny"})
    void twoSamples(String name) {
        double[] first = Golden.get(name, "first");
        double[] second = Golden.get(name, "second");

        same(MannWhitney.test(first, second), name, "mann-whitney");
        close(MannWhitney.cliffsDelta(first, second).value(), Golden.get(name, "cliff")[0], 1e-12);
        same(KruskalWallis.test(List.of(first, second)), name, "kruskal");
    }

    @Test
    void threeGroups() {
        var groups = List.of(Golden.get("groups", "g0"), Golden.get("groups", "g1"), Golden.get("groups", "g2"));

        same(KruskalWallis.test(groups), "groups", "kruskal");
    }

    @Test
    void holmsAdjustment() {
        assertThat(Holm.adjust(Golden.get("holm", "p"))).containsExactly(Golden.get("holm", "adjusted"), within(1e-15));
    }

    @ParameterizedTest
    @CsvSource({"0.1, NEGLIGIBLE", "-0.2, SMALL", "0.4, MEDIUM", "-0.9, LARGE"})
    void deltaInWords(double value, CliffsDelta.Magnitude magnitude) {
        assertThat(new CliffsDelta(value).magnitude()).isEqualTo(magnitude);
    }

    @Test
    void setsWithoutAnyDifferenceAreNeverToldApart() {
        double[] same = {5, 5, 5, 5};

        assertThat(MannWhitney.test(same, same).pValue()).isEqualTo(1);
        assertThat(KruskalWallis.test(List.of(same, same)).pValue()).isEqualTo(1);
    }
}
