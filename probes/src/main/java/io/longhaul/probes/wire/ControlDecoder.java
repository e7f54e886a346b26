package io.longhaul.probes.wire;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Cuts the octets of a control connection into messages. The protocol has no framing of its own: what comes next follows
 * from the state, so the receiver says what it expects, from within the callback if need be, before the next octet is
 * looked at. Octets may come one at a time or many messages at once; they are copied, never kept. Confined to one thread.
 */
public final class ControlDecoder {
    /** What the next octets are. */
    public enum Expect {
        /** One octet. */
        STATE,
        /** Four octets of length, then that many octets of JSON. */
        DOCUMENT,
        /** The same, but nobody wants to read it. */
        SKIPPED_DOCUMENT,
        /** Two 32-bit integers, after {@link ControlState#SERVER_ERROR}. */
        ERROR_CODES,
        /** Whatever comes is ignored: the conversation is over. */
        NOTHING
    }

    /** Receives whole messages. */
    public interface Sink {
        void onState(ControlState state);

        /** A whole document; no octets stand for one that was skipped. */
        void onDocument(byte[] json);

        void onErrorCodes(int code, int errno);
    }

    private static final int LENGTH_FIELD = 4;
    private static final int ERROR_FIELDS = 8;
    private static final int FIRST_GUESS = 1024;
    private static final byte[] NO_OCTETS = {};

    private final Sink sink;
    private Expect expect = Expect.STATE;
    private int documentLimit;
    private byte[] partial = new byte[ERROR_FIELDS];
    private int filled;
    private int documentLength = -1;

    public ControlDecoder(Sink sink) {
        this.sink = sink;
    }

    /** Forgets a partial message and expects something else. */
    public void expect(Expect next) {
        expect = next;
        filled = 0;
        documentLength = -1;
    }

    /** Expects a document of at most so many octets. */
    public void expectDocument(int limit) {
        documentLimit = limit;
        expect(Expect.DOCUMENT);
    }

    /** Expects a document of at most so many octets, of which none is kept. */
    public void skipDocument(int limit) {
        documentLimit = limit;
        expect(Expect.SKIPPED_DOCUMENT);
    }

    /**
     * Consumes all readable octets.
     *
     * @throws ProtocolException on an unknown state, or a document longer than the limit or of no octets
     */
    public void feed(ByteBuf in) {
        while (in.isReadable()) {
            switch (expect) {
                case STATE -> state(in.readByte());
                case DOCUMENT -> document(in);
                case SKIPPED_DOCUMENT -> skippedDocument(in);
                case ERROR_CODES -> errorCodes(in);
                case NOTHING -> in.skipBytes(in.readableBytes());
            }
        }
    }

    private void state(byte code) {
        sink.onState(ControlState.ofCode(code)
                .orElseThrow(() -> new ProtocolException("The peer sent the unknown state " + code + ".")));
    }

    private void errorCodes(ByteBuf in) {
        if (fill(in, ERROR_FIELDS)) {
            int code = integer(0);
            int errno = integer(LENGTH_FIELD);
            expect(Expect.NOTHING);
            sink.onErrorCodes(code, errno);
        }
    }

    private void document(ByteBuf in) {
        if (knowsLength(in) && fill(in, documentLength)) {
            byte[] json = Arrays.copyOf(partial, documentLength);
            partial = new byte[ERROR_FIELDS];
            expect(Expect.STATE);
            sink.onDocument(json);
        }
    }

    private void skippedDocument(ByteBuf in) {
        if (knowsLength(in)) {
            int count = Math.min(documentLength - filled, in.readableBytes());
            in.skipBytes(count);
            filled += count;
            if (filled == documentLength) {
                expect(Expect.STATE);
                sink.onDocument(NO_OCTETS);
            }
        }
    }

    private boolean knowsLength(ByteBuf in) {
        if (documentLength < 0 && fill(in, LENGTH_FIELD)) {
            documentLength = checkedLength(integer(0));
            filled = 0;
        }
        return documentLength >= 0;
    }

    private int checkedLength(int length) {
        if (length <= 0 || length > documentLimit) {
            throw new ProtocolException("The peer announced a document of " + Integer.toUnsignedLong(length)
                    + " octets; 1 to " + documentLimit + " are accepted.");
        }
        return length;
    }

    /** Grows with what has really come, so that a length alone costs no memory. */
    private boolean fill(ByteBuf in, int wanted) {
        int count = Math.min(wanted - filled, in.readableBytes());
        if (filled + count > partial.length) {
            int doubled = Math.max(FIRST_GUESS, partial.length * 2);
            partial = Arrays.copyOf(partial, Math.min(wanted, Math.max(doubled, filled + count)));
        }
        in.readBytes(partial, filled, count);
        filled += count;
        return filled == wanted;
    }

    private int integer(int at) {
        return (partial[at] & 0xff) << 24
                | (partial[at + 1] & 0xff) << 16
                | (partial[at + 2] & 0xff) << 8
                | (partial[at + 3] & 0xff);
    }
}
