/** Ordered series: warm-up removal, noise scale, autocorrelation and change points. */
@NullMarked
package io.longhaul.core.stats.series;

import org.jspecify.annotations.NullMarked;
