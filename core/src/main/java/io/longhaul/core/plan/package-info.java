/** Requests, problems, plans, outcomes and recommendations, and the check that every plan must pass. */
@NullMarked
package io.longhaul.core.plan;

import org.jspecify.annotations.NullMarked;
