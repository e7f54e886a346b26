package io.longhaul.store.json;

import io.longhaul.core.study.FingerprintCheck;

/**
 * A fingerprint checked against today, {@code longhaul-fingerprint-check/1}; see {@code docs/formats/studies.md}. Stateless,
 * safe for any thread.
 */
public final class FingerprintCheckJson extends JsonDocument<FingerprintCheck> {
    public FingerprintCheckJson() {
        super("longhaul-fingerprint-check/1");
    }

    @Override
    protected void encode(FieldWriter out, FingerprintCheck check) {
        out.text("verdict", check.verdict().id())
                .objects(
                        "findings",
                        check.findings(),
                        (fields, finding) -> fields.text("quantity", finding.quantity())
                                .decimal("stored", finding.stored())
                                .decimal("today", finding.today())
                                .text("verdict", finding.verdict().id())
                                .integer("samples", finding.samples())
                                .text("why", finding.why()))
                .seconds("took_s", check.took());
        RunFields.encode(out, check.measurements());
    }
}
