/** A campaign under way: its journal and budget, the coordinator, and how it talks to agents. */
@NullMarked
package io.longhaul.campaign.run;

import org.jspecify.annotations.NullMarked;
