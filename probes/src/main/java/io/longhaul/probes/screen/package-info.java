/** Is this machine fit to measure or to serve? */
@NullMarked
package io.longhaul.probes.screen;

import org.jspecify.annotations.NullMarked;
