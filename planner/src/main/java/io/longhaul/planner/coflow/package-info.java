/** Coflows on one big switch: orders, rates and the time they take. */
@NullMarked
package io.longhaul.planner.coflow;

import org.jspecify.annotations.NullMarked;
