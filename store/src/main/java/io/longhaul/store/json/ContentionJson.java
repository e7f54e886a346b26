package io.longhaul.store.json;

import io.longhaul.core.study.ContentionResult;

/** A contention study, {@code longhaul-contention/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class ContentionJson extends JsonDocument<ContentionResult> {
    public ContentionJson() {
        super("longhaul-contention/1");
    }

    @Override
    protected void encode(FieldWriter out, ContentionResult study) {
        out.flag("reverse", study.reverse())
                .objects(
                        "destinations",
                        study.peers(),
                        (fields, peer) -> fields.text("to", peer.site().toString())
                                .bps("alone_bps", peer.alone())
                                .bps("together_bps", peer.together()))
                .bps("sum_together_bps", study.sumTogether())
                .text("limit", study.limit().id())
                .text("why", study.why())
                .objects(
                        "phases",
                        study.phases(),
                        (fields, phase) -> fields.seconds("start_s", phase.start())
                                .seconds("end_s", phase.end())
                                .integers("running", phase.running())
                                .bps("sum_bps", phase.sum()));
        RunFields.encode(out, study.measurements());
    }
}
