package io.longhaul.cli.report;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The report's own document, {@code longhaul-report/1}: what the pictures need beyond the snapshot and the verdicts. */
final class ReportDocument {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ReportDocument() {}

    static ObjectNode of(ReportData data, Optional<ImpliedWindow> fit) {
        var document = NODES.objectNode();
        document.put("format", "longhaul-report/1");
        document.put("title", data.title());
        document.put("generator", data.generator());
        document.put("made_at", data.madeAt().toString());
        var places = document.putObject("places");
        data.snapshot()
                .sites()
                .forEach(site -> Optional.ofNullable(data.places().get(site.id()))
                        .ifPresent(place -> places.putObject(site.id().toString())
                                .put("name", place.name())
                                .put("lat", place.latitude())
                                .put("lon", place.longitude())));
        fit.ifPresentOrElse(
                curve -> document.putObject("window_curve")
                        .put("window_bytes", curve.window().bytes())
                        .put("per_stream", curve.perStream()),
                () -> document.putNull("window_curve"));
        var words = document.putObject("limit_words");
        for (BindingLimit limit : BindingLimit.values()) {
            words.put(limit.id(), limit.words());
        }
        ArrayNode series = document.putArray("series");
        data.log().series().forEach(run -> series.add(series(run, data.snapshot())));
        ArrayNode rates = document.putArray("run_rates");
        data.log().rates().forEach(run -> {
            var node = rates.addObject();
            node.put("from", run.link().from().toString());
            node.put("to", run.link().to().toString());
            node.put("streams", run.streams());
            var values = node.putArray("bps");
            run.values().forEach(values::add);
        });
        ArrayNode courses = document.putArray("courses");
        Course.of(data.log().rates()).forEach(course -> courses.add(course(course, bps -> bps)));
        Course.of(data.log().trips()).forEach(course -> courses.add(course(course, nanos -> rounded(nanos / 1e6))));
        document.put("confirm_tolerance", ConfirmCurve.TOLERANCE);
        ArrayNode confirm = document.putArray("confirm");
        ConfirmCurve.of(data.log().rates()).forEach(curve -> confirm.add(confirm(curve)));
        return document;
    }

    private static ObjectNode course(Course course, LongFunction<Number> unit) {
        var node = NODES.objectNode();
        node.put("from", course.link().from().toString());
        node.put("to", course.link().to().toString());
        node.put("streams", course.streams() == 0 ? null : course.streams());
        numbers(node.putArray("at"), course.points(), Course.Point::at);
        numbers(node.putArray("low"), course.points(), point -> unit.apply(point.low()));
        numbers(node.putArray("median"), course.points(), point -> unit.apply(point.median()));
        numbers(node.putArray("high"), course.points(), point -> unit.apply(point.high()));
        numbers(node.putArray("runs"), course.points(), point -> (long) point.runs());
        return node;
    }

    private static ObjectNode confirm(ConfirmCurve curve) {
        var estimate = curve.estimate();
        var node = NODES.objectNode();
        node.put("from", curve.link().from().toString());
        node.put("to", curve.link().to().toString());
        node.put("streams", curve.streams());
        node.put("samples", estimate.samples());
        node.put("median_bps", Math.round(estimate.median()));
        node.put(
                "repetitions",
                estimate.repetitions().isPresent() ? estimate.repetitions().getAsInt() : null);
        var points = node.putArray("points");
        estimate.curve()
                .forEach(point -> points.addArray()
                        .add(point.repetitions())
                        .add(Math.round(point.meanLow()))
                        .add(Math.round(point.meanHigh())));
        return node;
    }

    private static ObjectNode series(RunSeries run, Snapshot snapshot) {
        var node = NODES.objectNode();
        node.put("id", run.id());
        node.put("from", run.link().from().toString());
        node.put("to", run.link().to().toString());
        node.put("started", run.started().toString());
        node.put("streams", run.streams());
        node.put("window_bytes", run.window().map(DataSize::bytes).orElse(null));
        node.put("stopped", run.stopped().id());
        node.put("steady_from_s", run.steadyFrom().map(Durations::seconds).orElse(null));
        node.put("merged_by", run.mergedBy());
        var levels = node.putArray("levels");
        var bucket = snapshot.findSite(run.link().from()).flatMap(SiteEstimate::tokenBucket);
        Level.of(run, bucket)
                .forEach(level -> levels.addObject()
                        .put("from_s", Durations.seconds(level.from()))
                        .put("to_s", Durations.seconds(level.to()))
                        .put("bps", level.rate().bitsPerSecond())
                        .put("phase", level.phase().map(Level.Phase::words).orElse(null)));
        List<IntervalSample> points = run.points();
        column(node.putArray("start_s"), points, point -> rounded(Durations.seconds(point.start())));
        column(node.putArray("end_s"), points, point -> rounded(Durations.seconds(point.end())));
        rates(node.putArray("sent_bps"), points, IntervalSample::sent);
        rates(node.putArray("received_bps"), points, IntervalSample::received);
        column(
                node.putArray("rtt_ms"),
                points,
                point -> point.rtt().map(rtt -> rounded(Durations.millis(rtt))).orElse(null));
        column(
                node.putArray("retransmits"),
                points,
                point -> point.retransmits().isEmpty()
                        ? null
                        : point.retransmits().getAsLong());
        return node;
    }

    private static void rates(
            ArrayNode column, List<IntervalSample> points, Function<IntervalSample, Optional<DataSize>> octets) {
        column(
                column,
                points,
                point -> octets.apply(point)
                        .filter(size -> point.end().compareTo(point.start()) > 0)
                        .map(size -> Bandwidth.of(size, point.end().minus(point.start()))
                                .bitsPerSecond())
                        .orElse(null));
    }

    private static void column(
            ArrayNode column, List<IntervalSample> points, Function<IntervalSample, @Nullable Number> value) {
        numbers(column, points, value);
    }

    private static <T> void numbers(ArrayNode column, List<T> points, Function<T, ? extends @Nullable Number> value) {
        points.forEach(point -> {
            Number number = value.apply(point);
            if (number == null) {
                column.addNull();
            } else if (number instanceof Long whole) {
                column.add(whole);
            } else {
                column.add(number.doubleValue());
            }
        });
    }

    /** Three decimals, to keep the page small. */
    private static double rounded(double value) {
        return Math.round(value * 1e3) / 1e3;
    }
}
