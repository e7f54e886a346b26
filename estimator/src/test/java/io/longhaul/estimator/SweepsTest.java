package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepFit;
import io.longhaul.core.study.SweepResult;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grids made by T(n, W) = min(n min(W / RTT, flow cap, loss), VM cap), with 2 % of noise. */
class SweepsTest {
    private static final int[] STREAMS = {1, 2, 4, 8, 16, 32};
    private static final long[] WINDOWS = {1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24};
    private static final double MSS = 1448;
    private static final double NONE = Double.POSITIVE_INFINITY;

    /** A world in bit/s and seconds; the receiver's window binds, or else the sender's buffer. */
    private record World(double rtt, double flowCap, double vmCap, double loss, boolean receiver) {
        List<Sweeps.Cell> grid(long seed) {
            var random = new SplittableRandom(seed);
            var grid = new ArrayList<Sweeps.Cell>();
            for (int streams : STREAMS) {
                for (long window : WINDOWS) {
                    grid.add(cell(streams, window, 1 + 0.02 * (random.nextDouble() - 0.5)));
                }
            }
            return grid;
        }

        private double mathis() {
            return loss > 0 ? 1.22 * MSS * 8 / (rtt * Math.sqrt(loss)) : NONE;
        }

        private Sweeps.Cell cell(int streams, long window, double noise) {
            double byWindow = window * 8 / rtt;
            double each = Math.min(Math.min(byWindow, flowCap), mathis());
            double rate = Math.min(streams * each, vmCap);
            boolean windowBinds = rate == streams * byWindow;
            boolean lossBinds = rate == streams * mathis();
            boolean queued = !windowBinds && !lossBinds;
            double meanRtt = queued ? 1.5 * rtt : 1.02 * rtt;
            double inFlight = rate / 8 * meanRtt;
            var evidence = new CellEvidence(
                    OptionalDouble.of(windowBinds && receiver ? 0.97 : 0.02),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.of(rtt),
                    OptionalDouble.of(meanRtt),
                    OptionalDouble.of(meanRtt),
                    OptionalDouble.empty(),
                    OptionalDouble.of(lossBinds ? loss : 0),
                    OptionalDouble.of(lossBinds ? 100 * loss / 0.001 : 0),
                    OptionalDouble.of(windowBinds ? 3 * inFlight : inFlight),
                    OptionalDouble.of(MSS),
                    Optional.of("reno"),
                    OptionalDouble.empty(),
                    false);
            Bandwidth measured = Bandwidth.ofBitsPerSecond(rate * noise);
            var told = new CellRun(
                    streams,
                    Optional.of(DataSize.ofBytes(window)),
                    DataSize.ofBytes(1 << 17),
                    measured,
                    List.of(measured),
                    Optional.empty(),
                    evidence);
            var sockets = new Sockets(
                    windowBinds && receiver ? 0.97 : 0.02,
                    0,
                    windowBinds && !receiver ? 0.9 : 0,
                    0,
                    lossBinds ? loss : 0,
                    rtt,
                    meanRtt - rtt,
                    MSS,
                    true);
            var run = new Run(
                    streams + " " + window,
                    Instant.EPOCH,
                    Duration.ofSeconds(5),
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(measured),
                    Optional.of(measured),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    false,
                    sockets);
            return new Sweeps.Cell(told, List.of(run));
        }
    }

    private static SweepResult explain(World world, long seed) {
        return Sweeps.explain(world.grid(seed), BindingLimit.VM_EGRESS_CAP, List.of(), new Random(seed));
    }

