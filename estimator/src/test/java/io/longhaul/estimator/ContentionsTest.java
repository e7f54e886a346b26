package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.study.ContentionRuns.Flow;
import io.longhaul.core.units.Bandwidth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rates alone and together mean; figures in Mbit/s. */
class ContentionsTest {
    @ParameterizedTest
    @CsvSource({
        "OUT, 1000, 2000, 1000, VM_EGRESS_CAP",
        "IN, 1000, 2000, 1010, VM_INGRESS_CAP",
        "BOTH, 1000, 2000, 1000, NOT_IDENTIFIED",
        // each has a path of its own
        "OUT, 100, 200, 199, PATH_CAP",
        // the first has a path of its own, and the second is held to the VM's cap
        "OUT, 100, 1100, 1000, PATH_CAP",
        // a small link beside a large one, neither disturbed: the VM's cap was not reached, or just so
        "OUT, 100, 110, 110, NOT_IDENTIFIED",
        "OUT, 100, 105, 100, NOT_IDENTIFIED",
        // between the bounds
        "OUT, 100, 200, 120, NOT_IDENTIFIED"
    })
    void itIsToldFromThreeRates(Flow flow, long first, long alone, long together, BindingLimit limit) {
        var carried = new Contentions.Carried(
                Bandwidth.ofMegabitsPerSecond(first),
                Bandwidth.ofMegabitsPerSecond(alone),
                Bandwidth.ofMegabitsPerSecond(together));

        assertThat(Contentions.limit(flow, carried)).isEqualTo(limit);
    }
}
