/** Octets from strangers. */
@NullMarked
package io.longhaul.probes.wire;

import org.jspecify.annotations.NullMarked;
