/** Traces of coflows as others publish them. */
@NullMarked
package io.longhaul.store.coflow;

import org.jspecify.annotations.NullMarked;
