package io.longhaul.core.plan;

import io.longhaul.core.units.Bandwidth;

/**
 * Proof that no relay can make a transfer faster: every octet leaves the sender and reaches the receiver, so no set of
 * relays beats min(sender's egress cap, receiver's ingress cap). Immutable.
 *
 * @param bound that minimum, over all VMs of both ends
 * @param direct what direct streams reach
 * @param sentence the same in words, with numbers
 */
public record RelayCertificate(Bandwidth bound, Bandwidth direct, String sentence) {}
