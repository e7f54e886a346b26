/** What can be asked of a probe and of an agent. */
@NullMarked
package io.longhaul.probes.spec;

import org.jspecify.annotations.NullMarked;
