package io.longhaul.cli.report;

import io.longhaul.core.error.LonghaulException;
import java.nio.file.Path;

/** The report could not be written. */
public final class ReportException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    ReportException(Path file, Throwable cause) {
        super(
                "The report cannot be written to " + file + ": " + cause + ".",
                "Name a file in a folder that exists and that you may write to.",
                cause);
    }
}
