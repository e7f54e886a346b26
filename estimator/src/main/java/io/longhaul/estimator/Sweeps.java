package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import io.longhaul.core.study.SweepResult;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.stats.Quantiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Explains a grid of measured rates by T(n, W) = min(n min(W / RTT, flow cap, loss limit), VM cap, path cap), by the same model and
 * the same rule of abstention as a whole log ({@link LimitModel}). A pure function of the runs. Stateless.
 */
public final class Sweeps {
    private static final double ENOUGH = 0.95;

    /** Rates so near to that of a bucket that ran dry are held by it. */
    private static final double BUCKET_MARGIN = 0.25;

    private static final Set<BindingLimit> OF_ALL =
            EnumSet.of(BindingLimit.VM_EGRESS_CAP, BindingLimit.VM_INGRESS_CAP, BindingLimit.PATH_CAP);

    /** All observations are of one link, whatever that is. */
    private static final Link LINK = new Link(new SiteId("host", "here"), new SiteId("host", "there"));

    /** A cell that the last of the volume cut short says nothing of its rate. */
    private static final Set<StopReason> WHOLE = Set.of(StopReason.TIME, StopReason.BUDGET, StopReason.CONVERGED);

    private Sweeps() {}

    /** A point of the grid with the runs behind it. */
    record Cell(CellRun told, List<Run> runs) {}

    private record Shape(int streams, Optional<DataSize> window, DataSize writeSize) {}

    /**
     * Explains what was measured with several streams, windows and write sizes on one link.
     *
     * @param runs also those that failed, and those that the end of a volume cut short, which say nothing of a rate
     * @param aggregate what a cap on all streams together is, as a contention study told; else
     *     {@link BindingLimit#NOT_IDENTIFIED}, for one destination cannot tell a VM's cap from a path's
     * @param random of the bootstrap
     */
    public static SweepResult explain(List<Measurement> runs, BindingLimit aggregate, RandomGenerator random) {
        return explain(grid(runs), aggregate, runs, random);
    }

    private static List<Cell> grid(List<Measurement> measurements) {
        var runs = new LinkedHashMap<Shape, List<ThroughputMeasurement>>();
        for (Measurement measurement : measurements) {
            if (measurement instanceof ThroughputMeasurement run && WHOLE.contains(run.stopped())) {
                var shape = new Shape(
                        run.asked().streams(),
                        run.asked().window(),
                        run.asked().writeSize().orElse(DataSize.ZERO));
                runs.computeIfAbsent(shape, key -> new ArrayList<>()).add(run);
            }
        }
        var grid = new ArrayList<Cell>();
        runs.forEach((shape, repetitions) -> {
            List<ThroughputMeasurement> sorted = repetitions.stream()
                    .sorted(Comparator.comparing(Sweeps::rate))
                    .toList();
            ThroughputMeasurement middle = sorted.get(sorted.size() / 2);
            grid.add(new Cell(
                    new CellRun(
                            shape.streams(),
                            shape.window(),
                            shape.writeSize(),
                            rate(middle),
                            sorted.stream().map(Sweeps::rate).toList(),
                            middle.steady().flatMap(SteadyRate::interval),
                            BucketFall.evidence(middle)),
                    sorted.stream().map(run -> RunReduction.of(run, false)).toList()));
        });
        return grid;
    }

    private static Bandwidth rate(ThroughputMeasurement run) {
        return run.rate().orElse(Bandwidth.ZERO);
    }

    static SweepResult explain(
            List<Cell> grid, BindingLimit aggregate, List<Measurement> measurements, RandomGenerator random) {
        if (grid.isEmpty()) {
            return new SweepResult(
                    List.of(),
                    BindingLimit.NOT_IDENTIFIED,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of("Every run failed."),
                    measurements);
        }
        Optional<Duration> rtt = rtt(grid);
        List<Judged> judged = judged(grid, rtt, aggregate);
        Optional<Bandwidth> vmCap = median(judged, Judged::ofAll, CellRun::bitsPerSecond);
        Optional<Bandwidth> perFlow =
                median(judged, one -> one.limit() == BindingLimit.PER_FLOW_CAP, CellRun::bitsPerSecondOfOne);
        List<SweepCell> cells = judged.stream().map(Judged::cell).toList();
        SweepCell top = cells.stream()
                .max(Comparator.comparingInt((SweepCell cell) -> cell.run().streams())
                        .thenComparingLong(cell -> cell.run().windowBytes()))
                .orElseThrow();
        CellRun recommended = recommended(cells.stream().map(SweepCell::run).toList());
        return new SweepResult(
                cells,
                top.limit(),
                perFlow,
                vmCap,
                rtt,
                rtt.flatMap(time -> new SweepFitter(cells, Durations.seconds(time)).fit(random)),
                Optional.of(recommended),
                explanation(top, perFlow, vmCap, aggregate, recommended),
                measurements);
    }

