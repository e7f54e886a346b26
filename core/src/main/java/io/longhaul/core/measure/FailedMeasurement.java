package io.longhaul.core.measure;

/**
 * A probe run that gave no number. Kept, because a link that cannot be measured is a fact. Immutable.
 *
 * @param header who, where, when
 * @param kind what was asked
 * @param reason machine-readable, as {@code connect-refused}, {@code timed-out}, {@code peer-closed}
 * @param message for people
 */
public record FailedMeasurement(MeasurementHeader header, Kind kind, String reason, String message)
        implements Measurement {
    @Override
    public FailedMeasurement withHeader(MeasurementHeader other) {
        return new FailedMeasurement(other, kind, reason, message);
    }
}
