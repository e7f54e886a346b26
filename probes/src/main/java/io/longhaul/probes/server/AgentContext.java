package io.longhaul.probes.server;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AgentOptions;
import java.util.function.LongSupplier;

/**
 * What all connections of one agent share. Immutable; its parts are thread-safe.
 *
 * @param options of the agent
 * @param loops its sockets run on
 * @param admission who is let in
 * @param tests that run or wait
 * @param desk where UDP streams are opened
 * @param listener where the listening socket is set for a test
 * @param echoSeats for echo sessions
 * @param nanoClock monotonic
 */
record AgentContext(
        AgentOptions options,
        EventLoops loops,
        Admission admission,
        TestRegistry tests,
        DatagramDesk desk,
        ListenerDesk listener,
        EchoSeats echoSeats,
        LongSupplier nanoClock) {}
