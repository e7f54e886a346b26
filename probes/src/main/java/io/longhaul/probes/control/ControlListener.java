package io.longhaul.probes.control;

import io.longhaul.probes.wire.ControlState;

/** What can happen on a control connection. Called on its event loop; at most one of the last three, and last. */
public interface ControlListener {
    void onState(ControlState state);

    void onDocument(byte[] json);

    void onErrorCodes(int code, int errno);

    /** The peer closed, or the connection broke. */
    void onClosed();

    /** The peer owed a message and kept silent. */
    void onSilence(String awaited);

    /** The peer sent what the protocol does not allow. */
    void onViolation(String message);
}
