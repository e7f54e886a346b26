/** Resampling: block bootstrap of dependent series, and the ratio of two medians. Seeds are always given. */
@NullMarked
package io.longhaul.stats.resample;

import org.jspecify.annotations.NullMarked;
