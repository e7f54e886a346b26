package io.longhaul.planner.coflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.CoflowRun;
import io.longhaul.core.coflow.Flow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CoflowReplayTest {
    private static final Bandwidth GIGABIT = Bandwidth.ofGigabitsPerSecond(1);

    /** Flows as "0>1 125": from port 0 to port 1, 125 MB, a second at 1 Gbit/s. */
    private static Coflow coflow(String name, double arrival, String... flows) {
        var all = new ArrayList<Flow>();
        for (String flow : flows) {
            String[] parts = flow.split("[> ]", -1);
            all.add(new Flow(
                    SyntheticTrace.port(Integer.parseInt(parts[0])),
                    SyntheticTrace.port(Integer.parseInt(parts[1])),
                    DataSize.ofMegabytes(Long.parseLong(parts[2]))));
        }
        return new Coflow(name, Durations.ofSeconds(arrival), 1, all);
    }

    private static String ends(CoflowPolicy policy, boolean backFilling, Coflow... trace) {
        var text = new StringBuilder();
        for (CoflowRun.Finish finish : CoflowReplay.replay(List.of(trace), GIGABIT, policy, backFilling)
                .finishes()) {
            text.append(' ').append(finish.name()).append(' ').append(Durations.seconds(finish.end()));
        }
        return text.toString().strip();
    }

    /** The effective bottleneck of the second is 4 s, on ports of its own: it waits for the first, which takes 3 s. */
    @Test
    void theSmallerBottleneckGoesFirst() {
        Coflow[] trace = {coflow("second", 0, "0>1 250", "2>3 500"), coflow("first", 0, "0>1 375")};

        assertThat(ends(CoflowPolicy.FIFO, false, trace)).isEqualTo("second 4.0 first 5.0");
        assertThat(ends(CoflowPolicy.SEBF, false, trace)).isEqualTo("second 7.0 first 3.0");
        assertThat(ends(CoflowPolicy.SEBF, true, trace)).isEqualTo("second 5.0 first 3.0");
    }

    @Test
    void everyPolicyLooksAtSomethingElse() {
        Coflow[] trace = {
            coflow("long", 0, "0>1 500"),
            coflow("wide", 0, "0>2 125", "3>2 125", "4>2 125"),
            coflow("even", 0, "0>5 125", "6>7 250", "8>9 250", "10>11 250")
        };

        assertThat(ends(CoflowPolicy.FIFO, false, trace)).isEqualTo("long 4.0 wide 7.0 even 6.0");
        assertThat(ends(CoflowPolicy.NARROWEST, false, trace)).isEqualTo("long 4.0 wide 7.0 even 6.0");
        // 375 MB, 500 MB, 875 MB
        assertThat(ends(CoflowPolicy.SMALLEST, false, trace))
                .startsWith("long ")
                .contains("wide 3.0");
        // alone: 4 s, 3 s, 2 s
        assertThat(ends(CoflowPolicy.SEBF, false, trace)).contains("even 2.0");
    }

    /** With MADD a flow gets no more than ends it with the others: port 0 has half of its rate for who comes next. */
    @Test
    void flowsEndTogetherAndLeaveTheRest() {
        Coflow[] trace = {coflow("first", 0, "0>1 125", "2>1 125"), coflow("second", 0, "0>3 125")};

        // the first takes 2 s for its receiver; half of port 0 carries the second in 2 s
        assertThat(ends(CoflowPolicy.FIFO, false, trace)).isEqualTo("first 2.0 second 2.0");
    }

    @Test
    void backFillingGivesFlowsWhatThePortsStillHave() {
        // port 0 is taken, so the second gets nothing without back-filling, though its port 2 is free
        Coflow[] trace = {coflow("first", 0, "0>1 250"), coflow("second", 0, "0>3 125", "2>3 125")};

        assertThat(ends(CoflowPolicy.FIFO, false, trace)).isEqualTo("first 2.0 second 4.0");
        assertThat(ends(CoflowPolicy.FIFO, true, trace)).isEqualTo("first 2.0 second 3.0");
    }

    @Test
    void anEmptyCoflowIsDoneWhenItArrives() {
        assertThat(ends(CoflowPolicy.SEBF, true, coflow("none", 3))).isEqualTo("none 3.0");
    }

    @Test
    void aPortToItselfHasTwoSides() {
        assertThat(ends(CoflowPolicy.SEBF, false, coflow("own", 0, "0>0 125"))).isEqualTo("own 1.0");
    }

    /**
     * Sincronia's example (SIGCOMM 2018, figure 2, with its weights of 1): the busiest port decides who goes last, the one
     * with the most on it.
     */
    @Test
    void sincroniaPutsTheLargestOfTheBusiestPortLast() {
        Coflow[] trace = {coflow("large", 0, "0>1 500"), coflow("small", 0, "0>2 125"), coflow("middle", 0, "0>3 250")};

        assertThat(ends(CoflowPolicy.SINCRONIA, false, trace)).isEqualTo("large 7.0 small 1.0 middle 3.0");
    }

    @Test
    void portsWithoutARateAreRefused() {
        assertThatThrownBy(() -> CoflowReplay.replay(List.of(), Bandwidth.ZERO, CoflowPolicy.FIFO, false))
                .isInstanceOf(InvalidInputException.class);
    }

    /** Against a plain replay that keeps every flow apart: to one part in a million, on traces drawn anew. */
    @ParameterizedTest
    @EnumSource(CoflowPolicy.class)
    void agreesWithAPlainReplay(CoflowPolicy policy) {
        for (long seed = 1; seed <= 5; seed++) {
            List<Coflow> trace = SyntheticTrace.of(40, 20, 200, seed);
            for (boolean backFilling : new boolean[] {false, true}) {
                double[] plain = new PlainReplay(1e9, policy, backFilling).ends(trace);
                double[] ours = CoflowReplay.replay(trace, GIGABIT, policy, backFilling).finishes().stream()
                        .mapToDouble(finish -> Durations.seconds(finish.end()))
                        .toArray();
                for (int i = 0; i < plain.length; i++) {
                    assertThat(ours[i])
                            .as("coflow %d of seed %d, back-filling %s", i, seed, backFilling)
                            .isCloseTo(plain[i], within(1e-6 * Math.max(1, plain[i])));
                }
            }
        }
    }

    /** On the published shape: the means agree, too, and back-filling lowers them. */
    @Test
    void theShapeOfThePublishedTrace() {
        List<Coflow> trace = SyntheticTrace.of(526, 150, 3600, 7);
        System.out.println(
                trace.stream().mapToLong(coflow -> coflow.flows().size()).sum() + " flows, "
                        + trace.stream()
                                .mapToDouble(coflow -> coflow.size().bytes() / 1e12)
                                .sum() + " TB");
        Map<CoflowPolicy, Double> means = new EnumMap<>(CoflowPolicy.class);
        for (CoflowPolicy policy : CoflowPolicy.values()) {
            long start = cpuNanos();
            double plain = mean(CoflowReplay.replay(trace, GIGABIT, policy, false));
            long middle = cpuNanos();
            double filled = mean(CoflowReplay.replay(trace, GIGABIT, policy, true));
            System.out.printf(
                    "%s: mean %.1f s in %.3f s of CPU, with back-filling %.1f s in %.3f s%n",
                    policy.id(), plain, (middle - start) / 1e9, filled, (cpuNanos() - middle) / 1e9);
            means.put(policy, plain);
            assertThat(filled).as(policy.id()).isLessThan(plain);
        }
        double[] ends = new PlainReplay(1e9, CoflowPolicy.SEBF, false).ends(trace);
        double sum = 0;
        for (int i = 0; i < ends.length; i++) {
            sum += ends[i] - Durations.seconds(trace.get(i).arrival());
        }
        assertThat(means.get(CoflowPolicy.SEBF)).isCloseTo(sum / ends.length, within(1e-6 * sum / ends.length));
        // the order of the published means: FIFO, narrowest, smallest, then SEBF and Sincronia near each other
        assertThat(means.get(CoflowPolicy.FIFO)).isGreaterThan(means.get(CoflowPolicy.NARROWEST));
        assertThat(means.get(CoflowPolicy.NARROWEST)).isGreaterThan(means.get(CoflowPolicy.SMALLEST));
        assertThat(means.get(CoflowPolicy.SMALLEST)).isGreaterThan(means.get(CoflowPolicy.SEBF));
        assertThat(means.get(CoflowPolicy.SINCRONIA))
                .isCloseTo(means.get(CoflowPolicy.SEBF), within(0.1 * sum / ends.length));
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double mean(CoflowRun run) {
        return Durations.seconds(run.mean());
    }

    @Test
    void aPercentileIsKeptByThatShare() {
        var finishes = new ArrayList<CoflowRun.Finish>();
        for (int i = 1; i <= 20; i++) {
            finishes.add(new CoflowRun.Finish("c" + i, Durations.ofSeconds(1), Durations.ofSeconds(1 + i)));
        }
        var run = new CoflowRun("fifo", false, finishes);

        assertThat(run.percentile(0.95)).isEqualTo(Durations.ofSeconds(19));
        assertThat(run.mean()).isEqualTo(Durations.ofSeconds(10.5));
        assertThat(run.end()).isEqualTo(Durations.ofSeconds(21));
        assertThat(Arrays.asList(run.percentile(1), run.percentile(0.001)))
                .containsExactly(Durations.ofSeconds(20), Durations.ofSeconds(1));
    }
}
