package io.longhaul.cli.input;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --format text|json}, on every command that answers something. */
public final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "text|json",
            completionCandidates = Formats.class,
            defaultValue = "text",
            description = "How the answer is printed (default: ${DEFAULT-VALUE}).")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = {"-J", "--json"},
            hidden = true,
            description = "As iperf3 has it: --format json.")
    private boolean json;

    public boolean isJson() {
        return json || format == OutputFormat.JSON;
    }

    /** As they are written on a command line, for completion. */
    static final class Formats extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Formats() {
            super(List.of("text", "json"));
        }
    }
}
