/** Jobs drawn to try planners on: replayed traces, published queries, exchanges. */
@NullMarked
package io.longhaul.planner.workload;

import org.jspecify.annotations.NullMarked;
