package io.longhaul.lab.faithful;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.Lab;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabTask;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.carry.CarryMessages;
import io.longhaul.lab.carry.CarryTask;
import io.longhaul.lab.topology.LabTopology;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * A WAN of kernel TCP on one Linux machine: a network namespace per site, and one thread between them that delays,
 * shapes and loses packets as the topology says. Runs in a process of its own inside fresh namespaces of network, mounts,
 * processes, host names and shared memory, as root or as an ordinary user; nothing inside can reach the host's network, and nothing is left when
 * that process, its owner or the owner's connection to it ends.
 *
 * <p>Sites have the addresses 10.66.0.1, 10.66.0.2, … and fd66::1, fd66::2, … in the order of the topology, and the
 * names {@code <region>.<provider>}. Caps count whole IP packets: of a cap of 200 Mbit/s, TCP carries 193 at an MTU of 1500.
 *
 * <p>Safe for use from any thread.
 */
public final class FaithfulLab implements Lab {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    /** Opening and closing many streams takes a while after a horizon. */
    private static final Duration AFTER_HORIZON = Duration.ofSeconds(60);

    private final LabTopology topology;
    private final HostProcess host;
    private final Map<SiteId, InetAddress> addresses;

    /**
     * How to run a lab.
     *
     * @param seed of loss and jitter
     * @param agentFactory class that starts an agent at every site; see {@link io.longhaul.lab.AgentFactory}
     * @param inheritIo whether programs run by {@link #run} get this process's terminal; Ctrl-C there ends them, not the
     *     lab
     * @param jvmOptions options of the lab's Java process
     * @param userNamespace whether to use a namespace of users even as root
     * @param environment variables of everything in the lab, besides those of this process
     */
    public record Options(
            long seed,
            Optional<String> agentFactory,
            boolean inheritIo,
            List<String> jvmOptions,
            boolean userNamespace,
            Map<String, String> environment) {
        public Options {
            jvmOptions = List.copyOf(jvmOptions);
            environment = Map.copyOf(environment);
        }

        public static Options defaults() {
            return new Options(1, Optional.empty(), false, List.of(), false, Map.of());
        }

        public Options withSeed(long value) {
            return new Options(value, agentFactory, inheritIo, jvmOptions, userNamespace, environment);
        }

        public Options withAgents(String factoryClass) {
            return new Options(seed, Optional.of(factoryClass), inheritIo, jvmOptions, userNamespace, environment);
        }

        public Options withInheritedIo() {
            return new Options(seed, agentFactory, true, jvmOptions, userNamespace, environment);
        }

        public Options withUserNamespace() {
            return new Options(seed, agentFactory, inheritIo, jvmOptions, true, environment);
        }

        public Options withEnvironment(Map<String, String> variables) {
            return new Options(seed, agentFactory, inheritIo, jvmOptions, userNamespace, variables);
        }
    }

    private FaithfulLab(LabTopology topology, HostProcess host) {
        this.topology = topology;
        this.host = host;
        var byName = new LinkedHashMap<SiteId, InetAddress>();
        JsonNode named = host.ready().path("addresses");
        for (String site : named.propertyNames()) {
            byName.put(SiteId.parse(site), address(named.path(site).asString()));
        }
        addresses = Map.copyOf(byName);
    }

    /**
     * Starts a lab and waits until its sites, and its agents if any, are up.
     *
     * @throws LabException when the machine cannot run one; the advice says what is missing
     */
    public static FaithfulLab start(LabTopology topology, Options options) {
        List<String> missing = LabCheck.missing();
        if (!missing.isEmpty()) {
            throw new LabException(
                    "A faithful lab cannot run on this machine.",
                    String.join(System.lineSeparator() + "  ", missing) + " The portable lab runs anywhere.");
        }
        return new FaithfulLab(topology, HostLauncher.start(topology, options));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(text + " is no address", e);
        }
    }

    @Override
    public LabTopology topology() {
        return topology;
    }

    /** The VM's address at a site, reachable from inside the lab only. */
    public InetAddress address(SiteId site) {
        topology.getSite(site);
        InetAddress address = addresses.get(site);
        if (address == null) {
            throw new IllegalStateException("no address for " + site);
        }
        return address;
    }

    /** Starts a program at a site, its output kept for {@link SiteProcess#await}. */
    public SiteProcess exec(SiteId site, List<String> command) {
        topology.getSite(site);
        return host.exec(site.toString(), command);
    }

    /**
     * Runs a program at a site on this process's terminal and waits for it, for as long as it runs. Needs {@link
     * Options#withInheritedIo}.
     *
     * @return its exit code
     */
    public int run(SiteId site, List<String> command) {
        topology.getSite(site);
        return host.run(site.toString(), command);
    }

    /**
     * Starts work inside the lab's own process.
     *
     * @param task its class, on the class path of this process, public and with a public constructor without parameters
     * @param argument for the task
     * @param progress hears what the task says of its progress, on a thread of the lab
     */
    public LabCall call(Class<? extends LabTask> task, String argument, Consumer<String> progress) {
        return host.call(task.getName(), argument, progress);
    }

    /** Carries flows over kernel TCP; times count from when all sockets and threads are made. */
    @Override
    public CarriedFlows carry(List<LabFlow> flows, Duration horizon) {
        flows.forEach(flow -> topology.getLink(flow.link()));
        LabFlow.requireOrder(flows);
        return CarryMessages.readAnswer(call(CarryTask.class, CarryMessages.ask(flows, horizon), progress -> {})
                .await(horizon.plus(AFTER_HORIZON)));
    }

    /** Starts a program inside the lab but outside every site, where there is no network; to show just that. */
    SiteProcess execOutsideSites(List<String> command) {
        return host.exec("", command);
    }

    /** What the lab was told and did until now. */
    public LabTruth truth() {
        return HostMessages.truth(topology, host.ask("truth", ANSWER).path("truth"));
    }

    /** Whether the lab kept its promises until now. */
    public LabHealth health() {
        return HostMessages.health(host.ask("health", ANSWER).path("health"));
    }

    /** Judges lateness from now on only, so that each run is judged by itself. */
    public void resetHealth() {
        host.ask("reset-health", ANSWER);
    }

    /** What tells this lab from the user's other ones. */
    public String id() {
        return host.id();
    }

    /** The process id of the lab's outermost process. */
    public long pid() {
        return host.pid();
    }

    /** Ends all programs and agents in the lab, and the lab. */
    @Override
    public void close() {
        host.close();
    }
}
