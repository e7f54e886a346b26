/** STAMP packets and peers. */
@NullMarked
package io.longhaul.probes.stamp;

import org.jspecify.annotations.NullMarked;
