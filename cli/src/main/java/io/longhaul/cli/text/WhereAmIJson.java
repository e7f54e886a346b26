package io.longhaul.cli.text;

import io.longhaul.clouds.WhereAmI;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.util.TreeMap;

/** Where this machine stands, {@code longhaul-whereami/1}; see {@code docs/catalog.md}. Stateless, safe for any thread. */
public final class WhereAmIJson extends JsonDocument<WhereAmI.Answer> {
    public WhereAmIJson() {
        super("longhaul-whereami/1");
    }

    @Override
    protected void encode(FieldWriter out, WhereAmI.Answer answer) {
        out.text("provider", answer.place().map(WhereAmI.Place::provider))
                .text("site", answer.place().map(place -> place.site().toString()))
                .text("region", answer.place().map(WhereAmI.Place::region))
                .text("zone", answer.place().flatMap(WhereAmI.Place::zone))
                .text("vm_type", answer.place().map(WhereAmI.Place::vmType))
                .object(
                        "silent",
                        new TreeMap<>(answer.silent()),
                        (fields, silent) -> silent.forEach((provider, why) -> fields.text(provider, why)));
    }
}
