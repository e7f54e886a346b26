/** Token buckets seen in series of rates: how high, how low, how much credit, how fast it comes back. */
@NullMarked
package io.longhaul.stats.bucket;

import org.jspecify.annotations.NullMarked;
