/** Column generation and branch-and-price over paths: the exact optimum of an overlay transfer. */
@NullMarked
package io.longhaul.planner.overlay;

import org.jspecify.annotations.NullMarked;
