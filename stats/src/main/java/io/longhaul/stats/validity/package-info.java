/** May these samples be summarised by an interval at all? Verdicts with reasons, and the intervals that follow from them. */
@NullMarked
package io.longhaul.stats.validity;

import org.jspecify.annotations.NullMarked;
