package io.longhaul.probes.client;

import io.longhaul.probes.control.ControlListener;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.wire.RefusalCode;

/** The ways in which a server ends a test before its time. Confined to the test's loop. */
abstract class ClientListener implements ControlListener {
    final ThroughputOutcome outcome;

    ClientListener(ThroughputOutcome outcome) {
        this.outcome = outcome;
    }

    final void onDenial() {
        outcome.fail(FailureReason.REJECTED, outcome.peer() + " is busy, or does not let this client in.");
    }

    final void onTermination() {
        outcome.fail(FailureReason.PEER_CLOSED, outcome.peer() + " was interrupted.");
    }

    @Override
    public final void onErrorCodes(int code, int errno) {
        outcome.fail(
                FailureReason.REJECTED,
                outcome.peer() + " refused: " + RefusalCode.describe(code) + " (" + code + ").");
    }

    @Override
    public final void onClosed() {
        outcome.fail(FailureReason.PEER_CLOSED, outcome.peer() + " closed the connection.");
    }

    @Override
    public final void onSilence(String awaited) {
        outcome.silent(awaited);
    }

    @Override
    public final void onViolation(String message) {
        outcome.fail(FailureReason.PROTOCOL_ERROR, message);
    }
}
