package io.longhaul.cli.text;

import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import io.longhaul.core.study.SweepFit;
import io.longhaul.core.study.SweepResult;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Show;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A sweep for people: what limits the link first, then every cell with its reason. */
public final class SweepText {
    private SweepText() {}

    public static String of(SweepResult sweep) {
        var lines = new StringJoiner(System.lineSeparator());
        sweep.explanation().forEach(lines::add);
        sweep.fit().ifPresent(fit -> fitted(fit, lines));
        lines.add("");
        List<SweepCell> cells = sweep.cells().stream()
                .sorted(Comparator.comparingLong((SweepCell cell) -> cell.run().windowBytes())
                        .thenComparingInt(cell -> cell.run().streams()))
                .toList();
        lines.add(Table.of(cells)
                .right("streams", cell -> Integer.toString(cell.run().streams()))
                .right("window", cell -> window(cell.run()))
                .right("write", cell -> cell.run().writeSize().toString())
                .right("rate", cell -> Show.rate(cell.run().rate()))
                .left("limit", cell -> cell.limit().id())
                .left("because", SweepCell::why)
                .render());
        return lines.toString();
    }

    private static String window(CellRun run) {
        return run.window().map(DataSize::toString).orElse("auto");
    }

    private static void fitted(SweepFit fit, StringJoiner lines) {
        fit.perFlowCap().ifPresent(cap -> lines.add("Fitted cap of one stream: " + rate(cap) + "."));
        fit.cap().ifPresent(cap -> lines.add("Fitted cap of all streams: " + rate(cap) + "."));
        if (fit.windowShare().isPresent()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "Of each octet of window asked for, %.2f are under way; the fit leaves %s unexplained.",
                    fit.windowShare().getAsDouble(),
                    Show.percent(fit.residual())));
        }
    }

    private static String rate(SweepFit.FittedRate cap) {
        return Show.rate(cap.value()) + " (" + Show.rate(cap.interval().low()) + " to "
                + Show.rate(cap.interval().high()) + " at "
                + Show.percent(cap.interval().level()) + ")";
    }
}
