package io.longhaul.probes.client;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.wire.EndSample;
import java.time.temporal.ChronoUnit;

/** Says of a run that lost a connection what had been counted until then. Stateless. */
final class StreamLoss {
    private StreamLoss() {}

    static String message(String peer, DataStream lost, TransferTotals counted) {
        int place = counted.streams().indexOf(lost) + 1;
        return "The data connection " + place + " of " + counted.streams().size() + " to " + peer + " was closed"
                + counts(counted);
    }

    /** For a stream that the peer says is broken. */
    static String message(String said, TransferTotals counted) {
        return said + counts(counted);
    }

    private static String counts(TransferTotals counted) {
        if (counted.samples().isEmpty()) {
            return " before anything was counted.";
        }
        return " " + Durations.format(counted.duration().truncatedTo(ChronoUnit.MILLIS))
                + " after the count began. Until then this end had sent " + octets(counted, true) + " and received "
                + octets(counted, false) + ".";
    }

    private static String octets(TransferTotals counted, boolean sent) {
        return Show.size(DataSize.ofBytes(counted.samples().stream()
                .mapToLong(sent ? EndSample::sentBytes : EndSample::receivedBytes)
                .sum()));
    }
}
