/** What the kernel tells. */
@NullMarked
package io.longhaul.probes.net;

import org.jspecify.annotations.NullMarked;
