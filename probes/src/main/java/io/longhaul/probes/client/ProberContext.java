package io.longhaul.probes.client;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.topology.Link;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ProbesVersion;
import io.longhaul.probes.wire.PeerText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What all probes of one prober share. Immutable; its parts are thread-safe.
 *
 * @param loops the sockets run on
 * @param clock wall clock
 * @param nanoClock monotonic
 * @param ids of measurements
 * @param random source of cookies
 */
record ProberContext(
        EventLoops loops, InstantSource clock, LongSupplier nanoClock, Supplier<String> ids, RandomGenerator random) {

    MeasurementHeader header(ProbeTarget target, boolean reverse, Instant started, Duration duration) {
        Link link = target.link();
        return new MeasurementHeader(
                ids.get(),
                reverse ? new Link(link.to(), link.from()) : link,
                reverse ? target.remoteVmType() : target.localVmType(),
                reverse ? target.localVmType() : target.remoteVmType(),
                started,
                duration,
                new MeasurementHeader.Prober(ProbesVersion.NAME, ProbesVersion.get()),
                target.campaign());
    }

    FailedMeasurement failure(MeasurementHeader header, Measurement.Kind kind, FailureReason reason, String message) {
        return new FailedMeasurement(header, kind, reason.id(), PeerText.of(message));
    }
}
