package io.longhaul.cli.report;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Show;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the template reads: texts only, not yet escaped. Every name here is a name in {@code page.mustache}. */
record Page(
        String title,
        String headline,
        String generator,
        String madeAt,
        String asOf,
        List<Tile> tiles,
        Captions captions,
        List<ProbeLine> provenance,
        List<FailureLine> failures,
        String failuresNote,
        List<CapLine> caps,
        String chartsVersion,
        VerdictTables verdicts,
        boolean hasVerdicts,
        boolean hasLog,
        boolean hasFailures) {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private static final int DATE_LENGTH = 10;

    record Tile(String value, String label) {}

    record ProbeLine(String prober, String kind, String campaign, String runs, String first, String last) {}

    record FailureLine(String started, String from, String to, String kind, String reason, String message) {}

    record CapLine(String site, String vmType, Cap egress, Cap ingress, Cap perFlow, String bucket) {}

    record Cap(String rate, String interval, String source) {
        static Cap of(Optional<CapEstimate> cap) {
            return cap.map(known -> new Cap(
                            Show.rate(known.value()),
                            known.interval()
                                    .map(ci -> Show.rate(ci.low()) + " to " + Show.rate(ci.high()) + ", "
                                            + Show.percent(ci.level()))
                                    .orElse(""),
                            known.source().id()))
                    .orElse(new Cap("–", "", ""));
        }
    }

    static Page of(ReportData data, Captions captions) {
        LogDigest log = data.log();
        return new Page(
                data.title(),
                Words.headline(data),
                data.generator(),
                minute(data.madeAt()),
                minute(data.snapshot().asOf()),
                tiles(data),
                captions,
                log.probedBy().stream().map(Page::line).toList(),
                Stream.concat(
                                log.failures().stream().map(Page::line),
                                data.snapshot().failedRuns().stream().map(Page::line))
                        .toList(),
                failuresNote(log) + setAsideNote(data.snapshot()),
                data.snapshot().sites().stream().map(Page::line).toList(),
                Assets.chartsVersion(),
                VerdictTables.of(data.recommendations()),
                !data.recommendations().isEmpty(),
                log.runs() > 0,
                !log.failures().isEmpty() || !data.snapshot().failedRuns().isEmpty());
    }

    private static List<Tile> tiles(ReportData data) {
        LogDigest log = data.log();
        var tiles = new ArrayList<Tile>();
        tiles.add(new Tile(Words.grouped(data.snapshot().sites().size()), "sites"));
        tiles.add(new Tile(Words.grouped(data.snapshot().links().size()), "links"));
        if (log.runs() > 0) {
            tiles.add(new Tile(Words.grouped(log.throughputRuns()), "throughput runs"));
            tiles.add(new Tile(Words.grouped(log.latencyRuns()), "latency runs"));
            tiles.add(new Tile(Words.grouped(log.failedRuns()), "failed runs"));
            tiles.add(new Tile(period(log), "measured"));
        }
        return tiles;
    }

    private static String period(LogDigest log) {
        if (log.first().isEmpty() || log.last().isEmpty()) {
            return "–";
        }
        String first = minute(log.first().get());
        String last = minute(log.last().get());
        if (first.equals(last)) {
            return first;
        }
        boolean sameDay = first.startsWith(last.substring(0, DATE_LENGTH));
        return first.replace(" UTC", "") + " to " + (sameDay ? last.substring(DATE_LENGTH + 1) : last);
    }

    private static ProbeLine line(Provenance.Line by) {
        return new ProbeLine(
                by.prober(),
                by.kind(),
                by.campaign().isEmpty() ? "–" : by.campaign(),
                Words.grouped(by.runs()),
                minute(by.first()),
                minute(by.last()));
    }

    private static FailureLine line(FailedMeasurement failure) {
        return new FailureLine(
                minute(failure.header().started()),
                failure.link().from().toString(),
                failure.link().to().toString(),
                failure.kind().id(),
                failure.reason(),
                failure.message());
    }

    private static FailureLine line(FailedRun run) {
        return new FailureLine(
                minute(run.started()),
                run.link().from().toString(),
                run.link().to().toString(),
                "throughput",
                "no measurement of its link",
                String.join("; ", run.why()));
    }

    private static String setAsideNote(Snapshot snapshot) {
        int runs = snapshot.failedRuns().size();
        return runs == 0
                ? ""
                : " " + Words.count(runs, "run")
                        + " ended with a number far below what the link, its campaign and the other"
                        + " direction make likely, and " + (runs == 1 ? "is" : "are")
                        + " left out of the estimates too.";
    }

    private static String failuresNote(LogDigest log) {
        if (log.failedRuns() == 0) {
            return log.runs() == 0 ? "No run in this log." : "No run failed.";
        }
        return log.failures().size() == log.failedRuns()
                ? Words.count(log.failedRuns(), "run") + " failed; they stay in the log and out of the estimates."
                : "The newest " + log.failures().size() + " of " + Words.grouped(log.failedRuns()) + " failed runs.";
    }

    private static CapLine line(SiteEstimate site) {
        return new CapLine(
                site.id().toString(),
                site.vmType().orElse("–"),
                Cap.of(site.egress()),
                Cap.of(site.ingress()),
                Cap.of(site.perFlow()),
                site.tokenBucket().map(Page::bucket).orElse("none seen"));
    }

    private static String bucket(TokenBucket bucket) {
        return Show.rate(bucket.high()) + " for " + Show.time(bucket.timeToEmpty()) + ", then "
                + Show.rate(bucket.low());
    }

    private static String minute(Instant instant) {
        return MINUTE.format(instant);
    }
}
