package io.longhaul.probes.wire;

/** The peer sent octets that the protocol does not allow. The message says what, and is safe to show whatever the peer put into it. */
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(PeerText.of(message));
    }

    public ProtocolException(String message, Throwable cause) {
        super(PeerText.of(message), cause);
    }
}
