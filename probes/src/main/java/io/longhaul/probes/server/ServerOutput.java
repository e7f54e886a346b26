package io.longhaul.probes.server;

import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.wire.EndSample;
import java.util.Locale;

/** The text a client gets with {@code --get-server-output}: one line an interval. Stateless. */
final class ServerOutput {
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;

    private ServerOutput() {}

    static String text(TransferTotals totals) {
        var text = new StringBuilder("interval s        sent octets   received octets      Mbit/s\n");
        for (EndSample sample : totals.samples()) {
            double seconds = (sample.endNanos() - sample.startNanos()) / NANOS;
            text.append(String.format(
                    Locale.ROOT,
                    "%6.2f-%-6.2f %16d %17d %11.1f%n",
                    sample.startNanos() / NANOS,
                    sample.endNanos() / NANOS,
                    sample.sentBytes(),
                    sample.receivedBytes(),
                    (sample.sentBytes() + sample.receivedBytes()) * 8 / seconds / MEGA));
        }
        return text.toString();
    }
}
