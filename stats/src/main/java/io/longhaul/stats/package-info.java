/** Statistics over plain samples: summaries, quantile intervals, and how many repetitions are enough. */
@NullMarked
package io.longhaul.stats;

import org.jspecify.annotations.NullMarked;
