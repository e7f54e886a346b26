/** Probes measured against their peers. */
@NullMarked
package io.longhaul.bench.probes;

import org.jspecify.annotations.NullMarked;
