package io.longhaul.clouds.fleet;

import io.longhaul.clouds.Kind;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import java.time.Instant;
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
    Json JSON = new Json();

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

    /** One format for all of them, told apart by {@code event}. */
    final class Json extends JsonFormat<FleetEntry> {
        private Json() {
            super("longhaul-fleet-journal/1");
        }

        @Override
        protected void encode(FieldWriter out, FleetEntry entry) {
            if (entry instanceof Begun begun) {
                out.text("event", "begun")
                        .instant("at", begun.at)
                        .text("fleet", begun.fleet)
                        .text("run", begun.run)
                        .instant("expires", begun.expires);
            } else if (entry instanceof Intended intended) {
                out.text("event", "intended")
                        .instant("at", intended.at)
                        .text("kind", intended.kind.id())
                        .text("name", intended.name)
                        .text("site", intended.site.toString())
                        .text("token", intended.token)
                        .instant("expires", intended.expires)
                        .usd("usd_per_hour", intended.price.map(price -> new Money(price.nanoDollars())));
            } else if (entry instanceof Made made) {
                out.text("event", "made")
                        .instant("at", made.at)
                        .text("name", made.name)
                        .text("id", made.id);
            } else if (entry instanceof Failed failed) {
                out.text("event", "failed")
                        .instant("at", failed.at)
                        .text("name", failed.name)
                        .text("why", failed.why)
                        .flag("may_be", failed.mayBe);
            } else if (entry instanceof Extended extended) {
                out.text("event", "extended").instant("at", extended.at).instant("expires", extended.expires);
            } else if (entry instanceof Returned returned) {
                out.text("event", "returned").instant("at", returned.at).text("name", returned.name);
            } else if (entry instanceof Gone gone) {
                out.text("event", "gone").instant("at", gone.at).text("name", gone.name);
            } else if (entry instanceof Ended ended) {
                out.text("event", "ended").instant("at", ended.at);
            }
        }

        @Override
        protected FleetEntry decode(FieldReader in) {
            Instant at = in.instant("at");
            return switch (in.text("event")) {
                case "begun" -> new Begun(at, in.text("fleet"), in.text("run"), in.instant("expires"));
                case "intended" ->
                    new Intended(
                            at,
                            kind(in),
                            in.text("name"),
                            in.site("site"),
                            in.text("token"),
                            in.instant("expires"),
                            in.findUsd("usd_per_hour").map(money -> new PricePerHour(money.nanoDollars())));
                case "made" -> new Made(at, in.text("name"), in.text("id"));
                case "failed" -> new Failed(at, in.text("name"), in.text("why"), in.flag("may_be"));
                case "extended" -> new Extended(at, in.instant("expires"));
                case "returned" -> new Returned(at, in.text("name"));
                case "gone" -> new Gone(at, in.text("name"));
                case "ended" -> new Ended(at);
                default -> throw in.invalid("event", "is not known");
            };
        }

        private static Kind kind(FieldReader in) {
            String id = in.text("kind");
            for (Kind kind : Kind.values()) {
                if (kind.id().equals(id)) {
                    return kind;
                }
            }
            throw in.invalid("kind", "is not known");
        }

        boolean isWhole(String line) {
            try {
                fromJson(line, "the line");
                return true;
            } catch (InvalidInputException torn) {
                return false;
            }
        }
    }
}
