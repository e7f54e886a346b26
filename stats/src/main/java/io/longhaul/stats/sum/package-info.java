/** Sums of draws from measured distributions: how sure is a total, and how many virtual machines reach it. */
@NullMarked
package io.longhaul.stats.sum;

import org.jspecify.annotations.NullMarked;
