/** Bytes on the wire: hellos, states, documents and their limits. Knows octets, not channels. */
@NullMarked
package io.longhaul.probes.wire;

import org.jspecify.annotations.NullMarked;
