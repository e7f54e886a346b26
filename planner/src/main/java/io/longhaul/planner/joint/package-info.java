/** Several transfers of one account at once: who gets which VMs, and what all pay together. */
@NullMarked
package io.longhaul.planner.joint;

import org.jspecify.annotations.NullMarked;
