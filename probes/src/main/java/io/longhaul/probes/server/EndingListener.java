package io.longhaul.probes.server;

import io.longhaul.probes.control.ControlListener;
import io.longhaul.probes.wire.ControlState;

/** A conversation that ends with whatever a client may not do, or does not do in time. Confined to the connection's loop. */
abstract class EndingListener implements ControlListener {
    /** Ends it, and lets go of all that belongs to it. */
    abstract void end(String why);

    @Override
    public void onState(ControlState state) {
        end("it sent the state " + state);
    }

    @Override
    public final void onErrorCodes(int code, int errno) {
        end("it sent error codes");
    }

    @Override
    public final void onClosed() {
        end("it closed the connection");
    }

    @Override
    public final void onSilence(String awaited) {
        end("it did not send its " + awaited);
    }

    @Override
    public final void onViolation(String message) {
        end("it broke the protocol");
    }
}
