package io.longhaul.store.json;

import io.longhaul.core.study.ContentionResult;

/** A contention study, {@code longhaul-contention/1}; see {@code docs/formats/studies.md}. Stateless, safe for any thread. */
public final class ContentionJson extends JsonDocument<ContentionResult> {
    private static final RecordFields<ContentionResult.Peer> PEER =
            RecordFields.of(ContentionResult.Peer.class).plain("to", "alone_bps", "together_bps");

    private static final RecordFields<ContentionResult.Phase> PHASE =
            RecordFields.of(ContentionResult.Phase.class).plain("start_s", "end_s", "running", "sum_bps");

    public ContentionJson() {
        super("longhaul-contention/1");
    }

    @Override
    protected void encode(FieldWriter out, ContentionResult study) {
        out.flag("reverse", study.reverse())
                .objects("destinations", study.peers(), PEER::write)
                .bps("sum_together_bps", study.sumTogether())
                .text("limit", study.limit().id())
                .text("why", study.why())
                .objects("phases", study.phases(), PHASE::write);
        RunFields.encode(out, study.measurements());
    }
}
