/** The control connection of a test, the same at both ends. */
@NullMarked
package io.longhaul.probes.control;

import org.jspecify.annotations.NullMarked;
