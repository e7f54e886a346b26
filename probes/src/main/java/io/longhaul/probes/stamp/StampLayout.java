package io.longhaul.probes.stamp;

/**
 * Where the fields of a packet stand: in the unauthenticated mode of STAMP (RFC 8762 sections 4.2.1 and 4.3.1) and in the
 * authenticated one (4.2.2 and 4.3.2), both with the session identifier of RFC 8972. Requests and replies begin alike, so the
 * first fields are those of both.
 */
enum StampLayout {
    /** No proof of who sent it. */
    OPEN(44, 4, 16, 24, 28, 40),
    /** The first 96 octets are sealed by 16 octets of HMAC-SHA-256. */
    SEALED(112, 16, 32, 48, 64, 80);

    private static final int TIME = Long.BYTES;

    private final int length;
    private final int sentAt;
    private final int receivedAt;
    private final int senderSequenceAt;
    private final int senderSentAt;
    private final int timeToLiveAt;

    StampLayout(int length, int sentAt, int receivedAt, int senderSequenceAt, int senderSentAt, int timeToLiveAt) {
        this.length = length;
        this.sentAt = sentAt;
        this.receivedAt = receivedAt;
        this.senderSequenceAt = senderSequenceAt;
        this.senderSentAt = senderSentAt;
        this.timeToLiveAt = timeToLiveAt;
    }

    /** Octets of a packet without extensions. */
    int length() {
        return length;
    }

    /** When it was sent: of a request T1, of a reply T3. */
    int sentAt() {
        return sentAt;
    }

    /** How wrong the clock may be. */
    int errorAt() {
        return sentAt + TIME;
    }

    /** The session identifier. */
    int sessionAt() {
        return sentAt + TIME + Short.BYTES;
    }

    /** T2, in a reply. */
    int receivedAt() {
        return receivedAt;
    }

    /** Copy of the request's number, in a reply. */
    int senderSequenceAt() {
        return senderSequenceAt;
    }

    /** T1, in a reply. */
    int senderSentAt() {
        return senderSentAt;
    }

    /** Copy of the request's error estimate, in a reply. */
    int senderErrorAt() {
        return senderSentAt + TIME;
    }

    /** With which the request arrived, in a reply. */
    int timeToLiveAt() {
        return timeToLiveAt;
    }

    /** The shortest request that holds what a reply copies: TWAMP Light senders leave the rest away. */
    int shortestRequest() {
        return this == OPEN ? errorAt() + Short.BYTES : length;
    }

    /** The shortest reply: TWAMP Light reflectors leave the last three octets away. */
    int shortestReply() {
        return this == OPEN ? timeToLiveAt + 1 : length;
    }
}
