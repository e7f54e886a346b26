package io.longhaul.cli.league;

import io.longhaul.cli.league.LeagueTable.Line;
import io.longhaul.cli.league.LeagueTable.Relays;
import io.longhaul.cli.report.LeaguePage;
import io.longhaul.cli.report.LeaguePage.Listing;
import io.longhaul.cli.report.LeaguePage.Part;
import io.longhaul.cli.report.LeaguePage.Picture;
import io.longhaul.cli.report.LeaguePage.Picture.Value;
import io.longhaul.cli.text.Table;
import io.longhaul.core.job.LeagueRow.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A league as text: a table by network and input, then what the measurement cost and whether relays pay. */
public final class LeagueText {
    private LeagueText() {}

    public static String of(LeagueTable table) {
        List<String> lines = new ArrayList<>();
        for (String network :
                table.lines().stream().map(Line::network).distinct().toList()) {
            for (Input input : List.of(Input.TRUE, Input.SINGLE_STREAM, Input.MORE_STREAMS)) {
                lines.add(network + ", " + words(input) + ":");
                lines.add(text(
                        table.lines().stream()
                                .filter(line -> line.network().equals(network) && line.input() == input)
                                .toList(),
                        input));
                lines.add("");
            }
        }
        lines.add("Relays pay (the best plan passes data on and is faster by more than 5 % than all that do not):");
        table.relays().forEach(relays -> lines.add("  " + sentence(relays)));
        return String.join(System.lineSeparator(), lines);
    }

    /** A column: its header, and what stands in it. */
    private record Column(String header, Function<Line, String> cell) {}

    private static List<Column> columns(Input input) {
        var columns = new ArrayList<>(List.of(
                new Column("strategy", Line::strategy),
                new Column("jobs", line -> line.jobs() + (line.failures() > 0 ? " -" + line.failures() : "")),
                new Column("median", line -> number(line.median()) + " s"),
                new Column("p95", line -> number(line.p95()) + " s"),
                new Column("over in-place", line -> number(line.gain()) + "x"),
                new Column("regret", line -> percent(line.regret())),
                new Column("regret p95", line -> percent(line.regretP95())),
                new Column("behind", line -> percent(line.behind())),
                new Column("late", line -> percent(line.missed())),
                new Column("cost", line -> "USD " + number(line.dollars())),
                new Column("planned in", line -> number(line.planningMillis()) + " ms")));
        if (input == Input.SINGLE_STREAM) {
            columns.add(new Column("wrong", line -> percent(line.measurement().wrong())));
            columns.add(new Column("by", line -> number(line.measurement().lost()) + "x"));
            columns.add(new Column(
                    "streams alone", line -> number(line.measurement().streamsAlone()) + "x"));
        }
        return columns;
    }

    private static String text(List<Line> lines, Input input) {
        Table<Line> table = Table.of(lines);
        for (Column column : columns(input)) {
            table = column.header.equals("strategy")
                    ? table.left(column.header, column.cell)
                    : table.right(column.header, column.cell);
        }
        return table.render();
    }

    /** The same as a page with pictures. */
    public static LeaguePage page(LeagueTable table, String generator) {
        var parts = new ArrayList<Part>();
        for (String network :
                table.lines().stream().map(Line::network).distinct().toList()) {
            List<Line> lines = table.lines().stream()
                    .filter(line -> line.network().equals(network))
                    .toList();
            var pictures = new ArrayList<Picture>();
            pictures.add(picture(
                    "How many times faster than in-place, median: planned on the network as it is (first of each pair), and"
                            + " on what one stream shows, carried with more streams",
                    lines,
                    List.of(Input.TRUE, Input.MORE_STREAMS),
                    Line::gain,
                    line -> number(line.gain()) + "x"));
            pictures.add(picture(
                    "Time beyond the best of all, 95th percentile of jobs, as above",
                    lines,
                    List.of(Input.TRUE, Input.MORE_STREAMS),
                    Line::regretP95,
                    line -> percent(line.regretP95())));
            pictures.add(picture(
                    "Jobs placed wrong because of the measurement: longer by more than 5 % than with the network known",
                    lines,
                    List.of(Input.SINGLE_STREAM),
                    line -> line.measurement().wrong(),
                    line -> percent(line.measurement().wrong())));
            pictures.add(picture(
                    "What more streams alone give: how many times faster the same plans are",
                    lines,
                    List.of(Input.SINGLE_STREAM),
                    line -> line.measurement().streamsAlone(),
                    line -> number(line.measurement().streamsAlone()) + "x"));
            var listings = new ArrayList<Listing>();
            for (Input input : List.of(Input.TRUE, Input.SINGLE_STREAM, Input.MORE_STREAMS)) {
                List<Column> columns = columns(input);
                listings.add(new Listing(
                        words(input),
                        columns.stream().map(Column::header).toList(),
                        lines.stream()
                                .filter(line -> line.input() == input)
                                .map(line -> columns.stream()
                                        .map(column -> column.cell.apply(line))
                                        .toList())
                                .toList()));
            }
            parts.add(new Part(
                    network,
                    pictures,
                    listings,
                    table.relays().stream()
                            .filter(relays -> relays.network().equals(network))
                            .map(relays -> "Relays pay: " + sentence(relays) + ".")
                            .toList()));
        }
        int jobs = table.lines().stream().mapToInt(Line::jobs).max().orElse(0);
        return new LeaguePage(
                "Planners of geo-distributed jobs",
                generator,
                table.lines().stream().map(Line::strategy).distinct().count() + " strategies on up to " + jobs
                        + " jobs on each of " + parts.size()
                        + " networks, every plan carried out in virtual time on the"
                        + " network as it is.",
                parts);
    }

    private static Picture picture(
            String caption,
            List<Line> lines,
            List<Input> inputs,
            ToDoubleFunction<Line> value,
            Function<Line, String> shown) {
        var values = new ArrayList<Value>();
        for (String strategy : lines.stream().map(Line::strategy).distinct().toList()) {
            for (Line line : lines) {
                int colour = inputs.indexOf(line.input());
                if (line.strategy().equals(strategy) && colour >= 0) {
                    values.add(new Value(
                            colour == 0 ? strategy : "",
                            value.applyAsDouble(line),
                            shown.apply(line),
                            "c" + (colour + 1)));
                }
            }
        }
        return Picture.of(caption, values);
    }

    /** What an input is. */
    static String words(Input input) {
        return switch (input) {
            case TRUE -> "planned on the network as it is";
            case SINGLE_STREAM -> "planned on what one stream shows, carried with one stream";
            case MORE_STREAMS -> "planned on what one stream shows, carried with more streams";
            case BELIEVED -> "where one stream is all there is";
        };
    }

    static String sentence(Relays relays) {
        return relays.network() + ", " + (relays.world() == Input.TRUE ? "as it is" : words(relays.world())) + ": "
                + relays.pay() + " of " + relays.jobs() + " jobs, "
                + percent(relays.jobs() == 0 ? 0 : (double) relays.pay() / relays.jobs()) + " (95 %: "
                + percent(relays.share().low()) + " to "
                + percent(relays.share().high()) + ")";
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Three digits. */
    static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
