package io.longhaul.core.measure;

import io.longhaul.core.error.InvalidInputException;
import java.util.Locale;

/** Why a run ended. */
public enum StopReason {
    TIME,
    CONVERGED,
    VOLUME,
    BUDGET,
    /** The user ended it early; what was measured until then counts. */
    INTERRUPTED,
    ERROR;

    /** The name in files, as {@code converged}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static StopReason ofId(String id) {
        for (StopReason reason : values()) {
            if (reason.id().equals(id)) {
                return reason;
            }
        }
        throw new InvalidInputException(
                "The stop reason (" + id + ") is not known.",
                "Known are time, converged, volume, budget, interrupted and error.");
    }
}
