package io.longhaul.probes.server;

import io.longhaul.probes.control.Gatekeeper;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AgentOptions;
import java.util.function.LongSupplier;

/**
 * What all connections of one agent share. Immutable; its parts are thread-safe.
 *
 * @param options of the agent
 * @param loops its sockets run on
 * @param gatekeeper who is let in
 * @param tests that run or wait
 * @param desk where UDP streams are opened
 * @param nanoClock monotonic
 */
record AgentContext(
        AgentOptions options,
        EventLoops loops,
        Gatekeeper gatekeeper,
        TestRegistry tests,
        DatagramDesk desk,
        LongSupplier nanoClock) {}
