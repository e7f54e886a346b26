package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.DataSize;
import java.time.Duration;

/**
 * The check that the agents are still what they were: a fingerprint of each when the campaign begins, compared with today before every
 * later block. Each agent sends to one other, so that all of them are checked as senders. Immutable.
 *
 * @param take how a fingerprint is taken
 * @param checkDuration of a check's burst at most
 * @param checkVolume of it at most
 * @param tolerance smallest change of rate or round-trip time that counts, as a share
 * @param leavesOut whether an agent that drifted is left out of the block; otherwise it is marked only
 */
public record Gate(
        Task.TakeFingerprint take, Duration checkDuration, DataSize checkVolume, double tolerance, boolean leavesOut) {
    /** Its name among the probes of a campaign. */
    public static final String NAME = "gate";

    /** The probe that takes the fingerprints. */
    public Probe probe() {
        return new Probe(NAME, take);
    }

    /** A burst as long as a check usually takes to decide. */
    Task.Throughput briefCheck() {
        Task.Throughput drain = take.drain();
        Duration brief = Duration.ofSeconds(2);
        return new Task.Throughput(
                drain.streams(),
                checkDuration.compareTo(brief) < 0 ? checkDuration : brief,
                checkVolume,
                drain.window(),
                drain.congestion(),
                drain.interval());
    }

    /** The check of a stored fingerprint. */
    public Task.CheckFingerprint check(Fingerprint stored) {
        return new Task.CheckFingerprint(stored, checkDuration, checkVolume, tolerance);
    }
}
