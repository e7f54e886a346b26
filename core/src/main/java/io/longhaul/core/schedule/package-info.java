/** In what order measurements run so that they do not disturb each other. */
@NullMarked
package io.longhaul.core.schedule;

import org.jspecify.annotations.NullMarked;
