/** What a campaign is: its file, its schedule and what it may cost. Pure functions and values. */
@NullMarked
package io.longhaul.campaign.plan;

import org.jspecify.annotations.NullMarked;
