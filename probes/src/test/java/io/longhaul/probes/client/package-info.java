/** What the probing end makes of its numbers. */
@NullMarked
package io.longhaul.probes.client;

import org.jspecify.annotations.NullMarked;
