package io.longhaul.core.error;

/** The caller gave something that cannot be used: a malformed quantity, an unknown site, a corrupt file. */
public class InvalidInputException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    public InvalidInputException(String message, String advice) {
        super(message, advice);
    }

    public InvalidInputException(String message, String advice, Throwable cause) {
        super(message, advice, cause);
    }
}