    private static BindingLimit limit(SweepResult result, int streams, long window) {
        return result.cells().stream()
                .filter(cell -> cell.run().streams() == streams && cell.run().windowBytes() == window)
                .findFirst()
                .orElseThrow()
                .limit();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theReceiversWindowThenTheCap(long seed) {
        SweepResult result = explain(new World(0.05, NONE, 1e9, 0, true), seed);

        assertThat(limit(result, 1, 1 << 16)).isEqualTo(BindingLimit.RECEIVE_WINDOW);
        assertThat(limit(result, 4, 1 << 18)).isEqualTo(BindingLimit.RECEIVE_WINDOW);
        assertThat(result.limit()).isEqualTo(BindingLimit.VM_EGRESS_CAP);
        assertThat(result.vmCap().orElseThrow().bitsPerSecond() / 1e9).isCloseTo(1, within(0.02));
        assertThat(result.perFlowCap()).isEmpty();
        assertThat(result.recommended().orElseThrow().streams()).isEqualTo(1);
        assertThat(result.recommended().orElseThrow().windowBytes()).isEqualTo(1 << 24);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theFitFindsTheTermsWithTheirIntervals(long seed) {
        SweepFit fit = explain(new World(0.05, 100e6, 1e9, 0, true), seed).fit().orElseThrow();

        assertThat(fit.windowShare().orElseThrow()).isCloseTo(1, within(0.02));
        assertThat(fit.perFlowCap().orElseThrow().value().bitsPerSecond() / 1e8).isCloseTo(1, within(0.02));
        assertThat(fit.cap().orElseThrow().value().bitsPerSecond() / 1e9).isCloseTo(1, within(0.02));
        RateInterval interval = fit.cap().orElseThrow().interval();
        assertThat(interval.low()).isGreaterThan(Bandwidth.ofMegabitsPerSecond(950));
        assertThat(interval.high()).isLessThan(Bandwidth.ofMegabitsPerSecond(1050));
        assertThat(interval.low()).isLessThan(interval.high());
    }

    @Test
    void aTermThatBindsNowhereIsNotFitted() {
        SweepFit fit = explain(new World(0.05, NONE, 1e9, 0, true), 1).fit().orElseThrow();

        assertThat(fit.perFlowCap()).isEmpty();
        assertThat(fit.cap()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theSendersBuffer(long seed) {
        SweepResult result = explain(new World(0.1, NONE, 1e9, 0, false), seed);

        assertThat(limit(result, 1, 1 << 16)).isEqualTo(BindingLimit.SEND_BUFFER);
        assertThat(limit(result, 2, 1 << 20)).isEqualTo(BindingLimit.SEND_BUFFER);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aCapOnEachFlow(long seed) {
        SweepResult result = explain(new World(0.05, 100e6, 5e9, 0, true), seed);

        assertThat(limit(result, 1, 1 << 24)).isEqualTo(BindingLimit.PER_FLOW_CAP);
        assertThat(result.limit()).isEqualTo(BindingLimit.PER_FLOW_CAP);
        assertThat(result.perFlowCap().orElseThrow().bitsPerSecond() / 1e8).isCloseTo(1, within(0.02));
        assertThat(result.vmCap()).isEmpty();
        assertThat(result.recommended().orElseThrow().streams()).isEqualTo(32);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aCapOnAllThatOnlyTheMostStreamsReach(long seed) {
        SweepResult result = explain(new World(0.05, 100e6, 2e9, 0, true), seed);

        assertThat(limit(result, 16, 1 << 24)).isEqualTo(BindingLimit.PER_FLOW_CAP);
        assertThat(limit(result, 32, 1 << 24)).isEqualTo(BindingLimit.VM_EGRESS_CAP);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void lossLimitsEachStream(long seed) {
        SweepResult result = explain(new World(0.05, NONE, 5e9, 0.001, true), seed);

        assertThat(limit(result, 1, 1 << 24)).isEqualTo(BindingLimit.LOSS);
        assertThat(result.limit()).isEqualTo(BindingLimit.LOSS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyLimitThatIsNamedIsSaidWithItsCertainty(long seed) {
        SweepResult result = explain(new World(0.05, 100e6, 2e9, 0, true), seed);

        assertThat(result.cells())
                .filteredOn(cell -> cell.limit() != BindingLimit.NOT_IDENTIFIED)
                .isNotEmpty()
                .allMatch(cell -> cell.certainty() >= LimitModel.SURE);
    }

    @Test
    void withoutSocketsNoWindowIsTakenForACapOfEachStream() {
        List<Sweeps.Cell> grid = new World(0.05, 100e6, 9e9, 0, true)
                .grid(1).stream()
                        .filter(cell -> cell.told().windowBytes() == 1 << 24)
                        .map(cell -> new Sweeps.Cell(
                                cell.told(), List.of(blind(cell.runs().get(0)))))
                        .toList();

        assertThat(Sweeps.explain(grid, BindingLimit.NOT_IDENTIFIED, List.of(), new Random(1))
                        .cells())
                .noneMatch(cell -> cell.limit() == BindingLimit.PER_FLOW_CAP);
    }

    private static Run blind(Run run) {
        return new Run(
                run.id(),
                run.started(),
                run.duration(),
                "",
                run.fromVmType(),
                run.toVmType(),
                run.sent(),
                run.received(),
                run.steady(),
                run.interval(),
                run.whyNoInterval(),
                run.drain(),
                run.fell(),
                false,
                Sockets.UNKNOWN);
    }

    @Test
    void oneDestinationCannotTellAVmFromAPath() {
        SweepResult result = Sweeps.explain(
                new World(0.05, NONE, 1e9, 0, true).grid(1), BindingLimit.NOT_IDENTIFIED, List.of(), new Random(1));

        assertThat(result.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
        assertThat(result.vmCap()).isPresent();
        assertThat(result.explanation()).anyMatch(sentence -> sentence.contains("contention"));
    }

    @Test
    void nothingMeasuredSaysNothing() {
        SweepResult result = Sweeps.explain(List.of(), BindingLimit.NOT_IDENTIFIED, List.of(), new Random(1));

        assertThat(result.recommended()).isEmpty();
        assertThat(result.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }
}
