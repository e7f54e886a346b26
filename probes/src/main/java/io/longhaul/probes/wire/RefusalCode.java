package io.longhaul.probes.wire;

import java.nio.ByteBuffer;

/** Error codes of iperf3 that an agent answers with, and what they say. */
public enum RefusalCode {
    DURATION(5, "bad duration"),
    STREAMS(6, "too many streams"),
    BLOCK_SIZE(7, "bad block size"),
    WINDOW(8, "bad socket buffer"),
    SEGMENT_SIZE(10, "bad segment size"),
    UNIMPLEMENTED(13, "not possible on this server's system"),
    BURST(15, "bad burst"),
    DATAGRAM_SIZE(20, "bad datagram size"),
    TYPE_OF_SERVICE(21, "bad type of service"),
    TOTAL_RATE(27, "the rate or the volume is above the server's limit"),
    MAX_DURATION(37, "the duration is above the server's limit"),
    BUSY(121, "the server is busy"),
    CLIENT_TERMINATED(119, "the client was interrupted"),
    BUFFER_NOT_SET(124, "the socket buffer could not be set"),
    LOGIN(142, "the login failed"),
    NO_DATA(144, "no data came for too long"),
    EXPIRED(160, "the server's longest test time is over"),
    STREAM_LISTEN(202, "the server could not listen for streams"),
    STREAM_CONNECT(203, "a stream could not be connected"),
    STREAM_CLOSED(207, "a stream was closed");

    private final int code;
    private final String text;

    RefusalCode(int code, String text) {
        this.code = code;
        this.text = text;
    }

    public int code() {
        return code;
    }

    /** The message that refuses: the state, the code, and no error number of the system. */
    public byte[] message() {
        return ByteBuffer.allocate(1 + 2 * Integer.BYTES)
                .put(ControlState.SERVER_ERROR.code())
                .putInt(code)
                .putInt(0)
                .array();
    }

    /** What a code says to people. */
    public static String describe(int code) {
        for (RefusalCode refusal : values()) {
            if (refusal.code == code) {
                return refusal.text;
            }
        }
        return "error " + code;
    }
}