    /**
     * A cell with its limit.
     *
     * @param ofAll whether a cap on all streams together binds, whatever that is
     */
    private record Judged(SweepCell cell, boolean ofAll) {
        BindingLimit limit() {
            return cell.limit();
        }
    }

    /**
     * The one model of every rate, asked about many observations of one link. One link cannot tell the caps of its ends from that
     * of its path: what is believed of the three counts together.
     */
    private static List<Judged> judged(List<Cell> grid, Optional<Duration> rtt, BindingLimit aggregate) {
        List<Observation> points =
                grid.stream().map(cell -> observation(cell, rtt)).toList();
        List<Observation> curve = points.stream()
                .sorted(Comparator.<Observation>comparingInt(
                                point -> point.point().streams())
                        .thenComparing(Observation::rate))
                .toList();
        List<List<Run>> runs = curve.stream().map(Observation::runs).toList();
        var model = new LimitModel(Map.of(LINK, curve), Scatter.of(runs, runs), DocumentedCaps.NONE);
        OptionalDouble drained = grid.stream()
                .flatMapToDouble(cell -> cell.told().evidence().fallenTo().stream())
                .max();
        return IntStream.range(0, grid.size())
                .mapToObj(i -> judged(grid.get(i).told(), model.odds(points.get(i)), aggregate, drained))
                .toList();
    }

    private static Judged judged(CellRun run, double[] odds, BindingLimit aggregate, OptionalDouble drained) {
        double all = 0;
        BindingLimit best = BindingLimit.NOT_IDENTIFIED;
        double certainty = 0;
        for (int i = 0; i < odds.length; i++) {
            BindingLimit limit = RunEvidence.LIMITS.get(i);
            if (OF_ALL.contains(limit)) {
                all += odds[i];
            } else if (odds[i] > certainty) {
                best = limit;
                certainty = odds[i];
            }
        }
        boolean capped = all >= LimitModel.SURE;
        boolean spent =
                drained.isPresent() && Math.abs(run.bitsPerSecond() / drained.getAsDouble() - 1) <= BUCKET_MARGIN;
        if (capped && spent) {
            String low = Show.rate(Bandwidth.ofBitsPerSecond(drained.getAsDouble()));
            String why = "the rate is that without credit (" + low + "), to which another run fell";
            return new Judged(new SweepCell(run, BindingLimit.TOKEN_BUCKET, all, why), false);
        }
        if (capped) {
            return new Judged(new SweepCell(run, aggregate, all, why(run, BindingLimit.VM_EGRESS_CAP)), true);
        }
        if (certainty >= LimitModel.SURE) {
            return new Judged(new SweepCell(run, best, certainty, why(run, best)), false);
        }
        String likeliest = all > certainty ? "a cap on all streams together" : best.words();
        String sure = Math.round(100 * Math.max(all, certainty)) + " %";
        String why = Show.rate(run.rate()) + ", of which nothing is sure; likeliest is " + likeliest + ", with " + sure;
        return new Judged(new SweepCell(run, BindingLimit.NOT_IDENTIFIED, Math.max(all, certainty), why), false);
    }

    private static Observation observation(Cell cell, Optional<Duration> rtt) {
        CellRun told = cell.told();
        return new Observation(
                LINK,
                RatePoints.UNKNOWN,
                RatePoints.UNKNOWN,
                rtt.map(time -> new RttEstimate(time, Optional.empty())),
                new RatePoint(
                        told.streams(),
                        told.window(),
                        Optional.empty(),
                        Optional.of(told.rate()),
                        Optional.of(told.rate()),
                        told.interval(),
                        cell.runs().size()),
                cell.runs());
    }

