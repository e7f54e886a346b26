package io.longhaul.probes.server;

import io.longhaul.probes.control.ControlListener;

/** A conversation that ends with whatever a client may not do, or does not do in time. Confined to the connection's loop. */
abstract class EndingListener implements ControlListener {
    /** Ends it, and lets go of all that belongs to it. */
    abstract void end();

    @Override
    public final void onErrorCodes(int code, int errno) {
        end();
    }

    @Override
    public final void onClosed() {
        end();
    }

    @Override
    public final void onSilence(String awaited) {
        end();
    }

    @Override
    public final void onViolation(String message) {
        end();
    }
}
