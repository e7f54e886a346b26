package io.longhaul.clouds.fleet;

import io.longhaul.clouds.Kind;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.RecordFields;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is about to be done in a cloud, before it is done, and what came of it. A fleet's journal is a list of these. Implementations are
 * immutable.
 */
public sealed interface FleetEntry
        permits FleetEntry.Begun,
                FleetEntry.Intended,
                FleetEntry.Made,
                FleetEntry.Failed,
                FleetEntry.Extended,
                FleetEntry.Returned,
                FleetEntry.Gone,
                FleetEntry.Ended {
    /** {@code longhaul-fleet-journal/1}; see {@code docs/formats/fleet.md}. */
    JsonFormat<FleetEntry> JSON = RecordFields.events(
            "longhaul-fleet-journal/1",
            Map.of(
                    "begun",
                    RecordFields.of(Begun.class).plain("at", "fleet", "run", "expires"),
                    "intended",
                    RecordFields.of(Intended.class)
                            .plain("at")
                            .text("kind", Kind::id, Kind::ofId)
                            .plain("name", "site", "token", "expires", "usd_per_hour"),
                    "made",
                    RecordFields.of(Made.class).plain("at", "name", "id"),
                    "failed",
                    RecordFields.of(Failed.class).plain("at", "name", "why", "may_be"),
                    "extended",
                    RecordFields.of(Extended.class).plain("at", "expires"),
                    "returned",
                    RecordFields.of(Returned.class).plain("at", "name"),
                    "gone",
                    RecordFields.of(Gone.class).plain("at", "name"),
                    "ended",
                    RecordFields.of(Ended.class).plain("at")));

    /** When it was written. */
    Instant at();

    /**
     * A fleet is begun; all before it are over.
     *
     * @param run its own, and part of all names
     * @param expires end of the lease
     */
    record Begun(Instant at, String fleet, String run, Instant expires) implements FleetEntry {}

    /**
     * A thing is about to be made.
     *
     * @param token by which the cloud knows a repeated call
     * @param expires end of the lease it is made with
     * @param price of an hour; empty for what costs nothing of its own, or when it is not known
     */
    record Intended(
            Instant at,
            Kind kind,
            String name,
            SiteId site,
            String token,
            Instant expires,
            Optional<PricePerHour> price)
            implements FleetEntry {}

    /** A thing was made. */
    record Made(Instant at, String name, String id) implements FleetEntry {}

    /**
     * A thing is no longer tried for.
     *
     * @param mayBe whether it may be there all the same, since the cloud never answered
     */
    record Failed(Instant at, String name, String why, boolean mayBe) implements FleetEntry {}

    /** The lease is about to be extended. */
    record Extended(Instant at, Instant expires) implements FleetEntry {}

    /** A VM is about to be given back, since others are better. */
    record Returned(Instant at, String name) implements FleetEntry {}

    /** A thing is paid for no longer. */
    record Gone(Instant at, String name) implements FleetEntry {}

    /** The cloud lists nothing any more. */
    record Ended(Instant at) implements FleetEntry {}
}
