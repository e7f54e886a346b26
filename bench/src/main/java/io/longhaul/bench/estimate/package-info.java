/** Large logs to time the estimator on. */
@NullMarked
package io.longhaul.bench.estimate;

import org.jspecify.annotations.NullMarked;
