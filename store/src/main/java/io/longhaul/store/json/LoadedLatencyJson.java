package io.longhaul.store.json;

import io.longhaul.core.study.LoadedLatency;

/** Latency beside loads, {@code longhaul-loaded-latency/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class LoadedLatencyJson extends JsonDocument<LoadedLatency> {
    private static final RecordFields<LoadedLatency.Level> LEVEL = RecordFields.of(LoadedLatency.Level.class)
            .plain("share", "carried_bps")
            .object("rtt_ms", MeasurementFields.RTT)
            .plain("sent", "lost");

    public LoadedLatencyJson() {
        super("longhaul-loaded-latency/1");
    }

    @Override
    protected void encode(FieldWriter out, LoadedLatency study) {
        out.bps("cap_bps", study.cap())
                .objects("levels", study.levels(), LEVEL::write)
                .decimal(
                        "quiet_share",
                        study.heaviestQuiet().map(LoadedLatency.Level::share).orElse(Double.NaN));
        RunFields.encode(out, study.measurements());
    }
}
