/** How many repetitions are enough: CONFIRM on past samples, and a rule that stops a running campaign cell. */
@NullMarked
package io.longhaul.stats.repetition;

import org.jspecify.annotations.NullMarked;
