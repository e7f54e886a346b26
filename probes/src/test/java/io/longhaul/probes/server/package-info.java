/** Tests of the agent. */
@NullMarked
package io.longhaul.probes.server;

import org.jspecify.annotations.NullMarked;
