/** The command longhaul: the only room that wires rooms, prints and exits. */
@NullMarked
package io.longhaul.cli;

import org.jspecify.annotations.NullMarked;
