package io.longhaul.store.imports;

import io.longhaul.store.csv.CsvRow;
import java.util.List;
import java.util.Map;

/** One kind of file that Skyplane published. Implementations are stateless. */
interface SkyplaneTable {
    /** What it is, for people. */
    String kind();

    /** The columns it is recognised by. */
    List<String> columns();

    /** How columns may be named in the file instead, by our name. */
    default Map<String, String> fileNames() {
        return Map.of();
    }

    /** A second way to name them. */
    default Map<String, String> otherFileNames() {
        return Map.of();
    }

    /** A reader of one file of this kind. */
    RowReader open(SkyplaneOptions options, String fileName);

    /** Turns rows into measurements and prices; may remember what it has seen of the file. */
    interface RowReader {
        void read(CsvRow row, FileImport into);
    }
}
