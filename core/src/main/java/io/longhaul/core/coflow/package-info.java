/** Coflows: sets of flows that are done when their last flow is. */
@NullMarked
package io.longhaul.core.coflow;

import org.jspecify.annotations.NullMarked;
