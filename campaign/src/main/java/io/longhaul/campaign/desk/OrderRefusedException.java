package io.longhaul.campaign.desk;

import io.longhaul.core.error.LonghaulException;

/** An order or a lease cannot be had. */
public final class OrderRefusedException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    /** What kind of refusal it is. */
    public enum Reason {
        /** Something else stands against it: another's lease, another order of that id, another run of the agent. */
        CONFLICT,
        /** There is no such order. */
        UNKNOWN,
        /** The agent has as many as it takes. */
        FULL
    }

    private final Reason reason;

    OrderRefusedException(Reason reason, String message, String advice) {
        super(message, advice);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
