/** How long transfers take: slow start, variation, the odds of a deadline, VMs for a rate at a confidence. */
@NullMarked
package io.longhaul.planner.time;

import org.jspecify.annotations.NullMarked;
