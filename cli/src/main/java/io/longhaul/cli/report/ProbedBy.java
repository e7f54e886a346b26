package io.longhaul.cli.report;

import java.time.Instant;

/**
 * One line of provenance: runs of one kind by one prober in one campaign. Immutable.
 *
 * @param prober name and version, as {@code longhaul 0.1.0}
 * @param kind {@code throughput}, {@code latency} or {@code failed}
 * @param campaign its name; empty text for single runs
 * @param runs how many
 * @param first earliest start
 * @param last latest start
 */
record ProbedBy(String prober, String kind, String campaign, long runs, Instant first, Instant last) {
    ProbedBy plus(ProbedBy other) {
        return new ProbedBy(
                prober,
                kind,
                campaign,
                runs + other.runs,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last);
    }
}
