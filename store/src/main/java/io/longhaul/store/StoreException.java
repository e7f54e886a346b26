package io.longhaul.store;

import io.longhaul.core.error.LonghaulException;

/** A file could not be read, written or locked, although what was asked made sense. */
public class StoreException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message, String advice) {
        super(message, advice);
    }

    public StoreException(String message, String advice, Throwable cause) {
        super(message, advice, cause);
    }
}
