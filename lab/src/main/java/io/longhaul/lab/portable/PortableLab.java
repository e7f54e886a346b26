package io.longhaul.lab.portable;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.Lab;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.LabTruth.FlowTruth;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.carry.CarryTask;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Timeline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WAN on loopback: every directed link has a port of its own, which leads to the agent of its far site. What goes
 * through is limited by the receiver's window over the round-trip time (slow start from ten segments), the sender's
 * flow and egress caps, the path's cap and the receiver's ingress cap, and arrives one delay later, in both directions.
 * Streams that wait at the same cap take turns. Needs no privileges; works wherever loopback does.
 *
 * <p>Faithful for what receivers count and for the time between an application's question and its answer. Not faithful:
 * the time {@code connect} takes, TCP_INFO, socket buffer options and what senders count in their first seconds are the
 * loopback's; nothing is lost (random loss shrinks the window instead, see {@link
 * io.longhaul.lab.shape.LossWindow}). Caps count payload, without packet headers.
 *
 * <p>Safe for use from any thread. Closing ends every connection, closes every port and ends the thread.
 */
public final class PortableLab implements Lab, LabSites {
    private static final Logger LOG = LoggerFactory.getLogger(PortableLab.class);
    private static final int CLOSED_FLOWS_KEPT = 10_000;
    private static final int BACKLOG = 1_024;

    private final LabTopology topology;
    private final Function<SiteId, InetSocketAddress> agents;
    private final List<ServerSocketChannel> ports = new ArrayList<>();
    private final Map<Link, InetSocketAddress> addresses = new HashMap<>();
    private final Map<ProxyConnection, Opened> open = new LinkedHashMap<>();
    private final Deque<FlowTruth> closed = new ArrayDeque<>();
    private final SplittableRandom random;
    private final Wan wan;
    private final ProxyLoop loop;
    private long nextFlow = 1;

    private record Opened(long id, Duration at) {}

    /** What may differ between labs of one topology. */
    public record Options(long seed, LongSupplier nanoClock) {
        public static Options defaults() {
            return new Options(1, System::nanoTime);
        }
    }

    private PortableLab(LabTopology topology, Function<SiteId, InetSocketAddress> agents, Options options) {
        this.topology = topology;
        this.agents = agents;
        this.random = new SplittableRandom(options.seed());
        this.wan = new Wan(topology);
        this.loop = new ProxyLoop("lab-" + topology.name(), options.nanoClock(), this::closeAll);
    }

    /**
     * Starts the lab.
     *
     * @param agents where the agent of a site listens; asked anew for every connection, on the lab's thread
     * @throws LabException when a port cannot be bound
     */
    public static PortableLab start(LabTopology topology, Function<SiteId, InetSocketAddress> agents, Options options) {
        var lab = new PortableLab(topology, agents, options);
        try {
            lab.loop.call(() -> {
                lab.listen();
                return true;
            });
        } catch (LabException e) {
            lab.close();
            throw e;
        }
        return lab;
    }

    /** Starts the lab with default options. */
    public static PortableLab start(LabTopology topology, Function<SiteId, InetSocketAddress> agents) {
        return start(topology, agents, Options.defaults());
    }

    @Override
    public LabTopology topology() {
        return topology;
    }

    /**
     * Where a client at {@code link.from()} connects to reach the agent at {@code link.to()}.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the topology has no such link
     */
    public InetSocketAddress address(Link link) {
        topology.getLink(link);
        InetSocketAddress address = addresses.get(link);
        if (address == null) {
            throw new IllegalStateException("no port for " + link);
        }
        return address;
    }

