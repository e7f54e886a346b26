package io.longhaul.probes.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What decides a single point of a grid. */
class CellClassifierTest {
    private static final double MSS = 1448;
    private static final double RTT = 0.04;

    /** A stream that gets 20 Mbit/s over 40 ms, with nothing remarkable about it. */
    private static final class Point {
        private double buffer = 4e6;
        private double dry;
        private double window = 100e3;
        private double usualRtt = 1.05 * RTT;
        private double meanRtt = 1.05 * RTT;
        private double loss;
        private double retransmits;
        private String congestion = "cubic";
        private boolean cpu;

        BindingLimit limit() {
            var evidence = new CellEvidence(
                    OptionalDouble.of(0),
                    OptionalDouble.of(0),
                    OptionalDouble.of(buffer),
                    OptionalDouble.of(RTT),
                    OptionalDouble.of(meanRtt),
                    OptionalDouble.of(usualRtt),
                    OptionalDouble.of(dry),
                    OptionalDouble.of(loss),
                    OptionalDouble.of(retransmits),
                    OptionalDouble.of(window),
                    OptionalDouble.of(MSS),
                    Optional.of(congestion),
                    OptionalDouble.empty(),
                    cpu);
            Bandwidth rate = Bandwidth.ofMegabitsPerSecond(20);
            var run = new CellRun(
                    1, Optional.empty(), DataSize.ofBytes(1 << 17), rate, List.of(rate), Optional.empty(), evidence);
            return new CellClassifier(List.of(run), BindingLimit.NOT_IDENTIFIED)
                    .classify(run)
                    .limit();
        }
    }

    @Test
    void nothingRemarkableIsNotIdentified() {
        assertThat(new Point().limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }

    @Test
    void aBufferThatRunsDryBelowTheCongestionWindow() {
        var point = new Point();
        point.dry = 0.4;
        point.buffer = 64 << 10;

        assertThat(point.limit()).isEqualTo(BindingLimit.SEND_BUFFER);
    }

    @Test
    void aBufferAsLargeAsTheKernelWantsItIsNotTheLimit() {
        var point = new Point();
        point.dry = 0.4;
        point.buffer = 3 * point.window;

        assertThat(point.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }

    @Test
    void aWindowThatLossExplains() {
        var point = new Point();
        point.loss = 0.003;
        point.retransmits = 9;
        point.window = 22 * MSS;

        assertThat(point.limit()).isEqualTo(BindingLimit.LOSS);
    }

    @Test
    void aMomentOfTroubleDoesNotHideLoss() {
        var point = new Point();
        point.loss = 0.003;
        point.retransmits = 9;
        point.window = 22 * MSS;
        point.meanRtt = 2 * RTT;

        assertThat(point.limit()).isEqualTo(BindingLimit.LOSS);
    }

    @Test
    void aQueueSaysThatLossIsAnEffectAndNoCause() {
        var point = new Point();
        point.loss = 0.003;
        point.retransmits = 9;
        point.window = 22 * MSS;
        point.usualRtt = 1.5 * RTT;

        assertThat(point.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }

    @Test
    void aWindowFarAboveWhatLossAllowsHasAnotherReason() {
        var point = new Point();
        point.loss = 0.003;
        point.retransmits = 9;
        point.window = 100 * MSS;

        assertThat(point.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }

    @Test
    void twoLossesAreTooFewToSay() {
        var point = new Point();
        point.loss = 0.003;
        point.retransmits = 2;
        point.window = 22 * MSS;

        assertThat(point.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }

    @Test
    void bbrDoesNotObeyLoss() {
        var point = new Point();
        point.loss = 0.003;
        point.retransmits = 9;
        point.window = 22 * MSS;
        point.congestion = "bbr";

        assertThat(point.limit()).isEqualTo(BindingLimit.NOT_IDENTIFIED);
    }

    @Test
    void theProcessorComesFirst() {
        var point = new Point();
        point.cpu = true;
        point.dry = 0.9;
        point.buffer = 64 << 10;

        assertThat(point.limit()).isEqualTo(BindingLimit.ENDPOINT_CPU);
    }
}
