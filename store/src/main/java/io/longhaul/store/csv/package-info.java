/** CSV with a header line: typed columns, and errors that name file, line, column and value. */
@NullMarked
package io.longhaul.store.csv;

import org.jspecify.annotations.NullMarked;
