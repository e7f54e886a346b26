/** How long planning takes, and paired runs against the same program in a general solver. */
@NullMarked
package io.longhaul.bench.planner;

import org.jspecify.annotations.NullMarked;
