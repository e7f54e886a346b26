/** Figures that standards and models make of measurements. Pure functions. */
@NullMarked
package io.longhaul.probes.figures;

import org.jspecify.annotations.NullMarked;
