/** Published figures. */
@NullMarked
package io.longhaul.probes.figures;

import org.jspecify.annotations.NullMarked;
