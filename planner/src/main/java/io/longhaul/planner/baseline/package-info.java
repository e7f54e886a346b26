/** The simple ways to do a transfer that run beside every plan: direct, more streams, more VMs, the best single relay. */
@NullMarked
package io.longhaul.planner.baseline;

import org.jspecify.annotations.NullMarked;
