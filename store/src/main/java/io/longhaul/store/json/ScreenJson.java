package io.longhaul.store.json;

import io.longhaul.core.study.ScreenResult;
import java.util.TreeMap;

/** The screening of a machine, {@code longhaul-screen/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class ScreenJson extends JsonDocument<ScreenResult> {
    public ScreenJson() {
        super("longhaul-screen/1");
    }

    @Override
    protected void encode(FieldWriter out, ScreenResult screen) {
        out.object(
                        "oversleep",
                        screen.oversleep(),
                        (fields, sleep) -> fields.integer("samples", sleep.samples())
                                .integer("over_1ms", sleep.over1Millis())
                                .integer("over_10ms", sleep.over10Millis())
                                .millis("p999_ms", sleep.p999()))
                .object(
                        "timer",
                        screen.timer(),
                        (fields, timer) -> fields.text("source", timer.source())
                                .integer("cost_ns", timer.cost().toNanos())
                                .integer("resolution_ns", timer.resolution().toNanos()))
                .decimal("stolen_share", screen.stolen())
                .object(
                        "kernel",
                        new TreeMap<>(screen.kernel()),
                        (fields, values) -> values.forEach((name, value) -> fields.text(name, value)))
                .flag("fit", screen.fit())
                .texts("reasons", screen.findings())
                .objects(
                        "findings",
                        screen.findings(),
                        (fields, finding) -> fields.text("reason", finding.reason())
                                .text("command", finding.command())
                                .text("advice", finding.advice()));
    }
}
