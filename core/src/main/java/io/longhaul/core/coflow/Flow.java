package io.longhaul.core.coflow;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;

/**
 * Octets that go from one port to another. A flow from a port to itself loads both of its sides, as the racks of a trace
 * do; between sites nobody plans such a flow. Immutable.
 *
 * @param from where the octets are; a site, or a port of a trace
 * @param to where they must be
 * @param size how many
 */
public record Flow(SiteId from, SiteId to, DataSize size) {}
