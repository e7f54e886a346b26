package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.util.Locale;

/** What somebody who has proven who they are may do at an agent. */
public enum Role {
    /** Measure. */
    CLIENT,
    /** Measure, see the tests of all, and end them. */
    COORDINATOR;

    /** The name in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name.
     *
     * @throws InvalidInputException when there is no such role
     */
    public static Role parse(String text) {
        for (Role role : values()) {
            if (role.id().equals(text)) {
                return role;
            }
        }
        throw new InvalidInputException(
                "The role (" + text + ") is not known.", "Roles are " + CLIENT.id() + " and " + COORDINATOR.id() + ".");
    }
}
