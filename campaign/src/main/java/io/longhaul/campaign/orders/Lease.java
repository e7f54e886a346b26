package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.RecordFields;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * The right to load one side of an agent, alone, for a while. Immutable.
 *
 * @param id of the lease
 * @param side of the agent
 * @param left how long it is good, unless it is asked for again
 * @param campaign it is for, to be told to others who ask
 */
public record Lease(String id, Side side, Duration left, String campaign) {
    /** Egress and ingress of a VM have caps of their own, so they are leased one by one. */
    public enum Side {
        EGRESS,
        INGRESS;

        /** The name in files. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Side ofId(String id) {
            return Arrays.stream(values())
                    .filter(side -> side.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException(
                            "The side (" + id.length() + " characters) of a lease is neither egress nor ingress.",
                            "Senders lease their egress, receivers their ingress."));
        }
    }

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int LONGEST_NAME = 255;

    /** {@code longhaul-lease/1}; see {@code docs/formats/orders.md}. */
    public static final JsonFormat<Lease> JSON = RecordFields.of(Lease.class)
            .plain("id")
            .text("side", Side::id, Side::ofId)
            .plain("left_s", "campaign")
            .asFormat("longhaul-lease/1");

    /**
     * @throws InvalidInputException when it is for longer than ten minutes, or for nothing
     */
    public Lease {
        Ids.checked("lease", id);
        if (left.isNegative() || left.compareTo(LONGEST) > 0) {
            throw new InvalidInputException(
                    "A lease is good for ten minutes at most.", "Ask for a short one, and again while it is needed.");
        }
        if (campaign.isBlank()
                || campaign.length() > LONGEST_NAME
                || campaign.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException("A lease is for a campaign, which has a short name.", "Name it.");
        }
    }
}
