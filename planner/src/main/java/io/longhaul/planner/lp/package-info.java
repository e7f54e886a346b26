/** The linear-program port and the dense simplex behind it. */
@NullMarked
package io.longhaul.planner.lp;

import org.jspecify.annotations.NullMarked;
