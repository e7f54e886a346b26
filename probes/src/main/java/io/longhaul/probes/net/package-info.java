/** Event loops, sockets and what the kernel says about them. */
@NullMarked
package io.longhaul.probes.net;

import org.jspecify.annotations.NullMarked;
