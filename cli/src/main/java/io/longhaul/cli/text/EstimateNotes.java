package io.longhaul.cli.text;

import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.estimate.TokenBucketEstimate;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a reader of a snapshot should know beside the tables: failed runs, buckets, rhythms, refusals, age, predictions. */
final class EstimateNotes {
    private static final Duration FRESH = Duration.ofDays(7);

    private EstimateNotes() {}

    /** @param most rows of each list shown one by one */
    static void append(StringBuilder text, Snapshot snapshot, int most) {
        failedRuns(text, snapshot.failedRuns(), most);
        buckets(text, snapshot.sites());
        rhythms(text, snapshot.links(), most);
        refusals(text, snapshot.links());
        age(text, snapshot);
        predictions(text, snapshot.predictions(), most);
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static <T> List<T> first(List<T> rows, int most) {
        return rows.subList(0, Math.min(Math.max(0, most), rows.size()));
    }

    private static void rest(StringBuilder text, int rows, int most) {
        if (rows > most) {
            line(text, "... and " + (rows - most) + " more; --format json lists all.");
        }
    }

    private static void failedRuns(StringBuilder text, List<FailedRun> runs, int most) {
        if (runs.isEmpty()) {
            return;
        }
        line(text, "Failed runs: in the log, left out of the estimates");
        line(
                text,
                Table.of(first(runs, most))
                        .left("from", run -> run.link().from().toString())
                        .left("to", run -> run.link().to().toString())
                        .left("started", run -> run.started().toString().substring(0, 10))
                        .right("rate", run -> Show.rate(run.rate()))
                        .right("expected", run -> Show.rate(run.expected()))
                        .render(run -> List.of(run.why().get(run.why().size() - 1))));
        rest(text, runs.size(), most);
        line(text, "");
    }

    private static void buckets(StringBuilder text, List<SiteEstimate> sites) {
        List<SiteEstimate> seen = sites.stream()
                .filter(site -> site.bucketEstimate()
                        .filter(bucket -> bucket.source() == Source.MEASURED)
                        .isPresent())
                .toList();
        for (SiteEstimate site : seen) {
            TokenBucketEstimate bucket = site.bucketEstimate().orElseThrow();
            text.append(Prose.wrapped(
                    "",
                    "Token bucket at " + site.id() + ": "
                            + Show.rate(bucket.bucket().high()) + ", then "
                            + Show.rate(bucket.bucket().low()) + " after "
                            + Show.size(bucket.bucket().budget())
                            + " of credit, refill " + Show.rate(bucket.bucket().refill()) + " ("
                            + bucket.evidence() + ")."));
        }
        if (!seen.isEmpty()) {
            line(text, "");
        }
    }

    private static void rhythms(StringBuilder text, List<LinkEstimate> links, int most) {
        List<String> notes = links.stream()
                .flatMap(link -> link.stability().stream()
                        .flatMap(stability -> stability.notes().stream())
                        .map(note -> link.link() + ": " + note + "."))
                .toList();
        if (!notes.isEmpty()) {
            line(text, "Hours and days that differ");
            first(notes, most).forEach(note -> text.append(Prose.wrapped("", note)));
            rest(text, notes.size(), most);
            line(text, "");
        }
    }

    /** Only what a reader could not guess: too few runs is plain from the table. */
    private static void refusals(StringBuilder text, List<LinkEstimate> links) {
        List<String> refused = links.stream()
                .flatMap(link -> link
                        .mostStreams()
                        .flatMap(RatePoint::whyNoInterval)
                        .filter(why -> why.startsWith("refused"))
                        .map(why -> link.link() + ": " + why + ".")
                        .stream())
                .toList();
        if (!refused.isEmpty()) {
            line(text, "No interval, although there are runs enough");
            first(refused, 10).forEach(why -> text.append(Prose.wrapped("", why)));
            rest(text, refused.size(), 10);
            line(text, "");
        }
    }

    private static void age(StringBuilder text, Snapshot snapshot) {
        Instant fresh = snapshot.asOf().minus(FRESH);
        long old = snapshot.links().stream()
                .filter(link -> link.mostStreams()
                        .flatMap(RatePoint::asOf)
                        .filter(at -> at.isBefore(fresh))
                        .isPresent())
                .count();
        if (old > 0) {
            line(text, old + " links were last loaded more than 7 days before " + snapshot.asOf() + ".");
            line(text, "");
        }
    }

    private static void predictions(StringBuilder text, List<Prediction> predictions, int most) {
        list(
                text,
                "Links never measured, as their VMs and like links make them likely",
                predictions.stream().filter(one -> one.measured().isEmpty()).toList(),
                most);
        list(
                text,
                "Links that break the pattern of the others",
                predictions.stream().filter(one -> one.measured().isPresent()).toList(),
                most);
    }

    private static void list(StringBuilder text, String head, List<Prediction> rows, int most) {
        if (rows.isEmpty()) {
            return;
        }
        line(text, head);
        line(
                text,
                Table.of(first(rows, most))
                        .left("from", row -> row.link().from().toString())
                        .left("to", row -> row.link().to().toString())
                        .right("measured", row -> row.measured().map(Show::rate).orElse("-"))
                        .right("predicted", row -> row.streams() + " x: " + Show.rate(row.rate()))
                        .left(
                                "95 of 100 lie in",
                                row -> row.interval()
                                        .map(ci -> Show.rate(ci.low()) + " to " + Show.rate(ci.high()))
                                        .orElse("-"))
                        .render(row -> List.of(row.basis())));
        rest(text, rows.size(), most);
        line(text, "");
    }
}
