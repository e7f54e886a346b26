package io.longhaul.probes.spec;

import java.util.Locale;
import java.util.Set;

/** Why a probe gave no number, as {@code FailedMeasurement.reason} says it. */
public enum FailureReason {
    /** Nobody listens on that port. */
    CONNECT_REFUSED,
    /** The network says there is no way. */
    UNREACHABLE,
    /** The name of the host means nothing. */
    UNKNOWN_HOST,
    /** The peer did not answer in time. */
    TIMED_OUT,
    /** The peer closed the connection, or it broke. */
    PEER_CLOSED,
    /** The peer sent what the protocol does not allow. */
    PROTOCOL_ERROR,
    /** The peer is busy, or does not let this client have what it asks for. */
    REJECTED,
    /** The caller gave up. */
    CANCELLED;

    /** Names of those before which no octet of load was sent. */
    public static final Set<String> SENT_NOTHING = Set.of(CONNECT_REFUSED.id(), UNREACHABLE.id(), UNKNOWN_HOST.id());

    /** The name in files, as {@code connect-refused}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
