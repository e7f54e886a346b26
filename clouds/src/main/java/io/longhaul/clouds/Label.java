package io.longhaul.clouds;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whose a thing in a cloud is, and until when; it goes with the call that makes the thing, never after it. Immutable.
 *
 * @param fleet name
 * @param run of the fleet: the same fleet made again has another
 * @param expires end of the lease, in whole seconds
 */
public record Label(String fleet, String run, Instant expires) {
    /** The tag that says that a thing is Longhaul's, and of which fleet. */
    public static final String FLEET = "longhaul-fleet";

    private static final String RUN = "longhaul-run";
    /** The end of the lease in seconds since 1970: labels of Google take neither colons nor capitals. */
    public static final String EXPIRES = "longhaul-expires";

    public Label {
        expires = Instant.ofEpochSecond(expires.getEpochSecond());
    }

    /** With another end. */
    public Label until(Instant end) {
        return new Label(fleet, run, end);
    }

    /** As tags. */
    public Map<String, String> tags() {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(FLEET, fleet);
        tags.put(RUN, run);
        tags.put(EXPIRES, Long.toString(expires.getEpochSecond()));
        return tags;
    }

    /** Of tags; empty when they are not all there and well-formed, as on things that are not Longhaul's. */
    public static Optional<Label> of(Map<String, String> tags) {
        String fleet = tags.get(FLEET);
        String run = tags.get(RUN);
        String expires = tags.get(EXPIRES);
        if (fleet == null || run == null || expires == null || !expires.matches("\\d{1,11}")) {
            return Optional.empty();
        }
        return Optional.of(new Label(fleet, run, Instant.ofEpochSecond(Long.parseLong(expires))));
    }
}
