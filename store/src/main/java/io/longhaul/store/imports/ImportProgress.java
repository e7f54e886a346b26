package io.longhaul.store.imports;

import java.nio.file.Path;

/** Told how far an import is, on the importing thread. */
@FunctionalInterface
public interface ImportProgress {
    /** Tells nobody. */
    ImportProgress NONE = (file, rows) -> {};

    /** Called now and then while a file is read, and once at its end. */
    void rowsRead(Path file, long rows);
}
