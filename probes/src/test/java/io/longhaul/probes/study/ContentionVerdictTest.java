package io.longhaul.probes.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.probes.spec.Direction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rates alone and together mean; figures in Mbit/s. */
class ContentionVerdictTest {
    @ParameterizedTest
    @CsvSource({
        "FORWARD, 1000, 2000, 1000, VM_EGRESS_CAP",
        "REVERSE, 1000, 2000, 1010, VM_INGRESS_CAP",
        "BIDIRECTIONAL, 1000, 2000, 1000, NOT_IDENTIFIED",
        // each has a path of its own
        "FORWARD, 100, 200, 199, PATH_CAP",
        // the first has a path of its own, and the second is held to the VM's cap
        "FORWARD, 100, 1100, 1000, PATH_CAP",
        // a small link beside a large one, neither disturbed: the VM's cap was not reached, or just so
        "FORWARD, 100, 110, 110, NOT_IDENTIFIED",
        "FORWARD, 100, 105, 100, NOT_IDENTIFIED",
        // between the bounds
        "FORWARD, 100, 200, 120, NOT_IDENTIFIED"
    })
    void itIsToldFromThreeRates(Direction direction, long first, long alone, long together, BindingLimit limit) {
        var carried = new ContentionVerdict.Carried(
                Bandwidth.ofMegabitsPerSecond(first),
                Bandwidth.ofMegabitsPerSecond(alone),
                Bandwidth.ofMegabitsPerSecond(together));

        assertThat(ContentionVerdict.limit(direction, carried)).isEqualTo(limit);
    }
}
