/** Machines fit and unfit. */
@NullMarked
package io.longhaul.probes.screen;

import org.jspecify.annotations.NullMarked;
