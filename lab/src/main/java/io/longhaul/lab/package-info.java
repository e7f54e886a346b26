/** The emulated WAN: one topology, real sockets behind it, and the truth of what was emulated. */
@NullMarked
package io.longhaul.lab;

import org.jspecify.annotations.NullMarked;
