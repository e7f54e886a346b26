package io.longhaul.store.json;

import io.longhaul.core.study.PatternResult;

/** An access pattern, {@code longhaul-pattern/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class PatternJson extends JsonDocument<PatternResult> {
    private static final RecordFields<PatternResult.Burst> BURST = RecordFields.of(PatternResult.Burst.class)
            .plain("start_s", "duration_s", "received_bytes", "bits_per_second");

    public PatternJson() {
        super("longhaul-pattern/1");
    }

    @Override
    protected void encode(FieldWriter out, PatternResult study) {
        out.text("pattern", study.pattern().toString())
                .seconds("on_s", study.pattern().on())
                .seconds("off_s", study.pattern().off())
                .objects("bursts", study.bursts(), BURST::write)
                .bytes("received_bytes", study.moved())
                .seconds("elapsed_s", study.elapsed())
                .bps("while_sending_bps", study.whileSending())
                .bps("overall_bps", study.overall());
        RunFields.encode(out, study.measurements());
    }
}
