/** Tests of hypotheses: independence, stationarity, shape, and whether two sets differ. */
@NullMarked
package io.longhaul.stats.hypothesis;

import org.jspecify.annotations.NullMarked;
