/** What we believe after measuring: snapshots, estimates with spread and age, and the estimator that makes them. */
@NullMarked
package io.longhaul.core.estimate;

import org.jspecify.annotations.NullMarked;
