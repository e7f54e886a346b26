package io.longhaul.probes.wire;

import java.util.Optional;

/** The one-octet messages of an iperf3 control connection, and who sends them. */
public enum ControlState {
    /** Server: initialise counters and timers. */
    TEST_START(1),
    /** Server: move data. */
    TEST_RUNNING(2),
    /** Client: the test is over, also when the server was the sender. */
    TEST_END(4),
    /** Server: the client must send the parameter document. */
    PARAM_EXCHANGE(9),
    /** Server: the client must open all streams. */
    CREATE_STREAMS(10),
    /** Server: interrupted. */
    SERVER_TERMINATE(11),
    /** Client: interrupted. */
    CLIENT_TERMINATE(12),
    /** Server: the client sends its results, then reads the server's. */
    EXCHANGE_RESULTS(13),
    /** Server: the exchange is done. */
    DISPLAY_RESULTS(14),
    /** Client: last octet of a control connection. */
    IPERF_DONE(16),
    /** Agent, to Longhaul's own clients: a {@link Challenge} follows. */
    CHALLENGE(20),
    /** Server: busy, not allowed, or a data connection nobody waits for. */
    ACCESS_DENIED(-1),
    /** Server: an error code and an errno of four octets each follow, or the end of the connection. */
    SERVER_ERROR(-2);

    private final byte code;

    ControlState(int code) {
        this.code = (byte) code;
    }

    public byte code() {
        return code;
    }

    public static Optional<ControlState> ofCode(byte code) {
        for (ControlState state : values()) {
            if (state.code == code) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
