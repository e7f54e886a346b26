package io.longhaul.cli;

/** How a command ended; the numbers are documented in docs/commands.md and never change. */
public enum ExitCode {
    /** Done. */
    OK(0),
    /** Failed: the command was right, the world was not. */
    FAILED(1),
    /** Wrong usage or input. */
    USAGE(2),
    /** No plan meets the request. */
    NO_PLAN(3),
    /** Incomplete: some probes failed, the partial result was kept. */
    INCOMPLETE(4);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
