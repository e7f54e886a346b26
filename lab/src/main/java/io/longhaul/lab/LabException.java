package io.longhaul.lab;

import io.longhaul.core.error.LonghaulException;

/** The lab cannot start or cannot go on: a port that cannot be bound, a missing device, a dead host process. */
public class LabException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    public LabException(String message, String advice) {
        super(message, advice);
    }

    public LabException(String message, String advice, Throwable cause) {
        super(message, advice, cause);
    }
}
