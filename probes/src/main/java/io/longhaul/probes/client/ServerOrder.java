package io.longhaul.probes.client;

import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.wire.ControlState;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * In what order a server sends its states: each once, but for those that end a test, which may come at any time. What a state asks for
 * is done once only, so a server cannot make a client open connections without end. Confined to one thread.
 */
final class ServerOrder {
    private static final List<ControlState> AFTER_THE_FIRST = List.of(
            ControlState.CREATE_STREAMS,
            ControlState.TEST_START,
            ControlState.TEST_RUNNING,
            ControlState.EXCHANGE_RESULTS,
            ControlState.DISPLAY_RESULTS);

    private static final Set<ControlState> ENDS =
            EnumSet.of(ControlState.ACCESS_DENIED, ControlState.SERVER_ERROR, ControlState.SERVER_TERMINATE);

    private final List<ControlState> order;
    private int heard;

    ServerOrder(Protocol protocol) {
        ControlState first = protocol == Protocol.LONGHAUL ? ControlState.CHALLENGE : ControlState.PARAM_EXCHANGE;
        this.order = Stream.concat(Stream.of(first), AFTER_THE_FIRST.stream()).toList();
    }

    /** Why a state may not come now; empty when it may, which is noted. */
    Optional<String> objection(ControlState state) {
        if (ENDS.contains(state)) {
            return Optional.empty();
        }
        if (heard < order.size() && order.get(heard) == state) {
            heard++;
            return Optional.empty();
        }
        if (order.get(0) == ControlState.CHALLENGE && state == ControlState.PARAM_EXCHANGE) {
            return Optional.of("The server is not an agent of Longhaul; ask with the protocol iperf3.");
        }
        String due = heard < order.size() ? order.get(heard).name() : "nothing";
        return Optional.of("The server sent the state " + state + " where " + due + " was due.");
    }

    boolean hasHeard(ControlState state) {
        return order.indexOf(state) < heard;
    }
}
