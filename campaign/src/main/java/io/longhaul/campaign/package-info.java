/** Many measurements: who may order them, what is ordered of whom and when, and what it may cost. */
@NullMarked
package io.longhaul.campaign;

import org.jspecify.annotations.NullMarked;
