/** Fleets as the command raises them: the clouds opened, the journal, certificates for agents, and what is shown. */
@NullMarked
package io.longhaul.cli.fleet;

import org.jspecify.annotations.NullMarked;
