/** Tests of hypotheses: independence, stationarity, shape, and whether two sets differ. */
@NullMarked
package io.longhaul.core.stats.hypothesis;

import org.jspecify.annotations.NullMarked;
