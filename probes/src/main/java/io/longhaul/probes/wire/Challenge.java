package io.longhaul.probes.wire;

import java.time.Instant;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an agent says first to a Longhaul client: who it is, since when it runs, and octets never used before. The client's proof
 * covers the document to the octet, so a proof is good for this connection to this run of this agent only. Immutable.
 */
public final class Challenge {
    /** Longest document, in octets. */
    public static final int LIMIT = 1 << 10;

    private static final int NONCE = 32;

    private final byte[] document;
    private final boolean asksForToken;

    private Challenge(byte[] document, boolean asksForToken) {
        this.document = document;
        this.asksForToken = asksForToken;
    }

    /**
     * A fresh one.
     *
     * @param agent identity, drawn when the agent started
     * @param started when that was
     * @param now when this is made
     * @param asksForToken whether a proof of a token lets in
     * @param random secure
     */
    public static Challenge of(
            String agent, Instant started, Instant now, boolean asksForToken, RandomGenerator random) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        ObjectNode json = Json.object();
        json.put("agent", agent);
        json.put("started", started.getEpochSecond());
        json.put("time", now.getEpochSecond());
        json.put("nonce", HexFormat.of().formatHex(nonce));
        json.put("token", asksForToken);
        return new Challenge(Json.bytes(json), asksForToken);
    }

    /**
     * As an agent sent it.
     *
     * @throws ProtocolException when it is not a JSON object with a nonce
     */
    public static Challenge read(byte[] document) {
        ObjectNode json = Json.parse(document, "challenge");
        if (Json.text(json, "nonce").filter(nonce -> nonce.length() >= NONCE).isEmpty()) {
            throw new ProtocolException("The agent's challenge has no nonce.");
        }
        return new Challenge(document.clone(), Json.flag(json, "token"));
    }

    /** The state and the document, as they go on the wire. */
    public byte[] message() {
        byte[] framed = Json.framed(document);
        byte[] message = new byte[1 + framed.length];
        message[0] = ControlState.CHALLENGE.code();
        System.arraycopy(framed, 0, message, 1, framed.length);
        return message;
    }

    /** The document alone, which proofs cover. */
    public byte[] document() {
        return document.clone();
    }

    public boolean asksForToken() {
        return asksForToken;
    }
}
