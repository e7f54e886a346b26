/** Worlds whose truth is known, measured into logs as real probes would, and what estimates make of them. */
@NullMarked
package io.longhaul.bench.worlds;

import org.jspecify.annotations.NullMarked;
