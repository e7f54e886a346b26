/** Clouds that do everything that clouds are known to do to those who use them. */
@NullMarked
package io.longhaul.clouds.hostile;

import org.jspecify.annotations.NullMarked;
