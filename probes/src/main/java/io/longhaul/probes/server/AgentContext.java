package io.longhaul.probes.server;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AgentOptions;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * What all connections of one agent share. Immutable; its parts are thread-safe.
 *
 * @param options of the agent
 * @param loops its sockets run on
 * @param lobby where connections are that have shown nothing yet
 * @param door who is let in
 * @param tests that run or wait
 * @param usage what clients have had
 * @param desk where UDP streams are opened
 * @param echoSeats for echo sessions: many small ones together would pass any limit of rate
 * @param audit of clients
 * @param nanoClock monotonic
 */
record AgentContext(
        AgentOptions options,
        EventLoops loops,
        Lobby lobby,
        Door door,
        TestRegistry tests,
        Usage usage,
        DatagramDesk desk,
        Semaphore echoSeats,
        Audit audit,
        LongSupplier nanoClock) {}
