package io.longhaul.probes.server;

import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.StreamFactory;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.net.ListenerSettings;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.ParameterExtension;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.StreamResult;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where the data connections of a test come together: waits its turn where tests would be in each other's way, takes the
 * connections in, and puts senders and receivers on them. Confined to the test's loop, except where said.
 */
final class StreamGathering {
    private final AgentContext agent;
    private final TestSession test;
    private final InetAddress client;
    private final Parameters asked;
    private final boolean indexed;
    private final StreamIntake intake;

    /**
     * @param test that gathers, and is told when its turn comes
     * @param client where datagrams of the test come from
     * @param asked by the client, checked
     */
    StreamGathering(AgentContext agent, TestSession test, InetAddress client, Parameters asked) {
        this.agent = agent;
        this.test = test;
        this.client = client;
        this.asked = asked;
        this.indexed = !asked.udp()
                && asked.extension().map(ParameterExtension::indexedStreams).orElse(false);
        this.intake = new StreamIntake(asked.totalStreams(), indexed);
    }

    /** Asks for a turn; {@link TestSession#yourTurn} is called when it has come, perhaps at once. */
    void enter() {
        if (!asked.udp()) {
            agent.listener().enter(test, ListenerSettings.of(StreamFactory.tuning(asked.stream())), test::yourTurn);
        } else if (agent.desk().enter(client, test)) {
            test.yourTurn();
        }
    }

    /** Whether data connections say their index after the cookie. From any thread. */
    boolean isIndexed() {
        return indexed;
    }

    /** Streams that are to come. */
    int wanted() {
        return asked.totalStreams();
    }

    /** False when the connection is not wanted. What it sends before the test begins stays in the kernel, where it counts. */
    boolean offer(AcceptedStream stream) {
        boolean wanted = intake.offer(stream);
        if (wanted && !asked.udp()) {
            stream.channel().config().setAutoRead(false);
        }
        return wanted;
    }

    boolean isComplete() {
        return intake.isComplete();
    }

    /**
     * What the streams are gathered for, when all are there; the turn is over.
     *
     * @param mustEnd called when a limit is passed
     */
    TestTransfer transfer(EventLoop home, Consumer<RefusalCode> mustEnd) {
        leave();
        return new TestTransfer(home, asked, agent.options(), streams(home), agent.nanoClock(), mustEnd);
    }

    private StreamSet streams(EventLoop home) {
        SocketTuning tuning = StreamFactory.tuning(asked.stream());
        AgentLimits limits = agent.options().limits();
        var factory =
                new StreamFactory(SendingBounds.paced(asked, limits), SendingBounds.budget(limits), agent.nanoClock());
        List<AcceptedStream> accepted = intake.ordered();
        var made = new ArrayList<DataStream>();
        for (int place = 0; place < accepted.size(); place++) {
            Channel channel = accepted.get(place).channel();
            boolean sender = asked.bidirectional() ? place >= asked.parallel() : asked.reverse();
            channel.eventLoop().execute(() -> tuning.applyTo(channel));
            made.add(factory.attach(StreamResult.idAt(place), sender, channel));
            if (!asked.udp()) {
                channel.eventLoop().execute(() -> {
                    channel.pipeline().removeFirst();
                    channel.config().setAutoRead(true);
                });
            }
        }
        return new StreamSet(home, made);
    }

    /** Gives the turn back and closes what has come. */
    void abandon() {
        intake.closeAll();
        leave();
    }

    private void leave() {
        if (asked.udp()) {
            agent.desk().leave(client, test);
        } else {
            agent.listener().leave(test);
        }
    }
}
