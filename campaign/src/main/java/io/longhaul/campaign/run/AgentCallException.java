package io.longhaul.campaign.run;

import io.longhaul.core.error.LonghaulException;

/** An agent did not answer, or refused. */
public final class AgentCallException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    /** What became of the question. */
    public enum Kind {
        /** No answer: it may have arrived or not. */
        SILENT,
        /** Whoever answered does not let this coordinator in, or is not who was asked for. */
        NOT_LET_IN,
        /** Something stands against it now: another's lease, or another run of the agent. */
        CONFLICT,
        /** There is no such order. */
        UNKNOWN,
        /** The agent has as much as it takes. */
        FULL,
        /** The question itself is wrong, or the answer makes no sense. */
        WRONG
    }

    private final Kind kind;

    public AgentCallException(Kind kind, String message, String advice) {
        super(message, advice);
        this.kind = kind;
    }

    AgentCallException(Kind kind, String message, String advice, Throwable cause) {
        super(message, advice, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
