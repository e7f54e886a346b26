package io.longhaul.store.json;

import io.longhaul.core.study.PatternResult;

/** An access pattern, {@code longhaul-pattern/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class PatternJson extends JsonDocument<PatternResult> {
    public PatternJson() {
        super("longhaul-pattern/1");
    }

    @Override
    protected void encode(FieldWriter out, PatternResult study) {
        out.text("pattern", study.pattern().toString())
                .seconds("on_s", study.pattern().on())
                .seconds("off_s", study.pattern().off())
                .objects(
                        "bursts",
                        study.bursts(),
                        (fields, burst) -> fields.seconds("start_s", burst.start())
                                .seconds("duration_s", burst.length())
                                .bytes("received_bytes", burst.moved())
                                .bps("bits_per_second", burst.rate()))
                .bytes("received_bytes", study.moved())
                .seconds("elapsed_s", study.elapsed())
                .bps("while_sending_bps", study.whileSending())
                .bps("overall_bps", study.overall());
        RunFields.encode(out, study.measurements());
    }
}
