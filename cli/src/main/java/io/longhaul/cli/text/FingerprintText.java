package io.longhaul.cli.text;

import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintCheck;
import io.longhaul.core.units.RateInterval;
import io.longhaul.core.units.Show;
import java.util.Optional;
import java.util.StringJoiner;

/** Fingerprints and their checks for people. */
public final class FingerprintText {
    private static final String UNKNOWN = "unknown";

    private FingerprintText() {}

    public static String of(Fingerprint print) {
        var lines = new StringJoiner(System.lineSeparator());
        lines.add("Fingerprint of " + print.link() + ", taken " + print.taken());
        lines.add("base latency        " + rtt(print.baseRtt()));
        lines.add("latency under load  " + rtt(print.loadedRtt()));
        lines.add("base bandwidth      "
                + print.baseBandwidth().map(Show::rate).orElse(UNKNOWN)
                + (print.spread().isPresent()
                        ? ", one interval strays by "
                                + Show.percent(print.spread().getAsDouble())
                        : ""));
        lines.add("MTU                 "
                + print.mtu().map(octets -> octets + " octets").orElse(UNKNOWN));
        print.bucket().ifPresent(bucket -> bucket(bucket, lines));
        if (print.bucket().isEmpty()) {
            lines.add("token bucket        "
                    + print.censoredAt()
                            .map(size -> "none ran dry within " + Show.size(size) + "; a larger one may be there")
                            .orElse("not fully measured: see the volume and the time allowed"));
        }
        return lines.toString();
    }

    private static void bucket(BucketFinding bucket, StringJoiner lines) {
        lines.add("token bucket        high " + Show.rate(bucket.high()) + interval(bucket.highInterval()));
        lines.add("                    low " + Show.rate(bucket.low()) + interval(bucket.lowInterval()));
        lines.add("                    refill " + Show.rate(bucket.refill()) + interval(bucket.refillInterval()));
        lines.add("                    budget " + Show.size(bucket.budget())
                + bucket.budgetInterval()
                        .map(ci -> " (" + Show.size(ci.low()) + " to " + Show.size(ci.high()) + " at "
                                + Show.percent(ci.level()) + ")")
                        .orElse(""));
    }

    private static String interval(Optional<RateInterval> interval) {
        return interval.map(ci -> " (" + Show.rate(ci.low()) + " to " + Show.rate(ci.high()) + " at "
                        + Show.percent(ci.level()) + ")")
                .orElse("");
    }

    private static String rtt(Optional<RttSummary> rtt) {
        return rtt.map(found -> found.median().map(Show::time).orElse(UNKNOWN) + " (min " + Show.time(found.min())
                        + found.p95().map(p95 -> ", p95 " + Show.time(p95)).orElse("") + ")")
                .orElse(UNKNOWN);
    }

    public static String of(FingerprintCheck check) {
        var lines = new StringJoiner(System.lineSeparator());
        lines.add(switch (check.verdict()) {
                    case SAME -> "The link is what it was";
                    case CHANGED -> "The link has changed";
                    case UNDECIDED -> "It cannot be told whether the link has changed";
                }
                + " (" + Show.time(check.took()) + ").");
        check.findings()
                .forEach(finding ->
                        lines.add("  " + finding.verdict().id() + "  " + finding.quantity() + ": " + finding.why()));
        return lines.toString();
    }
}
