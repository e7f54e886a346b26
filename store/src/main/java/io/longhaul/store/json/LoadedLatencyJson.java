package io.longhaul.store.json;

import io.longhaul.core.study.LoadedLatency;

/** Latency beside loads, {@code longhaul-loaded-latency/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class LoadedLatencyJson extends JsonDocument<LoadedLatency> {
    public LoadedLatencyJson() {
        super("longhaul-loaded-latency/1");
    }

    @Override
    protected void encode(FieldWriter out, LoadedLatency study) {
        out.bps("cap_bps", study.cap())
                .objects("levels", study.levels(), LoadedLatencyJson::level)
                .decimal(
                        "quiet_share",
                        study.heaviestQuiet().map(LoadedLatency.Level::share).orElse(Double.NaN));
        RunFields.encode(out, study.measurements());
    }

    private static void level(FieldWriter out, LoadedLatency.Level level) {
        out.decimal("share", level.share())
                .bps("carried_bps", level.carried())
                .objectOrNull("rtt_ms", level.rtt(), MeasurementJson::rtt)
                .integer("sent", level.sent())
                .integer("lost", level.lost());
    }
}
