/** Streams of octets: who sends, who receives, and how much by when. */
@NullMarked
package io.longhaul.probes.flow;

import org.jspecify.annotations.NullMarked;
