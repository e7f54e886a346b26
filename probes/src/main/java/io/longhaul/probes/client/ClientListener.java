package io.longhaul.probes.client;

import io.longhaul.probes.control.ControlListener;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.wire.RefusalCode;
import java.util.Set;

/** The ways in which a server ends a test before its time. Confined to the test's loop. */
abstract class ClientListener implements ControlListener {
    /** A stream of the server could not be written, could not be read, or was closed. */
    private static final Set<Integer> BROKEN = Set.of(205, 206, RefusalCode.STREAM_CLOSED.code());

    final ThroughputOutcome outcome;
    private boolean refused;
    private boolean explained;

    ClientListener(ThroughputOutcome outcome) {
        this.outcome = outcome;
    }

    final void onDenial() {
        outcome.fail(FailureReason.REJECTED, outcome.peer() + " is busy, or does not let this client in.");
    }

    final void onTermination() {
        outcome.fail(FailureReason.PEER_CLOSED, outcome.peer() + " was interrupted.");
    }

    /** Two codes follow, or one, or none and the end of the connection: iperf3 3.12 sends one after a failed login. */
    final void onRefusal() {
        refused = true;
    }

    @Override
    public final void onErrorCodes(int code, int errno) {
        String why = RefusalCode.describe(code) + " (" + code + ")";
        explained = true;
        if (BROKEN.contains(code)) {
            onBroken(outcome.peer() + " ended the test: " + why);
        } else {
            outcome.fail(FailureReason.REJECTED, outcome.peer() + " refused: " + why + ".");
        }
    }

    /** A stream of the server is gone. */
    abstract void onBroken(String said);

    @Override
    public final void onClosed() {
        if (explained) {
            return;
        }
        if (refused) {
            failUnexplained();
        } else {
            outcome.fail(FailureReason.PEER_CLOSED, outcome.peer() + " closed the connection.");
        }
    }

    @Override
    public final void onSilence(String awaited) {
        if (refused) {
            failUnexplained();
        } else {
            failSilent(awaited);
        }
    }

    /** The server owes a message and does not send it. */
    abstract void failSilent(String awaited);

    private void failUnexplained() {
        outcome.fail(
                FailureReason.REJECTED,
                outcome.peer() + " refused, and closed the connection before it said why: a failed login does that.");
    }

    @Override
    public final void onViolation(String message) {
        outcome.fail(FailureReason.PROTOCOL_ERROR, message);
    }
}
