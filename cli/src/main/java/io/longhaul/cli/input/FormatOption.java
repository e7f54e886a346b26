package io.longhaul.cli.input;

import picocli.CommandLine.Option;

/** {@code --format text|json}, on every command that answers something. */
public final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "How the answer is printed (default: ${DEFAULT-VALUE}).")
    private OutputFormat format = OutputFormat.TEXT;

    public boolean isJson() {
        return format == OutputFormat.JSON;
    }
}
