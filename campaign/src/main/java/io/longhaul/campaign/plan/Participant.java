package io.longhaul.campaign.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.HostPort;
import java.util.Optional;

/**
 * An agent that takes part. Immutable.
 *
 * @param name in the file, unique
 * @param site where it is
 * @param vmType of its VM; empty when unknown
 * @param orders where the coordinator reaches its door for orders; empty when the agent dials in
 * @param probes where the other agents reach it
 */
public record Participant(
        String name, SiteId site, Optional<String> vmType, Optional<HostPort> orders, HostPort probes) {}
