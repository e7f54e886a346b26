/** Tests of the control connection. */
@NullMarked
package io.longhaul.probes.control;

import org.jspecify.annotations.NullMarked;
