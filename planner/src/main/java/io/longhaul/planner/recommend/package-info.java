/** A verdict for every link of a snapshot: streams, VMs, a relay or nothing, and why. */
@NullMarked
package io.longhaul.planner.recommend;

import org.jspecify.annotations.NullMarked;
