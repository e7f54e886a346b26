/** The room planner of Longhaul; see ARCHITECTURE.md. */
@NullMarked
package io.longhaul.planner;

import org.jspecify.annotations.NullMarked;
