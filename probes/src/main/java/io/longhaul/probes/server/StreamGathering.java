package io.longhaul.probes.server;

import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.SendBudget;
import io.longhaul.probes.flow.StreamFactory;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.AgentBudget;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.StreamResult;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where the data connections of a test come together: takes them in until all are there, and puts senders and receivers on them. Their
 * order is their identity: that of the cookie each showed, or else that of acceptance. Over UDP a test waits its turn, for a datagram
 * has no cookie. What a test asks of its sockets is set on them alone. Confined to the test's loop.
 */
final class StreamGathering {
    /** Above a limit, so that a test which ran at it is not taken for one that found the network's: {@link RunGuard} ends it. */
    private static final double RATE_FACTOR = 2;

    private final AgentContext agent;
    private final TestSession test;
    private final Parameters asked;
    private final boolean indexed;
    private final List<AcceptedStream> streams = new ArrayList<>();
    private final Set<Integer> indices = new HashSet<>();

    /**
     * @param test that gathers, and is told when its turn comes
     * @param asked by the client, checked
     * @param ours whether the client is one of ours, whose data connections over TCP say their places
     */
    StreamGathering(AgentContext agent, TestSession test, Parameters asked, boolean ours) {
        this.agent = agent;
        this.test = test;
        this.asked = asked;
        this.indexed = ours && !asked.udp();
    }

    /** Asks for a turn; {@link TestSession#yourTurn} is called when it has come, perhaps at once. */
    void enter() {
        if (!asked.udp() || agent.desk().enter(test.clientAddress(), test)) {
            test.yourTurn();
        }
    }

    /** Streams that are to come. */
    int wanted() {
        return asked.totalStreams();
    }

    /**
     * False when the connection is not wanted: one too many, or a place that is taken. What it sends before the test begins stays in
     * the kernel, where it counts.
     */
    boolean offer(AcceptedStream stream) {
        if (isComplete() || (indexed && !indices.add(stream.index()))) {
            return false;
        }
        streams.add(stream);
        if (!asked.udp()) {
            stream.channel().config().setAutoRead(false);
        }
        return true;
    }

    boolean isComplete() {
        return streams.size() == wanted();
    }

    /**
     * What the streams are gathered for, when all are there; the turn is over.
     *
     * @param control of the test
     * @param mustEnd called when a limit is passed
     */
    TestTransfer transfer(Channel control, Consumer<RefusalCode> mustEnd) {
        leave();
        return new TestTransfer(
                agent, control, asked, attach(control), () -> KernelOptions.silentMillis(control), mustEnd);
    }

    private StreamSet attach(Channel control) {
        SocketTuning tuning = StreamFactory.tuning(asked.stream());
        var factory = new StreamFactory(paced(), budget(), agent.nanoClock());
        var made = new ArrayList<DataStream>();
        for (AcceptedStream stream : ordered()) {
            Channel channel = stream.channel();
            boolean sender = asked.bidirectional() ? made.size() >= asked.parallel() : asked.reverse();
            channel.eventLoop().execute(() -> tuning.applyTo(channel));
            made.add(factory.attach(StreamResult.idAt(made.size()), sender, channel));
            if (!asked.udp()) {
                channel.eventLoop().execute(() -> {
                    channel.pipeline().removeFirst();
                    channel.config().setAutoRead(true);
                });
            }
        }
        return new StreamSet(control.eventLoop(), made);
    }

    private List<AcceptedStream> ordered() {
        Comparator<AcceptedStream> order = indexed
                ? Comparator.comparingInt(AcceptedStream::index)
                : Comparator.comparingLong(AcceptedStream::order);
        return streams.stream().sorted(order).toList();
    }

    /** The octets all senders of a test may send: one more than the volume, so that the guard sees it passed. */
    private SendBudget budget() {
        long left = agent.usage().sendable(test.clientAddress());
        long most = agent.options()
                .limits()
                .volume()
                .map(size -> Math.min(left, size.bytes()))
                .orElse(left);
        return most == Long.MAX_VALUE ? SendBudget.unlimited() : new SendBudget(most + 1);
    }

    /** The test with its agent's senders held to twice the lowest limit together. */
    private Parameters paced() {
        AgentLimits limits = agent.options().limits();
        AgentBudget budget = agent.options().budget();
        return Stream.of(limits.rate(), budget.rate(), budget.ratePerAddress())
                .flatMap(limit -> limit.stream())
                .min(Comparator.naturalOrder())
                .map(most -> (long) Math.ceil(most.bitsPerSecond() * RATE_FACTOR / asked.parallel()))
                .filter(most ->
                        asked.stream().bandwidth() == 0 || asked.stream().bandwidth() > most)
                .map(most -> asked.withStream(asked.stream().withBandwidth(most)))
                .orElse(asked);
    }

    /** Gives the turn back and closes what has come. */
    void abandon() {
        streams.forEach(stream -> stream.channel().close());
        leave();
    }

    private void leave() {
        if (asked.udp()) {
            agent.desk().leave(test.clientAddress(), test);
        }
    }
}
