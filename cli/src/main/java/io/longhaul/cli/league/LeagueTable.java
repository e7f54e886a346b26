package io.longhaul.cli.league;

import io.longhaul.core.job.LeagueRow;
import io.longhaul.core.job.LeagueRow.Input;
import io.longhaul.stats.Interval;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.sum.BinomialShare;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What the rows of a league come to: by network, input and strategy, and by network whether relays pay. Immutable.
 *
 * @param lines by network, input, then strategy in the order of the rows
 * @param relays by network and world
 */
public record LeagueTable(List<Line> lines, List<Relays> relays) {
    /** A time that is longer than another by less is as good; the judge and the planners' models agree to less than that. */
    public static final double AS_GOOD = 1.05;

    private static final double LEVEL = 0.95;
    private static final double P95 = 0.95;
    private static final String REFERENCE = "in-place";
    /** Deadlines are the time of in-place times a factor between these: some loose, some that only a better plan meets. */
    private static final double TIGHTEST = 0.4;

    private static final double LOOSEST = 1.6;

    /**
     * One strategy on one network with one input.
     *
     * @param jobs carried out
     * @param failures jobs it had no plan for, or whose plan could not be carried out
     * @param median seconds
     * @param p95 seconds
     * @param gain how many times faster than in-place on the same input, median
     * @param regret time over the best of all strategies on the network as it is, less 1: median
     * @param regretP95 the same at the 95th percentile
     * @param behind share of jobs that took more than {@link #AS_GOOD} times the best
     * @param dollars mean
     * @param missed share of jobs later than their deadline, of which no planner was told: the time of in-place on the network as
     *     it is, times a factor drawn by job between 0.4 and 1.6
     * @param planningMillis median
     */
    public record Line(
            String network,
            Input input,
            String strategy,
            int jobs,
            int failures,
            double median,
            double p95,
            double gain,
            double regret,
            double regretP95,
            double behind,
            double dollars,
            double missed,
            double planningMillis,
            Measurement measurement) {}

    /**
     * What came of having been shown one stream; of those inputs only, else nothing.
     *
     * @param wrong share of jobs that would have been faster by more than {@link #AS_GOOD} had the network been known, streams
     *     being as many
     * @param interval of {@code wrong}, 95 %
     * @param lost how much longer those took, median, as a factor
     * @param streamsAlone how many times faster the same plans are with more streams, median
     */
    public record Measurement(double wrong, Interval interval, double lost, double streamsAlone) {
        static final Measurement NONE = new Measurement(0, new Interval(0, 0, LEVEL, LEVEL), 1, 1);
    }

    /**
     * Whether relays pay: the share of jobs whose best plan passes data on and is faster than every plan that does not, by more than
     * {@link #AS_GOOD}.
     *
     * @param world {@link Input#TRUE}, or {@link Input#BELIEVED}: as if one stream were all there is
     */
    public record Relays(String network, Input world, int pay, int jobs, Interval share) {}

    public LeagueTable {
        lines = List.copyOf(lines);
        relays = List.copyOf(relays);
    }

    /** The table of rows; a row that stands twice counts as it stands last. */
    public static LeagueTable of(Collection<LeagueRow> rows) {
        var byKey = new LinkedHashMap<String, LeagueRow>();
        rows.forEach(row -> byKey.put(row.key(), row));
        var networks = new LinkedHashMap<String, List<LeagueRow>>();
        byKey.values()
                .forEach(row -> networks.computeIfAbsent(row.network(), added -> new ArrayList<>())
                        .add(row));
        var lines = new ArrayList<Line>();
        var relays = new ArrayList<Relays>();
        networks.forEach((network, all) -> {
            var world = new World(network, all, byKey);
            for (Input input : List.of(Input.TRUE, Input.SINGLE_STREAM, Input.MORE_STREAMS)) {
                world.strategies().forEach(strategy -> lines.add(world.line(input, strategy)));
            }
            relays.add(world.relays(Input.TRUE));
            relays.add(world.relays(Input.BELIEVED));
        });
        return new LeagueTable(lines, relays);
    }

