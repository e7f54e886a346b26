package io.longhaul.core.error;

/**
 * A failure with a way out. The message says what is wrong, with the name and the value; {@link #advice()} says what
 * the reader can do about it. Every room derives its own type from this one.
 */
public abstract class LonghaulException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;
    private final String advice;

    protected LonghaulException(String message, String advice) {
        super(message);
        this.message = message;
        this.advice = advice;
    }

    protected LonghaulException(String message, String advice, Throwable cause) {
        super(message, cause);
        this.message = message;
        this.advice = advice;
    }

    /** What is wrong, with the name and the value; never null, unlike {@link #getMessage()} of any exception. */
    public String message() {
        return message;
    }

    /** What to do about it, one sentence; empty when there is nothing to advise. */
    public String advice() {
        return advice;
    }
}
