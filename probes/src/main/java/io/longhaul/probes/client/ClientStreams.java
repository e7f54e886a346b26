package io.longhaul.probes.client;

import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.SendBudget;
import io.longhaul.probes.flow.StreamFactory;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.StreamResult;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Opens the data streams of a test at the probing end, and puts senders and receivers on them. Thread-safe. */
final class ClientStreams {
    private final ProberContext prober;
    private final ThroughputSpec spec;
    private final InetSocketAddress address;
    private final Parameters parameters;

    ClientStreams(ProberContext prober, ThroughputSpec spec, InetSocketAddress address) {
        this.prober = prober;
        this.spec = spec;
        this.address = address;
        this.parameters = AskedParameters.of(spec);
    }

    /** How many there are. */
    int count() {
        return parameters.totalStreams();
    }

    /**
     * Completes with the channels in order, or with the first failure, after which none stays open.
     *
     * @param cookies that connections show; one, when all show the same
     */
    CompletableFuture<List<Channel>> open(List<Cookie> cookies) {
        SocketTuning tuning = StreamFactory.tuning(parameters.stream());
        if (parameters.udp()) {
            return new DatagramOpener(
                            prober.loops(), address, tuning, spec.timeouts().answer())
                    .open(parameters.totalStreams());
        }
        var connector = new Connector(prober.loops(), spec.timeouts().connect());
        return new StreamOpener(prober.loops(), connector, address, tuning, cookies).open(parameters.totalStreams());
    }

    /** The streams on the channels, read from a home loop. */
    StreamSet attach(List<Channel> channels, EventLoop home) {
        var factory = new StreamFactory(parameters, budget(), prober.nanoClock());
        var made = new ArrayList<DataStream>();
        for (int place = 0; place < channels.size(); place++) {
            boolean sender = parameters.bidirectional() ? place < parameters.parallel() : !parameters.reverse();
            Channel channel = channels.get(place);
            made.add(factory.attach(StreamResult.idAt(place), sender, channel));
            channel.eventLoop().execute(() -> channel.config().setAutoRead(true));
        }
        return new StreamSet(home, made);
    }

    private SendBudget budget() {
        return spec.stop()
                .volume()
                .filter(volume -> spec.direction() == Direction.FORWARD)
                .map(volume -> SendBudget.ofTheCount(volume.bytes()))
                .orElseGet(SendBudget::unlimited);
    }
}
