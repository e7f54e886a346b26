package io.longhaul.probes.flow;

import io.longhaul.probes.net.CpuReading;
import io.longhaul.probes.net.TcpInfo;
import io.longhaul.probes.spec.ProbesVersion;
import io.longhaul.probes.wire.EndReport;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.Results;
import io.longhaul.probes.wire.StreamResult;
import io.netty.channel.socket.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What one end counted over a whole test. Immutable.
 *
 * @param streams of this end
 * @param base readings where the count began
 * @param end readings where it ended
 * @param samples the series
 * @param duration of the count
 * @param sockets what was in force
 * @param cpu processor time it took at this end
 */
public record TransferTotals(
        List<DataStream> streams,
        List<StreamReading> base,
        List<StreamReading> end,
        List<EndSample> samples,
        Duration duration,
        SocketFacts sockets,
        CpuReading cpu) {
    public TransferTotals {
        samples = List.copyOf(samples);
    }

    /** The document that tells the peer; the report is for Longhaul's own ends only. */
    public Results toResults(boolean withReport, Optional<String> serverOutput) {
        boolean anySender = streams.stream().anyMatch(DataStream::isSender);
        int hasRetransmits = !anySender ? -1 : knowsRetransmits() ? 1 : 0;
        return new Results(
                cpu.percent(),
                cpu.percent(),
                0,
                hasRetransmits,
                sockets.congestion(),
                serverOutput,
                streamResults(),
                withReport ? Optional.of(report()) : Optional.empty());
    }

    /** What Longhaul's ends tell each other. */
    public EndReport report() {
        return new EndReport(
                ProbesVersion.get(),
                cpu.process().map(time -> OptionalLong.of(time.toNanos())).orElse(OptionalLong.empty()),
                cpu.busiestThread(),
                cpu.runnableThread(),
                sockets.sendBuffer(),
                sockets.receiveBuffer(),
                sockets.congestion(),
                sockets.mss(),
                sockets.pathMtu(),
                offeredWindow(),
                outOfOrder(),
                samples);
    }

    /** Octets the peers offered the senders at the end, mean over the streams; empty where the kernel does not tell. */
    public OptionalLong offeredWindow() {
        OptionalDouble mean = IntStream.range(0, streams.size())
                .filter(i -> streams.get(i).isSender())
                .boxed()
                .flatMap(i -> end.get(i).tcp().stream())
                .mapToLong(TcpInfo::sendWindow)
                .filter(octets -> octets > 0)
                .average();
        return mean.isPresent() ? OptionalLong.of(Math.round(mean.getAsDouble())) : OptionalLong.empty();
    }

    /** Datagrams received after a later one; empty where nothing is received, or over TCP. */
    public OptionalLong outOfOrder() {
        boolean receives =
                streams.stream().anyMatch(stream -> !stream.isSender() && stream.channel() instanceof DatagramChannel);
        return receives
                ? OptionalLong.of(IntStream.range(0, streams.size())
                        .filter(i -> !streams.get(i).isSender())
                        .mapToLong(i -> end.get(i).datagrams().outOfOrder()
                                - base.get(i).datagrams().outOfOrder())
                        .sum())
                : OptionalLong.empty();
    }

    /** One entry a stream, as results documents have it. */
    public List<StreamResult> streamResults() {
        var results = new ArrayList<StreamResult>(streams.size());
        for (int i = 0; i < streams.size(); i++) {
            DatagramCounts datagrams = end.get(i).datagrams();
            results.add(new StreamResult(
                    streams.get(i).id(),
                    end.get(i).bytes() - base.get(i).bytes(),
                    retransmits(i),
                    datagrams.jitterSeconds(),
                    datagrams.lost() - base.get(i).datagrams().lost(),
                    datagrams.packets() - base.get(i).datagrams().packets(),
                    duration.toNanos() / 1e9));
        }
        return results;
    }

    /** Whether the senders' retransmits are known. */
    public boolean knowsRetransmits() {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).isSender() && retransmits(i) < 0) {
                return false;
            }
        }
        return streams.stream().anyMatch(DataStream::isSender);
    }

    private long retransmits(int place) {
        if (!streams.get(place).isSender()) {
            return -1;
        }
        var before = base.get(place).tcp();
        var after = end.get(place).tcp();
        return before.isPresent() && after.isPresent()
                ? after.get().retransmits() - before.get().retransmits()
                : -1;
    }
}
