/** Every decoder against octets nobody meant. */
@NullMarked
package io.longhaul.probes.fuzz;

import org.jspecify.annotations.NullMarked;
