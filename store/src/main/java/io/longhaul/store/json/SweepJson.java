package io.longhaul.store.json;

import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import io.longhaul.core.study.SweepFit;
import io.longhaul.core.study.SweepResult;
import java.util.Optional;
import java.util.OptionalDouble;

/** A sweep, {@code longhaul-sweep/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class SweepJson extends JsonDocument<SweepResult> {
    private static final double MILLIS = 1e3;

    public SweepJson() {
        super("longhaul-sweep/1");
    }

    @Override
    protected void encode(FieldWriter out, SweepResult sweep) {
        out.objects("cells", sweep.cells(), SweepJson::cell)
                .text("limit", sweep.limit().id())
                .bps("per_flow_cap_bps", sweep.perFlowCap())
                .bps("vm_cap_bps", sweep.vmCap())
                .millis("rtt_ms", sweep.rtt())
                .objectOrNull("fit", sweep.fit(), SweepJson::fit)
                .objectOrNull("recommended", sweep.recommended(), SweepJson::shape)
                .texts("explanation", sweep.explanation());
        RunFields.encode(out, sweep.measurements());
    }

    private static void shape(FieldWriter out, CellRun run) {
        out.integer("streams", run.streams())
                .bytes("window_bytes", run.window())
                .bytes("write_bytes", run.writeSize())
                .bps("bits_per_second", run.rate());
    }

    private static void cell(FieldWriter out, SweepCell cell) {
        CellRun run = cell.run();
        shape(out, run);
        out.objectOrNull("ci", run.interval(), Quantities.RATES::write)
                .integer("repetitions", run.repetitions().size())
                .text("limit", cell.limit().id())
                .decimal("limit_certainty", cell.certainty())
                .text("why", cell.why())
                .object("evidence", run.evidence(), SweepJson::evidence);
    }

    private static void evidence(FieldWriter out, CellEvidence evidence) {
        out.decimal("receive_window_share", evidence.receiveWindowShare())
                .decimal("send_buffer_share", evidence.sendBufferShare())
                .decimal("send_buffer_bytes", evidence.sendBufferBytes())
                .decimal("min_rtt_ms", millis(evidence.minRttSeconds()))
                .decimal("mean_rtt_ms", millis(evidence.meanRttSeconds()))
                .decimal("median_rtt_ms", millis(evidence.medianRttSeconds()))
                .decimal("send_buffer_dry_share", evidence.sendBufferDryShare())
                .decimal("retransmit_share", evidence.retransmitShare())
                .decimal("retransmits", evidence.retransmits())
                .decimal("cwnd_bytes", evidence.congestionWindowBytes())
                .decimal("mss_bytes", evidence.mssBytes())
                .text("congestion", evidence.congestion())
                .decimal("fallen_to_bps", evidence.fallenTo())
                .flag("endpoint_cpu", evidence.endpointCpu());
    }

    private static OptionalDouble millis(OptionalDouble seconds) {
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() * MILLIS) : seconds;
    }

    private static void fit(FieldWriter out, SweepFit fit) {
        out.decimal("window_share", fit.windowShare())
                .objectOrNull(
                        "window_share_ci",
                        windowInterval(fit),
                        (fields, ends) -> fields.decimal("low", ends[0])
                                .decimal("high", ends[1])
                                .decimal("level", ends[2]));
        rate(out, "per_flow_cap", fit.perFlowCap());
        rate(out, "cap", fit.cap());
        out.decimal("residual", fit.residual());
    }

    private static Optional<double[]> windowInterval(SweepFit fit) {
        return fit.windowLow().isPresent() && fit.windowHigh().isPresent()
                ? Optional.of(new double[] {
                    fit.windowLow().getAsDouble(), fit.windowHigh().getAsDouble(), LEVEL
                })
                : Optional.empty();
    }

    /** Of the bootstrap. */
    private static final double LEVEL = 0.95;

    private static void rate(FieldWriter out, String name, Optional<SweepFit.FittedRate> rate) {
        out.objectOrNull(
                name,
                rate,
                (fields, fitted) ->
                        fields.bps("bps", fitted.value()).object("ci", fitted.interval(), Quantities.RATES::write));
    }
}
