package io.longhaul.lab.faithful;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.AgentFactory;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lab inside its namespaces: a network per site, the emulator's thread, and the agents. Lives in a process of its
 * own, see {@link LabHostMain}. Safe for use from any thread.
 */
final class LabHost implements LabSites, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LabHost.class);
    private static final long ANSWER_SECONDS = 10;

    private final LabTopology topology;
    private final Map<SiteId, SiteNetwork> networks = new LinkedHashMap<>();
    private final Emulator emulator;
    private final List<AutoCloseable> agents = new ArrayList<>();

    LabHost(LabTopology topology, long seed) {
        this.topology = topology;
        // a second thread saves half the time; the networks do not depend on each other
        List<SiteNetwork> made = IntStream.range(0, topology.sites().size())
                .parallel()
                .mapToObj(i -> new SiteNetwork(topology.sites().get(i), i + 1))
                .toList();
        made.forEach(network -> networks.put(network.id(), network));
        emulator = new Emulator(topology, List.copyOf(networks.values()), seed);
        emulator.start();
    }

    @Override
    public LabTopology topology() {
        return topology;
    }

    @Override
    public AgentFactory.SiteContext at(SiteId site) {
        SiteNetwork network = network(site);
        return new AgentFactory.SiteContext(site, network.address(), addresses(), network.threads());
    }

    @Override
    public InetSocketAddress towards(Link link, InetSocketAddress listener) {
        return listener;
    }

    @Override
    public boolean kernelsSeePath() {
        return true;
    }

    private SiteNetwork network(SiteId site) {
        topology.getSite(site);
        SiteNetwork network = networks.get(site);
        if (network == null) {
            throw new IllegalStateException("no network for " + site);
        }
        return network;
    }

    Map<SiteId, InetAddress> addresses() {
        var addresses = new LinkedHashMap<SiteId, InetAddress>();
        networks.forEach((site, network) -> addresses.put(site, network.address()));
        return addresses;
    }

    /** Starts an agent at every site. */
    void startAgents(String factoryClass) {
        AgentFactory factory = instance(factoryClass, AgentFactory.class);
        for (SiteNetwork network : networks.values()) {
            AgentFactory.SiteContext context = at(network.id());
            agents.add(network.call(() -> factory.start(context)));
        }
    }

    /** Makes an object of a class that the owner named. */
    static <T> T instance(String className, Class<T> type) {
        try {
            return Class.forName(className).asSubclass(type).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new LabException(
                    "The class " + className + " cannot be used: " + e + ".",
                    "Name a public class that implements " + type.getSimpleName()
                            + ", has a public constructor without parameters and is on the class path.",
                    e);
        }
    }

    /** Starts a process at a site. */
    Process start(SiteId site, ProcessBuilder builder) {
        SiteNetwork network = network(site);
        builder.environment().put("LONGHAUL_SITE", site.toString());
        builder.environment().put("LONGHAUL_ADDRESS", network.ipv4());
        return network.call(builder::start);
    }

    /** Where each site's namespace is open in this process. */
    Map<SiteId, Integer> namespaces() {
        var fds = new LinkedHashMap<SiteId, Integer>();
        networks.forEach((site, network) -> fds.put(site, network.namespaceFd()));
        return fds;
    }

    @Override
    public LabTruth truth() {
        return await(() -> {
            double now = emulator.now();
            return new LabTruth(
                    topology,
                    Duration.ofNanos((long) now),
                    emulator.wan().linkTruths(),
                    emulator.path().flowReport().truths(emulator.wan(), now),
                    emulator.wan().creditLevels());
        });
    }

    @Override
    public void resetHealth() {
        await(() -> {
            emulator.path().lateness().reset();
            return true;
        });
    }

    @Override
    public LabHealth health() {
        long kernelDrops =
                networks.values().stream().mapToLong(SiteNetwork::kernelDrops).sum();
        return await(() -> {
            PacketPath path = emulator.path();
            var windows = new LinkedHashMap<SiteId, LabHealth.Window>();
            int index = 0;
            for (LabSite site : topology.sites()) {
                windows.put(
                        site.id(),
                        new LabHealth.Window(
                                site.window(),
                                DataSize.ofBytes(path.flowReport().widestWindow(index++))));
            }
            return new LabHealth(
                    path.lateness().total(),
                    path.lateness().quantileMillis(0.5),
                    path.lateness().quantileMillis(0.99),
                    path.lateness().maxMillis(),
                    kernelDrops + emulator.devices().failedWrites() + path.noRoom(),
                    path.strays(),
                    ProcNet.interfaces(), // of the emulator's thread, as of any that is of no site
                    windows);
        });
    }

    private <T> T await(java.util.concurrent.Callable<T> question) {
        try {
            return emulator.ask(question).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while the emulator was asked.", "Ask again.", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new LabException("The emulator did not answer: " + e + ".", "See the log of the lab's process.", e);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable agent : agents) {
            try {
                agent.close();
            } catch (Exception e) {
                LOG.warn("An agent did not close.", e);
            }
        }
        emulator.stop();
    }
}
