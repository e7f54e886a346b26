/** A private authority for the agents and coordinators of one owner. The only package that knows Bouncy Castle. */
@NullMarked
package io.longhaul.campaign.certs;

import org.jspecify.annotations.NullMarked;
