/** Analytics jobs whose data lie at several sites: stages, where they run, and the check of a plan. */
@NullMarked
package io.longhaul.core.job;

import org.jspecify.annotations.NullMarked;
