package io.longhaul.cli.text;

import io.longhaul.core.study.ContentionResult;
import io.longhaul.core.study.ContentionResult.Phase;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A contention study for people. */
public final class ContentionText {
    private ContentionText() {}

    public static String of(ContentionResult study) {
        var lines = new StringJoiner(System.lineSeparator());
        lines.add(verdict(study) + ": " + study.why() + ".");
        lines.add("");
        lines.add(Table.of(study.peers())
                .left(study.reverse() ? "from" : "to", peer -> peer.site().toString())
                .right("alone", peer -> rate(peer.alone()))
                .right("beside all", peer -> rate(peer.together()))
                .render());
        if (study.phases().isEmpty()) {
            return lines.toString();
        }
        lines.add("");
        lines.add("Started and stopped in turn:");
        lines.add(Table.of(study.phases())
                .right("from", phase -> Show.time(phase.start()))
                .right("to", phase -> Show.time(phase.end()))
                .left("running", phase -> running(study, phase))
                .right("sum", phase -> Show.rate(phase.sum()))
                .render());
        return lines.toString();
    }

    private static String rate(Optional<Bandwidth> known) {
        return known.map(Show::rate).orElse("-");
    }

    private static String verdict(ContentionResult study) {
        return switch (study.limit()) {
            case VM_EGRESS_CAP -> "These links share the cap of what this VM sends";
            case VM_INGRESS_CAP -> "These links share the cap of what this VM receives";
            case PATH_CAP -> "These links do not disturb each other; each has a limit of its own";
            case ENDPOINT_CPU -> "A processor was full, so this says nothing about the network";
            default -> "It cannot be told whether these links share a cap";
        };
    }

    private static String running(ContentionResult study, Phase phase) {
        return phase.running().stream()
                .map(place -> study.peers().get(place).site().toString())
                .collect(Collectors.joining(", "));
    }
}
