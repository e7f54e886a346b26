/** Where the stages of analytics jobs run: published strategies and ours, on one model. */
@NullMarked
package io.longhaul.planner.job;

import org.jspecify.annotations.NullMarked;
