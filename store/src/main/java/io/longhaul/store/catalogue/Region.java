package io.longhaul.store.catalogue;

import io.longhaul.core.topology.SiteId;

/**
 * A region of a provider. Immutable.
 *
 * @param site its id
 * @param name the provider's name of it, as {@code Asia Pacific (Tokyo)}
 * @param city where it is
 * @param country ISO 3166 code of two letters
 * @param continent as {@code North America}
 * @param latitude degrees north
 * @param longitude degrees east
 * @param exact whether the provider published the point; otherwise it is the centre of the city
 * @param source where the facts come from
 */
public record Region(
        SiteId site,
        String name,
        String city,
        String country,
        String continent,
        double latitude,
        double longitude,
        boolean exact,
        SourceNote source) {}
