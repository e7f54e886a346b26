package io.longhaul.e2e;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The log of a campaign that measured a topology without error: what its answers must be compared with. Stateless. */
final class LabTruthLog {
    private static final Duration LENGTH = Duration.ofSeconds(10);

    private LabTruthLog() {}

    /** Payload that streams of a link carry by the caps, windows and delays of the topology. */
    static Bandwidth rate(LabTopology topology, Link link, int streams) {
        return topology.steadyRate(link, streams).times(VirtualLab.Options.KERNEL_PAYLOAD);
    }

    /** Round trips and one load of every link. */
    static void write(LabTopology topology, int streams, Path folder) {
        try (LogWriter log = MeasurementLog.at(folder).openWriter(LogOptions.DEFAULT, torn -> {})) {
            for (Link link : topology.links().keySet()) {
                Duration rtt = topology.roundTrip(link);
                var summary =
                        new RttSummary(rtt, Optional.of(rtt), Optional.empty(), Optional.empty(), Optional.of(rtt));
                log.append(new LatencyMeasurement(
                        header(topology, link, "rtt"), LatencyMethod.TCP_ECHO, 10, 0, Optional.of(summary)));
                log.append(load(header(topology, link, "load"), streams, rate(topology, link, streams)));
            }
        }
    }

    private static Measurement load(MeasurementHeader header, int streams, Bandwidth rate) {
        var moved = new Transferred(Optional.of(rate.times(LENGTH)), rate);
        return ThroughputMeasurement.ofRates(
                header,
                ThroughputAsked.streams("longhaul", streams, Optional.of(LENGTH)),
                Optional.of(moved),
                Optional.of(moved),
                Optional.empty(),
                List.of(),
                StopReason.TIME);
    }

    private static MeasurementHeader header(LabTopology topology, Link link, String kind) {
        return new MeasurementHeader(
                kind + "-" + link.from() + "-" + link.to(),
                link,
                Optional.of(LabVms.vmType(topology.getSite(link.from()))),
                Optional.of(LabVms.vmType(topology.getSite(link.to()))),
                Instant.parse("2026-11-23T00:00:00Z"),
                LENGTH,
                new MeasurementHeader.Prober("longhaul", "truth"),
                Optional.empty());
    }
}
