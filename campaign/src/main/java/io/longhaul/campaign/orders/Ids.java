package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import java.util.regex.Pattern;

/** What names orders, leases and runs of an agent: fit for an address, and long enough not to meet by accident. */
final class Ids {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{7,63}");

    private Ids() {}

    /**
     * The id, when it can be one.
     *
     * @throws InvalidInputException when it has another form
     */
    static String checked(String what, String id) {
        if (!ID.matcher(id).matches()) {
            throw new InvalidInputException(
                    "The id of the " + what + " has " + id.length() + " characters, or some that no id has.",
                    "An id has 8 to 64 letters, digits and dashes; take a UUID.");
        }
        return id;
    }
}
