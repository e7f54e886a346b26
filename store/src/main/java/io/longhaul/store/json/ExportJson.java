package io.longhaul.store.json;

import io.longhaul.store.export.ParquetExport;

/** What an export wrote, {@code longhaul-export/1}; see {@code docs/formats/parquet.md}. Stateless, safe for any thread. */
public final class ExportJson extends JsonDocument<ParquetExport.Summary> {
    public ExportJson() {
        super("longhaul-export/1");
    }

    @Override
    protected void encode(FieldWriter out, ParquetExport.Summary summary) {
        out.text("runs_file", summary.runsFile().toString())
                .integer("runs", summary.runs())
                .text("intervals_file", summary.intervalsFile().toString())
                .integer("intervals", summary.intervals());
    }
}
