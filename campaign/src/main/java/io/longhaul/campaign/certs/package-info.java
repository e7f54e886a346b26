/** A private authority for the agents and coordinators of one owner, and the door where VMs ask it for certificates. The only package that knows Bouncy Castle. */
@NullMarked
package io.longhaul.campaign.certs;

import org.jspecify.annotations.NullMarked;
