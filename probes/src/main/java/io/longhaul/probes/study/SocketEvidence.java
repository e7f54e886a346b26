package io.longhaul.probes.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Limits that a single run proves by what its sockets went through, whatever other runs say. Stateless. */
final class SocketEvidence {
    static final double NO_LOSS = 1e-4;

    private static final double QUIET_RTT = 1.2;
    private static final double LOSS_FACTOR = 2;
    /** Fewer say too little about the share. */
    private static final double FEWEST_LOSSES = 3;

    private static final String USUAL_CONGESTION = "cubic";
    private static final double DRY = 0.25;
    /** Linux gives a buffer it may tune twice the congestion window, and more for overhead. */
    private static final double BUFFER_OVER_WINDOW = 2;

    private SocketEvidence() {}

    /** Decisive where the sockets were looked at: a full buffer with nothing left to send in it is too small. */
    static Optional<SweepCell> dryBuffer(CellRun cell) {
        CellEvidence evidence = cell.evidence();
        double dry = evidence.sendBufferDryShare().orElse(0);
        double window = evidence.congestionWindowBytes().orElse(0) / cell.streams();
        double buffer = evidence.sendBufferBytes().orElse(0);
        return dry >= DRY && buffer > 0 && buffer <= BUFFER_OVER_WINDOW * window
                ? Optional.of(new SweepCell(
                        cell,
                        BindingLimit.SEND_BUFFER,
                        String.format(
                                Locale.ROOT,
                                "%s of the time the sockets took no more although all they held was under way: a buffer of"
                                        + " %.0f octets for a congestion window of %.0f",
                                percent(dry),
                                buffer,
                                window)))
                : Optional.empty();
    }

    /**
     * The congestion window is about what the congestion control keeps at this share of loss, and nothing else stands in the way:
     * no queue, so no cap. The window tells more than the rate, which in a short run still has its beginning in it.
     */
    static Optional<SweepCell> loss(CellRun cell) {
        CellEvidence evidence = cell.evidence();
        double share = evidence.retransmitShare().orElse(0);
        if (share <= NO_LOSS
                || evidence.retransmits().orElse(0) < FEWEST_LOSSES
                || !isQuiet(evidence)
                || evidence.mssBytes().isEmpty()
                || evidence.congestionWindowBytes().isEmpty()) {
            return Optional.empty();
        }
        double window = evidence.congestionWindowBytes().getAsDouble()
                / cell.streams()
                / evidence.mssBytes().getAsDouble();
        String congestion = evidence.congestion().orElse(USUAL_CONGESTION);
        return LossResponse.window(congestion, share, evidence.minRttSeconds().orElse(0))
                .filter(allowed -> window >= allowed / LOSS_FACTOR && window <= allowed * LOSS_FACTOR)
                .map(allowed -> new SweepCell(
                        cell,
                        BindingLimit.LOSS,
                        String.format(
                                Locale.ROOT,
                                "%s of the segments were sent again, at which %s keeps a window of %.0f segments a stream;"
                                        + " it was %.0f, and the RTT stayed low",
                                percent(share),
                                congestion,
                                allowed,
                                window)));
    }

    /** Whether no queue stood on the path, by the median of the RTTs. */
    static boolean isQuiet(CellEvidence evidence) {
        OptionalDouble least = evidence.minRttSeconds();
        OptionalDouble usual = evidence.medianRttSeconds();
        return least.isPresent() && usual.isPresent() && usual.getAsDouble() <= QUIET_RTT * least.getAsDouble();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.3g %%", 100 * share);
    }
}
