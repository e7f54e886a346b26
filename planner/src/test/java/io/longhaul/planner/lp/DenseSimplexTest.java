package io.longhaul.planner.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The port's promises, by hand and against GLOP on random programs that grow between solves. */
class DenseSimplexTest {
    @Test
    void twoColumnsByHand() {
        LinearProgram lp = new DenseSimplex();
        int land = lp.addRow(4);
        int work = lp.addRow(6);
        int wheat = lp.addColumn(-3, new int[] {land, work}, new double[] {1, 1});
        int corn = lp.addColumn(-5, new int[] {land, work}, new double[] {1, 2});
        assertThat(lp.solve(() -> false)).isTrue();
        assertThat(lp.objective()).isCloseTo(-16, within(1e-9));
        assertThat(lp.value(wheat)).isCloseTo(2, within(1e-9));
        assertThat(lp.value(corn)).isCloseTo(2, within(1e-9));
        assertThat(lp.price(land)).isCloseTo(1, within(1e-9));
        assertThat(lp.price(work)).isCloseTo(2, within(1e-9));
        assertThat(lp.slack(land)).isCloseTo(0, within(1e-9));
    }

    @Test
    void aProgramWithoutColumnsIsZero() {
        LinearProgram lp = new DenseSimplex();
        int row = lp.addRow(3);
        assertThat(lp.solve(() -> false)).isTrue();
        assertThat(lp.objective()).isZero();
        assertThat(lp.slack(row)).isCloseTo(3, within(1e-8));
        assertThat(lp.price(row)).isZero();
    }

    @Test
    void anUnboundedProgramIsToldFromAnOptimum() {
        LinearProgram lp = new DenseSimplex();
        int row = lp.addRow(1);
        lp.addColumn(-1, new int[] {row}, new double[] {-1});
        assertThat(lp.solve(() -> false)).isFalse();
    }

    /** Columns come in three batches with a solve after each, and a row that binds them at last. */
    @Test
    void randomProgramsEqualGlopWhileTheyGrow() {
        Loader.loadNativeLibraries();
        for (int seed = 0; seed < 150; seed++) {
            var random = new Random(seed);
            int rows = 2 + random.nextInt(12);
            LinearProgram ours = new DenseSimplex();
            MPSolver glop = MPSolver.createSolver("GLOP");
            glop.objective().setMinimization();
            List<MPConstraint> theirs = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                double limit = random.nextInt(4) == 0 ? 0 : 10 * random.nextDouble();
                ours.addRow(limit);
                theirs.add(glop.makeConstraint(Double.NEGATIVE_INFINITY, limit));
            }
            for (int batch = 0; batch < 3; batch++) {
                for (int k = 0; k < 6; k++) {
                    addColumn(random, rows, ours, glop, theirs);
                }
                assertThat(ours.solve(() -> false)).isTrue();
                assertThat(glop.solve()).isEqualTo(MPSolver.ResultStatus.OPTIMAL);
                double optimum = glop.objective().value();
                assertThat(ours.objective())
                        .as("seed " + seed)
                        .isCloseTo(optimum, within(1e-7 * (1 + Math.abs(optimum))));
                double dual = 0;
                for (int i = 0; i < rows; i++) {
                    assertThat(ours.price(i)).isGreaterThanOrEqualTo(-1e-9);
                    assertThat(ours.slack(i)).isGreaterThanOrEqualTo(-1e-7);
                    dual -= ours.price(i) * theirs.get(i).ub();
                }
                assertThat(dual).as("dual, seed " + seed).isCloseTo(optimum, within(1e-6 * (1 + Math.abs(optimum))));
            }
        }
    }

    /** Dense enough, with every entry of the first row positive, so that no program is unbounded. */
    private static void addColumn(
            Random random, int rows, LinearProgram ours, MPSolver glop, List<MPConstraint> theirs) {
        MPVariable variable = glop.makeNumVar(0, Double.POSITIVE_INFINITY, "");
        double cost = random.nextDouble() * 4 - 3;
        glop.objective().setCoefficient(variable, cost);
        int[] index = new int[rows];
        double[] entries = new double[rows];
        for (int i = 0; i < rows; i++) {
            index[i] = i;
            entries[i] = i == 0 ? 0.1 + random.nextDouble() : random.nextInt(3) == 0 ? 0 : random.nextDouble() * 3 - 1;
            theirs.get(i).setCoefficient(variable, entries[i]);
        }
        ours.addColumn(cost, index, entries);
    }
}
