package io.longhaul.cli.text;

import io.longhaul.core.measure.Measurement;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.json.MeasurementJson;
import java.util.List;

/** What an object store took and gave, {@code longhaul-store-probe/1}; see {@code docs/catalog.md}. Stateless, safe for any thread. */
public final class StoreProbeJson extends JsonDocument<StoreProbeJson.Answer> {
    /**
     * The loads, and what was left behind.
     *
     * @param store address
     * @param runs each load, also those that failed
     * @param left names that the store still lists
     */
    public record Answer(String store, List<Measurement> runs, List<String> left) {
        public Answer {
            runs = List.copyOf(runs);
            left = List.copyOf(left);
        }
    }

    public StoreProbeJson() {
        super("longhaul-store-probe/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        out.text("store", answer.store())
                .documents("measurements", answer.runs(), new MeasurementJson())
                .texts("left", answer.left());
    }
}
