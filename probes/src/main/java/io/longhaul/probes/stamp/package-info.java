/** STAMP, RFC 8762: packets, the reflector, and what a session says about loss. Unauthenticated mode. */
@NullMarked
package io.longhaul.probes.stamp;

import org.jspecify.annotations.NullMarked;
