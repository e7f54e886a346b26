package io.longhaul.lab.portable;

import io.longhaul.core.units.Bandwidth;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection, the connection to the agent behind it, and a stream each way. The agent sees the connection
 * one delay after the client made it; the client's first octets leave after a round trip, as after a handshake. Confined
 * to the loop's thread.
 */
final class ProxyConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyConnection.class);

    /** How late the loop may be before the time is lost to the streams. */
    private static final double FORGIVEN_NANOS = 20e6;

    private final ProxyLoop loop;
    private final SocketChannel client;
    private final SocketChannel agent;
    private final ProxyStream forward;
    private final ProxyStream reverse;
    private final InetSocketAddress agentAddress;
    private final Consumer<ProxyConnection> onClosed;
    private @Nullable SelectionKey clientKey;
    private @Nullable SelectionKey agentKey;
    private boolean connected;
    private boolean closed;

    /** What one stream of a path may carry alone. */
    interface FlowCaps {
        Bandwidth of(WanPath path);
    }

    ProxyConnection(
            ProxyLoop loop,
            SocketChannel client,
            SocketChannel agent,
            InetSocketAddress agentAddress,
            WanPath path,
            WanPath wayBack,
            FlowCaps flowCaps,
            SplittableRandom random,
            Consumer<ProxyConnection> onClosed) {
        this.loop = loop;
        this.client = client;
        this.agent = agent;
        this.agentAddress = agentAddress;
        this.onClosed = onClosed;
        forward = new ProxyStream(loop, this, client, agent, path, wayBack, flowCaps.of(path), random.split());
        reverse = new ProxyStream(loop, this, agent, client, wayBack, path, flowCaps.of(wayBack), random.split());
    }

    /** Begins the handshake. */
    void open() throws IOException {
        for (SocketChannel channel : new SocketChannel[] {client, agent}) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        clientKey = loop.register(client, 0, this::clientReady);
        double now = loop.now();
        double there = forward.path().oneWayNanos();
        double roundTrip = there + reverse.path().oneWayNanos();
        loop.at(now + there, this::connectToAgent);
        loop.at(now + roundTrip, forward::start);
        loop.at(now + there + roundTrip, reverse::start);
    }

    private void connectToAgent() {
        if (closed) {
            return;
        }
        try {
            agentKey = loop.register(agent, SelectionKey.OP_CONNECT, this::agentReady);
            if (agent.connect(agentAddress)) {
                agentConnected();
            }
        } catch (IOException e) {
            refused(e);
        }
    }

    private void refused(IOException e) {
        LOG.debug(
                "The agent of {} refused a connection at {}.",
                forward.path().link.to(),
                agentAddress,
                e);
        resetAt(loop.now() + reverse.path().oneWayNanos());
    }

    private void agentConnected() {
        connected = true;
        if (agentKey != null) {
            agentKey.interestOpsAnd(~SelectionKey.OP_CONNECT);
        }
        forward.sinkReady();
    }

    private void clientReady(SelectionKey key) {
        if (key.isReadable()) {
            forward.sourceReady(loop.now());
        }
        if (key.isValid() && key.isWritable()) {
            reverse.sinkReady();
        }
    }

    private void agentReady(SelectionKey key) {
        if (key.isConnectable()) {
            try {
                agent.finishConnect();
            } catch (IOException e) {
                refused(e);
                return;
            }
            agentConnected();
        }
        if (key.isValid() && key.isReadable()) {
            reverse.sourceReady(loop.now());
        }
        if (key.isValid() && key.isWritable()) {
            forward.sinkReady();
        }
    }

    boolean canWriteTo(SocketChannel sink) {
        return sink.equals(client) || connected;
    }

    void wantRead(SocketChannel channel, boolean wanted) {
        want(channel, SelectionKey.OP_READ, wanted);
    }

    void wantWrite(SocketChannel channel, boolean wanted) {
        want(channel, SelectionKey.OP_WRITE, wanted);
    }

    private void want(SocketChannel channel, int operation, boolean wanted) {
        SelectionKey key = channel.equals(client) ? clientKey : agentKey;
        if (key != null && key.isValid()) {
            int before = key.interestOps();
            int after = wanted ? before | operation : before & ~operation;
            if (after != before) {
                key.interestOps(after);
            }
        }
    }

    /** Lets the streams that wait for a server go on, in their order, when its backlog is short enough. */
    void scheduleWake(RateServer server) {
        if (server.claimWake()) {
            loop.at(server.acceptsAt(), () -> serve(server));
        }
    }

    private void serve(RateServer server) {
        server.woken();
        double now = loop.now();
        while (server.hasWaiting() && !server.isFull(now)) {
            server.next().turn(Math.max(now - FORGIVEN_NANOS, Math.min(now, server.acceptsAt())));
        }
        scheduleWake(server);
    }

    /** A stream has delivered all octets and the end. */
    void ended(ProxyStream stream, SocketChannel sink) {
        try {
            if (sink.isConnected()) {
                sink.shutdownOutput();
            }
        } catch (IOException e) {
            LOG.debug("The receiver of {} was gone before the end.", stream.path().link, e);
            resetAt(loop.now());
            return;
        }
        if (forward.isFinished() && reverse.isFinished()) {
            close();
        }
    }

    /** Both ends see the connection reset at a time. */
    void resetAt(double time) {
        loop.at(time, () -> {
            if (!closed) {
                lingerNot(client);
                lingerNot(agent);
                close();
            }
        });
    }

    private static void lingerNot(SocketChannel channel) {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            LOG.debug("A socket was closed before it could be reset.", e);
        }
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        forward.abandon();
        reverse.abandon();
        for (SocketChannel channel : new SocketChannel[] {client, agent}) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("A socket did not close.", e);
            }
        }
        onClosed.accept(this);
    }

    ProxyStream forward() {
        return forward;
    }

    ProxyStream reverse() {
        return reverse;
    }
}
