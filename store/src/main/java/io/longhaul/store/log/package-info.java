/** The measurement log: a directory of JSON Lines, one measurement a line, that survives crashes. */
@NullMarked
package io.longhaul.store.log;

import org.jspecify.annotations.NullMarked;
