package io.longhaul.store.imports;

import io.longhaul.store.csv.CsvRow;
import java.util.List;

/** One kind of file that Skyplane published. Implementations are stateless. */
interface SkyplaneTable {
    /** What it is, for people. */
    String kind();

    /** The columns it is recognised by. */
    List<String> columns();

    /** A reader of one file of this kind. */
    RowReader open(SkyplaneOptions options, String fileName);

    /** Turns rows into measurements and prices; may remember what it has seen of the file. */
    interface RowReader {
        void read(CsvRow row, FileImport into);
    }
}