    /** The rows of one network. */
    private record World(String network, List<LeagueRow> rows, Map<String, LeagueRow> byKey, Map<String, Double> best) {
        World(String network, List<LeagueRow> rows, Map<String, LeagueRow> byKey) {
            this(network, rows, byKey, new TreeMap<>());
            rows.forEach(row -> {
                if (row.input() == Input.TRUE) {
                    row.seconds().ifPresent(seconds -> best.merge(row.problem(), seconds, Math::min));
                }
            });
        }

        List<String> strategies() {
            return rows.stream().map(LeagueRow::strategy).distinct().toList();
        }

        private OptionalDouble seconds(LeagueRow row, String strategy, Input input) {
            LeagueRow other = byKey.get(row.problem() + "\n" + strategy + "\n" + input.id());
            return other == null ? OptionalDouble.empty() : other.seconds();
        }

        Line line(Input input, String strategy) {
            List<LeagueRow> all = rows.stream()
                    .filter(row -> row.input() == input && row.strategy().equals(strategy))
                    .toList();
            List<LeagueRow> done =
                    all.stream().filter(row -> row.seconds().isPresent()).toList();
            return new Line(
                    network,
                    input,
                    strategy,
                    done.size(),
                    all.size() - done.size(),
                    quantile(done, 0.5, World::time),
                    quantile(done, P95, World::time),
                    quantile(done, 0.5, row -> over(seconds(row, REFERENCE, input), time(row))),
                    quantile(done, 0.5, this::regret),
                    quantile(done, P95, this::regret),
                    share(done, row -> regret(row) > AS_GOOD - 1 ? 1 : 0),
                    share(done, LeagueRow::dollars),
                    share(done, row -> isLate(row) ? 1 : 0),
                    quantile(all, 0.5, LeagueRow::planningMillis),
                    input == Input.SINGLE_STREAM ? measurement(done, strategy) : Measurement.NONE);
        }

        private static double time(LeagueRow row) {
            return row.seconds().orElse(Double.NaN);
        }

        /** A job that takes no time takes as long as itself; not a number where nothing can be compared. */
        private static double over(OptionalDouble one, double other) {
            if (one.isEmpty()) {
                return Double.NaN;
            }
            return one.getAsDouble() == other ? 1 : other > 0 ? one.getAsDouble() / other : Double.NaN;
        }

        private double regret(LeagueRow row) {
            double least = best.getOrDefault(row.problem(), Double.NaN);
            return least > 0 ? time(row) / least - 1 : 0;
        }

        private boolean isLate(LeagueRow row) {
            double drawn = new SplittableRandom(row.problem().hashCode()).nextDouble(TIGHTEST, LOOSEST);
            OptionalDouble reference = seconds(row, REFERENCE, Input.TRUE);
            return reference.isPresent() && time(row) > drawn * reference.getAsDouble();
        }

        private Measurement measurement(List<LeagueRow> single, String strategy) {
            var lost = new ArrayList<Double>();
            int wrong = 0;
            int compared = 0;
            var streams = new ArrayList<Double>();
            for (LeagueRow row : single) {
                OptionalDouble more = seconds(row, strategy, Input.MORE_STREAMS);
                OptionalDouble known = seconds(row, strategy, Input.TRUE);
                if (more.isEmpty() || known.isEmpty()) {
                    continue;
                }
                compared++;
                double gained = over(row.seconds(), more.getAsDouble());
                if (Double.isFinite(gained)) {
                    streams.add(gained);
                }
                double factor = over(more, known.getAsDouble());
                if (factor > AS_GOOD) {
                    wrong++;
                    lost.add(factor);
                }
            }
            return compared == 0
                    ? Measurement.NONE
                    : new Measurement(
                            (double) wrong / compared,
                            BinomialShare.interval(wrong, compared, LEVEL),
                            lost.isEmpty() ? 1 : median(lost),
                            streams.isEmpty() ? 1 : median(streams));
        }

