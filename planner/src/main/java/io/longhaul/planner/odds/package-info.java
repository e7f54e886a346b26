/** What varying rates do to a plan: simulated transfers, the odds of a deadline, and plans for a confidence. */
@NullMarked
package io.longhaul.planner.odds;

import org.jspecify.annotations.NullMarked;
