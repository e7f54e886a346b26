package io.longhaul.cli.lab;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabException;
import io.longhaul.lab.faithful.RunningLab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Programs in a lab that another process keeps running. Stateless. */
public final class LabJoin {
    private LabJoin() {}

    /** The user's shell. */
    public static List<String> shell(Map<String, String> environment) {
        return List.of(environment.getOrDefault("SHELL", "/bin/sh"));
    }

    /**
     * The lab of this id, or the only one.
     *
     * @throws LabException when none runs
     * @throws InvalidInputException when it is not clear which is meant
     */
    public static RunningLab choose(List<RunningLab> labs, @Nullable String id) {
        if (labs.isEmpty()) {
            throw new LabException(
                    "No lab of yours is running.", "Name a topology to start one: longhaul lab shell demo.");
        }
        if (id == null && labs.size() == 1) {
            return labs.get(0);
        }
        String known = labs.stream()
                .map(lab -> lab.id() + " (" + lab.topology().name() + ")")
                .collect(Collectors.joining(", "));
        return labs.stream()
                .filter(lab -> lab.id().equals(id))
                .findFirst()
                .orElseThrow(() -> id == null
                        ? new InvalidInputException(
                                labs.size() + " labs are running: " + known + ".", "Name one by --lab.")
                        : new InvalidInputException("There is no lab " + id + ".", "These run: " + known + "."));
    }

    /** Runs a program at a site, on this process's terminal, and returns its exit code. */
    public static int run(RunningLab lab, SiteId site, List<String> command) throws IOException, InterruptedException {
        Path here = Path.of("").toAbsolutePath();
        var builder = new ProcessBuilder(lab.enter(site, command, here)).inheritIO();
        builder.environment().putAll(lab.environment(site));
        try (Foreground terminal = Foreground.leave()) {
            return builder.start().waitFor();
        }
    }
}
