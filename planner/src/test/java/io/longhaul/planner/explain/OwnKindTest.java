package io.longhaul.planner.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnKindTest {
    private static final double STEP = 1 / 128.0;

    private final AtomicInteger plans = new AtomicInteger();

    private OwnKind own(DoubleUnaryOperator worth) {
        return new OwnKind(worth.applyAsDouble(1), 1, share -> {
            plans.incrementAndGet();
            return worth.applyAsDouble(share);
        });
    }

    /** Worth 1 / share: it passes 1 / x at x. */
    @ParameterizedTest
    @ValueSource(doubles = {0.06, 0.2, 0.5, 0.71, 0.9, 0.999})
    void findsWhereASmoothWorthPassesALimit(double truth) {
        double found = own(share -> 1 / share).crossing(0.05, 1 / truth, STEP);
        assertThat(found).isLessThanOrEqualTo(truth).isGreaterThan(truth * (1 - 2 * STEP));
        assertThat(plans).hasValueLessThan(9);
    }

    /** Nothing of our kind remains below a share: the crossing is there, whatever the other plan is worth. */
    @ParameterizedTest
    @ValueSource(doubles = {0.06, 0.3, 0.8})
    void findsWhereOurKindEnds(double truth) {
        OwnKind ours = own(share -> share < truth ? Double.POSITIVE_INFINITY : 1);
        assertThat(ours.crossing(0.05, 2, STEP)).isLessThanOrEqualTo(truth).isGreaterThan(truth * (1 - 2 * STEP));
        assertThat(ours.crossing(0.05, Double.POSITIVE_INFINITY, STEP))
                .isLessThanOrEqualTo(truth)
                .isGreaterThan(truth * (1 - 2 * STEP));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 0.55, 0.7})
    void samplesServeAgain(double truth) {
        OwnKind ours = own(share -> 2 - share);
        ours.crossing(0.05, 2 - truth, STEP);
        int first = plans.get();
        ours.crossing(0.05, 2 - truth, STEP);
        assertThat(plans).hasValue(first);
    }
}
