/** Worlds whose limits are known. */
@NullMarked
package io.longhaul.probes.study;

import org.jspecify.annotations.NullMarked;
