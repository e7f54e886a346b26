/** Errors that say the value, the name and the way out. */
@NullMarked
package io.longhaul.core.error;

import org.jspecify.annotations.NullMarked;
