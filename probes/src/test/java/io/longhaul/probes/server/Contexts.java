package io.longhaul.probes.server;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AgentOptions;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** An agent's parts without its sockets. */
final class Contexts {
    private static final EventLoops LOOPS = EventLoops.startNio(1);

    private Contexts() {}

    static AgentContext of(AgentOptions options) {
        var audit = new Audit(() -> 0);
        return new AgentContext(
                options,
                LOOPS,
                new Lobby(options.limits(), new DefaultChannelGroup(GlobalEventExecutor.INSTANCE), audit),
                new Door(options, Optional.empty(), InstantSource.system()),
                new TestRegistry(options.limits()),
                new Usage(options.budget(), InstantSource.system(), () -> 0),
                new DatagramDesk(),
                new Semaphore(1),
                audit,
                () -> 0);
    }
}
