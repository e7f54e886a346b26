/** Ordered series: warm-up removal, noise scale, autocorrelation and change points. */
@NullMarked
package io.longhaul.stats.series;

import org.jspecify.annotations.NullMarked;
