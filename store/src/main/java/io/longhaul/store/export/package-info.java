/** Measurement logs as tables for notebooks and data platforms; see {@code docs/formats/parquet.md}. */
@NullMarked
package io.longhaul.store.export;

import org.jspecify.annotations.NullMarked;