    /** Every site is on loopback; any thread is one of its own. */
    @Override
    public SiteContext at(SiteId site) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        var peers = new HashMap<SiteId, InetAddress>();
        topology.sites().forEach(each -> peers.put(each.id(), loopback));
        return new SiteContext(topology.getSite(site).id(), loopback, peers, Executors.defaultThreadFactory());
    }

    @Override
    public InetSocketAddress towards(Link link, InetSocketAddress listener) {
        topology.getLink(link);
        return loop.call(() -> port(link, () -> listener));
    }

    @Override
    public boolean kernelsSeePath() {
        return false;
    }

    /** The portable lab has no measure of its own punctuality, and nothing to complain of. */
    @Override
    public LabHealth health() {
        return new LabHealth(0, 0, 0, 0, 0, 0, List.of("lo"), Map.of());
    }

    @Override
    public void resetHealth() {
        // nothing is judged
    }

    /** Carries flows over ports of their own; times count from when all sockets and threads are made. */
    @Override
    public CarriedFlows carry(List<LabFlow> flows, Duration horizon) {
        try {
            return CarryTask.carry(this, flows, horizon);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Carrying flows was interrupted.", "Nothing to do.", e);
        }
    }

    @Override
    public LabTruth truth() {
        return loop.call(this::readTruth);
    }

    private void listen() throws IOException {
        for (Link link : topology.links().keySet()) {
            addresses.put(link, port(link, () -> agents.apply(link.to())));
        }
        if (wan.needsTicks()) {
            tick();
        }
    }

    private InetSocketAddress port(Link link, Supplier<InetSocketAddress> target) throws IOException {
        var port = ServerSocketChannel.open();
        ports.add(port);
        port.configureBlocking(false);
        port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        loop.register(port, SelectionKey.OP_ACCEPT, key -> accept(link, port, target));
        return (InetSocketAddress) port.getLocalAddress();
    }

    private void tick() {
        double now = loop.now();
        wan.tick(now);
        loop.at(now + Timeline.GRAIN.toNanos(), this::tick);
    }

    private void accept(Link link, ServerSocketChannel port, Supplier<InetSocketAddress> target) throws IOException {
        for (SocketChannel client = port.accept(); client != null; client = port.accept()) {
            try {
                open(link, client, target.get());
            } catch (IOException | RuntimeException e) {
                // the caller's function of agents may fail in its own ways; other links must not suffer from it
                LOG.warn("A connection over {} could not be opened.", link, e);
                client.close();
            }
        }
    }

    private void open(Link link, SocketChannel client, InetSocketAddress target) throws IOException {
        var connection = new ProxyConnection(
                loop,
                client,
                SocketChannel.open(),
                target,
                wan.path(link),
                wan.path(link.reversed()),
                wan,
                random,
                this::closed);
        open.put(connection, new Opened(nextFlow, Duration.ofNanos((long) loop.now())));
        nextFlow += 2;
        connection.open();
    }

    private void closed(ProxyConnection connection) {
        Opened opened = open.remove(connection);
        if (opened != null) {
            closed.addAll(flows(connection, opened, false));
            while (closed.size() > CLOSED_FLOWS_KEPT) {
                closed.removeFirst();
            }
        }
    }

    private static List<FlowTruth> flows(ProxyConnection connection, Opened opened, boolean isOpen) {
        return List.of(
                flow(connection.forward(), opened.id(), opened.at(), isOpen),
                flow(connection.reverse(), opened.id() + 1, opened.at(), isOpen));
    }

    private static FlowTruth flow(ProxyStream stream, long id, Duration at, boolean isOpen) {
        return new FlowTruth(
                id,
                stream.path().link,
                at,
                DataSize.ofBytes(stream.bytesTaken()),
                DataSize.ofBytes(stream.bytesDelivered()),
                isOpen);
    }

    private LabTruth readTruth() {
        var links = new LinkedHashMap<Link, LinkTruth>();
        for (WanPath path : wan.paths()) {
            if (path.streams > 0) {
                links.put(
                        path.link,
                        new LinkTruth(
                                path.streams,
                                DataSize.ofBytes(path.bytesTaken),
                                DataSize.ofBytes(path.bytesDelivered),
                                0));
            }
        }
        var flows = new ArrayList<>(closed);
        open.forEach((connection, opened) -> flows.addAll(flows(connection, opened, true)));
        return new LabTruth(topology, Duration.ofNanos((long) loop.now()), links, flows, wan.creditLevels());
    }

    private void closeAll() {
        List.copyOf(open.keySet()).forEach(ProxyConnection::close);
        for (ServerSocketChannel port : ports) {
            close(port);
        }
    }

    private static void close(ServerSocketChannel port) {
        try {
            port.close();
        } catch (IOException e) {
            LOG.debug("A port did not close.", e);
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