    private static String why(CellRun run, BindingLimit limit) {
        CellEvidence evidence = run.evidence();
        return switch (limit) {
            case ENDPOINT_CPU ->
                "a thread that moved data could not keep up with its socket: this is no result about the network";
            case RECEIVE_WINDOW ->
                "the receiver's window held the senders back" + ofTheTime(evidence.receiveWindowShare());
            case SEND_BUFFER ->
                "the sockets took no more although all they held was under way"
                        + ofTheTime(evidence.sendBufferDryShare());
            case LOSS ->
                "segments were sent again" + ofAll(evidence.retransmitShare())
                        + ", which allows about this rate, and the RTT stayed low";
            case PER_FLOW_CAP ->
                "each stream carries " + Show.rate(Bandwidth.ofBitsPerSecond(run.bitsPerSecondOfOne()))
                        + " whatever its window and the number of streams";
            case TOKEN_BUCKET ->
                "the rate fell"
                        + evidence.fallenTo().stream()
                                .mapToObj(low -> " to " + Show.rate(Bandwidth.ofBitsPerSecond(low)))
                                .findFirst()
                                .orElse("")
                        + " within the run and stayed there: credit was spent";
            default ->
                streams(run) + " carried " + Show.rate(run.rate())
                        + ", and neither their number nor their windows make it more: a cap on all together";
        };
    }

    private static String ofTheTime(OptionalDouble share) {
        return share.isPresent() ? " " + percent(share.getAsDouble()) + " of the time" : "";
    }

    private static String ofAll(OptionalDouble share) {
        return share.isPresent() ? " (" + percent(share.getAsDouble()) + " of them)" : "";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3g %%", 100 * share);
    }

    private static CellRun recommended(List<CellRun> grid) {
        double best = grid.stream().mapToDouble(CellRun::bitsPerSecond).max().orElse(0);
        return grid.stream()
                .filter(cell -> cell.bitsPerSecond() >= ENOUGH * best)
                .min(Comparator.comparingInt(CellRun::streams)
                        .thenComparingLong(CellRun::windowBytes)
                        .thenComparing(CellRun::writeSize, Comparator.reverseOrder()))
                .orElseThrow();
    }

    private static Optional<Bandwidth> median(
            List<Judged> cells, Predicate<Judged> which, ToDoubleFunction<CellRun> figure) {
        double[] known = cells.stream()
                .filter(which)
                .mapToDouble(one -> figure.applyAsDouble(one.cell().run()))
                .toArray();
        return known.length == 0 ? Optional.empty() : Optional.of(Bandwidth.ofBitsPerSecond(Quantiles.median(known)));
    }

    private static Optional<Duration> rtt(List<Cell> grid) {
        return grid.stream()
                .flatMapToDouble(cell -> cell.told().evidence().minRttSeconds().stream())
                .boxed()
                .min(Double::compare)
                .map(Durations::ofSeconds);
    }

    private static List<String> explanation(
            SweepCell top,
            Optional<Bandwidth> perFlow,
            Optional<Bandwidth> vmCap,
            BindingLimit aggregate,
            CellRun recommended) {
        var sentences = new ArrayList<String>();
        sentences.add(
                "With " + streams(top.run()) + " the limit is " + top.limit().words() + ": " + top.why() + ".");
        perFlow.ifPresent(cap -> sentences.add("One stream carries " + Show.rate(cap) + " at most."));
        vmCap.ifPresent(cap -> sentences.add("All streams together carry " + Show.rate(cap) + " at most"
                + (aggregate == BindingLimit.NOT_IDENTIFIED
                        ? "; whether a VM or the path holds them there, a contention study tells."
                        : ".")));
        sentences.add("The cheapest way to 95 % of the best rate is " + streams(recommended) + " with "
                + recommended
                        .window()
                        .map(DataSize::toString)
                        .map("a window of "::concat)
                        .orElse("the kernel's window")
                + " and writes of " + recommended.writeSize() + ": " + Show.rate(recommended.rate()) + ".");
        return sentences;
    }

    private static String streams(CellRun run) {
        return run.streams() + (run.streams() == 1 ? " stream" : " streams");
    }
}