        Relays relays(Input world) {
            var with = new TreeMap<String, Double>();
            var without = new TreeMap<String, Double>();
            for (LeagueRow row : rows) {
                if (row.input() == world && row.seconds().isPresent()) {
                    (row.relayed() > 0 ? with : without).merge(row.problem(), time(row), Math::min);
                    row.withoutRelays().ifPresent(seconds -> without.merge(row.problem(), seconds, Math::min));
                }
            }
            int pay = (int) with.entrySet().stream()
                    .filter(entry ->
                            without.getOrDefault(entry.getKey(), Double.MAX_VALUE) > AS_GOOD * entry.getValue())
                    .count();
            int jobs = (int) rows.stream()
                    .filter(row -> row.input() == world && row.seconds().isPresent())
                    .map(LeagueRow::problem)
                    .distinct()
                    .count();
            return new Relays(
                    network,
                    world,
                    pay,
                    jobs,
                    jobs == 0 ? new Interval(0, 1, LEVEL, LEVEL) : BinomialShare.interval(pay, jobs, LEVEL));
        }

        private static double median(List<Double> values) {
            return Quantiles.median(
                    values.stream().mapToDouble(Double::doubleValue).toArray());
        }

        private static double quantile(List<LeagueRow> rows, double q, ToDoubleFunction<LeagueRow> value) {
            double[] values =
                    rows.stream().mapToDouble(value).filter(Double::isFinite).toArray();
            return values.length == 0 ? 0 : Quantiles.of(values, q);
        }

        private static double share(List<LeagueRow> rows, ToDoubleFunction<LeagueRow> value) {
            return rows.stream().mapToDouble(value).average().orElse(0);
        }
    }

    /** {@code longhaul-league/1}; see {@code docs/formats/league.md}. */
    public static final class Json extends JsonDocument<LeagueTable> {
        public Json() {
            super("longhaul-league/1");
        }

        @Override
        protected void encode(FieldWriter out, LeagueTable table) {
            out.objects("rows", table.lines(), Json::line)
                    .objects(
                            "relays",
                            table.relays(),
                            (fields, relays) -> interval(
                                    fields.text("network", relays.network())
                                            .text("input", relays.world().id())
                                            .integer("jobs", relays.jobs())
                                            .integer("pay", relays.pay()),
                                    relays.share()));
        }

        private static void line(FieldWriter out, Line line) {
            out.text("strategy", line.strategy())
                    .text("network", line.network())
                    .text("input", line.input().id())
                    .integer("jobs", line.jobs())
                    .integer("failures", line.failures())
                    .object(
                            "time_s",
                            line,
                            (fields, of) ->
                                    fields.decimal("median", of.median()).decimal("p95", of.p95()))
                    .decimal("gain_over_in_place", line.gain())
                    .decimal("regret", line.regret())
                    .decimal("regret_p95", line.regretP95())
                    .decimal("behind", line.behind());
            if (line.input() == Input.SINGLE_STREAM) {
                out.object(
                        "wrong_by_measurement",
                        line.measurement(),
                        (fields, of) -> interval(
                                fields.decimal("share", of.wrong())
                                        .decimal("longer", of.lost())
                                        .decimal("streams_alone", of.streamsAlone()),
                                of.interval()));
            } else {
                out.nothing("wrong_by_measurement");
            }
            out.decimal("cost_usd", line.dollars())
                    .decimal("deadlines_missed", line.missed())
                    .decimal("planning_ms", line.planningMillis());
        }

        private static void interval(FieldWriter out, Interval interval) {
            out.object(
                    "ci",
                    interval,
                    (fields, ci) -> fields.decimal("low", ci.low())
                            .decimal("high", ci.high())
                            .decimal("level", ci.level()));
        }
    }
}
