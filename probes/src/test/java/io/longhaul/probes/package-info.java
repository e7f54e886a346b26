/** Agents and probers against each other, and against real peers. */
@NullMarked
package io.longhaul.probes;

import org.jspecify.annotations.NullMarked;
