package io.longhaul.clouds;

import io.longhaul.core.error.LonghaulException;

/** A cloud did not do what it was asked, or nobody knows whether it did. */
public final class CloudException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    /** Why, in the words that decide what to do next. */
    public enum Reason {
        /** Too many calls: later. */
        THROTTLED(true),
        /** The cloud fails at the moment (5xx): later. It may have been done. */
        UNAVAILABLE(true),
        /** No answer came. It may have been done. */
        UNANSWERED(true),
        /** Something that depends on it is still there: later. */
        IN_USE(true),
        /** Credentials that are missing, wrong or expired: later, with others. */
        CREDENTIALS(true),
        /** No room for such a VM at this place now: elsewhere. */
        CAPACITY(false),
        /** The account may not have that many: elsewhere, or ask for more. */
        QUOTA(false),
        /** There is no such thing, or it is not seen yet. */
        NOT_FOUND(false),
        /** It is not any more what the call says it is: a precondition failed. */
        CHANGED(false),
        /** Octets or parts that are not those their checksum is of: again. */
        DAMAGED(true),
        /** Not allowed, or not a request that this cloud understands. */
        REFUSED(false);

        private final boolean passing;

        Reason(boolean passing) {
            this.passing = passing;
        }

        /** Whether the same call may be answered otherwise a little later. */
        public boolean isPassing() {
            return passing;
        }
    }

    private final Reason reason;

    public CloudException(Reason reason, String message, String advice) {
        super(message, advice);
        this.reason = reason;
    }

    public CloudException(Reason reason, String message, String advice, Throwable cause) {
        super(message, advice, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
