package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogDigestTest {
    private static final Link LINK = Link.between("aws:a", "gcp:b");

    @Test
    void keepsTheNewestFailuresAndCountsAll() {
        var collector = new LogDigest.Collector();
        IntStream.range(0, 700)
                .forEach(i -> collector.add(
                        new FailedMeasurement(header(LINK, i), Measurement.Kind.LATENCY, "timed-out", "No answer.")));
        LogDigest digest = collector.digest();
        assertThat(digest.failedRuns()).isEqualTo(700);
        assertThat(digest.failures()).hasSize(NewestFailures.KEPT);
        assertThat(digest.failures().get(0).header().id()).isEqualTo("m699");
        assertThat(digest.failures().get(NewestFailures.KEPT - 1).header().id()).isEqualTo("m200");
        assertThat(digest.first()).contains(Instant.EPOCH);
        assertThat(digest.last()).contains(Instant.ofEpochSecond(699));
    }

    @Test
    void keepsTheNewestSeriesOfALink() {
        var collector = new LogDigest.Collector();
        IntStream.range(0, 30).forEach(i -> collector.add(run(LINK, i, 10)));
        LogDigest digest = collector.digest();
        assertThat(digest.throughputRuns()).isEqualTo(30);
        assertThat(digest.series()).hasSize(12).extracting(RunSeries::id).contains("m18", "m29");
        assertThat(digest.seriesLeftOut()).isEqualTo(18);
    }

    @Test
    void mergesIntervalsWhenManyLinksShareThePage() {
        var collector = new LogDigest.Collector();
        IntStream.range(0, 500).forEach(i -> {
            Link link = Link.between("aws:a", "gcp:b" + i);
            collector.add(run(link, i, 700));
            collector.add(run(link, 1000 + i, 700));
        });
        LogDigest digest = collector.digest();
        assertThat(digest.series()).hasSize(500);
        assertThat(digest.series().stream().mapToInt(run -> run.points().size()).sum())
                .isLessThanOrEqualTo(120_000);
        RunSeries first = digest.series().get(0);
        assertThat(first.mergedBy()).isGreaterThan(1);
        assertThat(octets(first)).isEqualTo(700 * 1000L);
    }

    @Test
    void aMergedRunLosesNoOctetAndKeepsItsEnds() {
        RunSeries series = RunSeries.of(run(LINK, 0, 1001), 600);
        assertThat(series.mergedBy()).isEqualTo(2);
        assertThat(series.points()).hasSize(501);
        assertThat(octets(series)).isEqualTo(1001 * 1000L);
        assertThat(series.points().get(0).start()).isEqualTo(Duration.ZERO);
        assertThat(series.points().get(500).end()).isEqualTo(Duration.ofMillis(100_100));
        assertThat(series.points().get(0).rtt()).contains(Duration.ofMillis(20));
        assertThat(series.points().get(0).sent()).isEmpty();
    }

    @Test
    void aLinkIsShownThroughTheWeeksAndNoRunIsLost() {
        var collector = new LogDigest.Collector();
        for (int hour = 0; hour < 24 * 7 * 21; hour++) {
            boolean slow = hour > 24 * 70;
            collector.add(ThroughputMeasurement.ofRates(
                    header(LINK, 3600 * hour),
                    ThroughputAsked.streams("longhaul", 4, Optional.empty()),
                    Optional.empty(),
                    Optional.of(new Transferred(
                            Optional.empty(), Bandwidth.ofMegabitsPerSecond((slow ? 400 : 800) + hour % 24))),
                    Optional.empty(),
                    List.of(),
                    StopReason.TIME));
        }
        List<Course> courses = Course.of(collector.digest().rates());
        assertThat(courses).hasSize(1);
        List<Course.Point> points = courses.get(0).points();
        assertThat(points).hasSize(Course.MOST_POINTS);
        assertThat(points.stream().mapToInt(Course.Point::runs).sum()).isEqualTo(24 * 7 * 21);
        assertThat(points.get(0).median()).isBetween(800_000_000L, 824_000_000L);
        assertThat(points.get(points.size() - 1).high()).isLessThanOrEqualTo(424_000_000L);
        assertThat(points).isSortedAccordingTo(Comparator.comparingLong(Course.Point::at));
        assertThat(points).allSatisfy(point -> assertThat(point.median()).isBetween(point.low(), point.high()));
    }

    @Test
    void fewRunsAreAPointEach() {
        var runs = new RateShelf.Repeated(LINK, 0, List.of(30L, 10L, 20L), List.of(3L, 1L, 2L));
        assertThat(Course.of(List.of(runs)).get(0).points())
                .containsExactly(
                        new Course.Point(10, 1, 1, 1, 1),
                        new Course.Point(20, 2, 2, 2, 1),
                        new Course.Point(30, 3, 3, 3, 1));
        assertThat(Course.of(List.of(new RateShelf.Repeated(LINK, 1, List.of(1L, 2L), List.of(1L, 2L)))))
                .isEmpty();
    }

    private static long octets(RunSeries series) {
        return series.points().stream()
                .mapToLong(point -> point.received().orElseThrow().bytes())
                .sum();
    }

    private static MeasurementHeader header(Link link, int second) {
        return new MeasurementHeader(
                "m" + second,
                link,
                Optional.empty(),
                Optional.empty(),
                Instant.ofEpochSecond(second),
                Duration.ofSeconds(1),
                new MeasurementHeader.Prober("longhaul", "0.1.0"),
                Optional.empty());
    }

    private static ThroughputMeasurement run(Link link, int second, int intervals) {
        List<IntervalSample> samples = IntStream.range(0, intervals)
                .mapToObj(i -> new IntervalSample(
                        Duration.ofMillis(100L * i),
                        Duration.ofMillis(100L * (i + 1)),
                        Optional.empty(),
                        Optional.of(DataSize.ofBytes(1000)),
                        OptionalLong.empty(),
                        Optional.of(Duration.ofMillis(i % 2 == 0 ? 10 : 30)),
                        Optional.empty()))
                .toList();
        return ThroughputMeasurement.ofRates(
                header(link, second),
                ThroughputAsked.streams("longhaul", 4, Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                samples,
                StopReason.TIME);
    }
}
