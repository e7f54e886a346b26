package io.longhaul.clouds;

import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.Optional;

/**
 * A thing in a cloud that carries Longhaul's label. Immutable.
 *
 * @param kind what it is
 * @param id by which the cloud knows it
 * @param name that it was given
 * @param site region or zone
 * @param label whose it is
 * @param state how far it is
 * @param address at which others reach a VM; empty for all else, and before the VM has one
 * @param made when it was made, as the cloud says; empty when it does not
 */
public record Resource(
        Kind kind,
        String id,
        String name,
        SiteId site,
        Label label,
        State state,
        Optional<String> address,
        Optional<Instant> made) {

    /** How far a thing is. */
    public enum State {
        STARTING,
        RUNNING,
        /** Not running and still paid for, or still in the way. */
        STOPPED,
        ENDING
    }
}
