package io.longhaul.cli.report;

import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts, verdicts and the whole report in sentences. Stateless. */
final class Words {
    private static final List<Verdict> ORDER =
            List.of(Verdict.MORE_STREAMS, Verdict.MORE_VMS, Verdict.RELAY, Verdict.DIRECT, Verdict.MEASURE_AGAIN);

    private Words() {}

    /** {@code 1 link}, {@code 3,906 links}. */
    static String count(long number, String noun) {
        return grouped(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 3,906}. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** The report in one sentence, as {@code 30 links: 22 need only more streams, 5 more VMs, 1 a relay, 2 nothing.} */
    static String headline(ReportData data) {
        int links = data.snapshot().links().size();
        if (links == 0) {
            return "No link has been measured yet.";
        }
        if (data.recommendations().isEmpty()) {
            return count(links, "link") + " between "
                    + count(data.snapshot().sites().size(), "site") + "; no recommendation was asked for.";
        }
        var summary = data.recommendations().get(0).summary();
        String unjudged =
                summary.links() < links ? " " + grouped(links - summary.links()) + " more could not be judged." : "";
        return count(summary.links(), "link") + ": " + needs(summary) + "." + unjudged;
    }

    /** As {@code 22 need only more streams, 5 more VMs, 1 a relay, 2 nothing}. */
    private static String needs(Recommendations.Summary summary) {
        var parts = new ArrayList<String>();
        for (Verdict verdict : ORDER) {
            int count = summary.verdicts().getOrDefault(verdict, 0);
            if (count > 0) {
                String verb = parts.isEmpty() ? (count == 1 ? " needs " : " need ") : " ";
                parts.add(grouped(count) + verb + need(verdict));
            }
        }
        return String.join(", ", parts);
    }

    private static String need(Verdict verdict) {
        return switch (verdict) {
            case MORE_STREAMS -> "only more streams";
            case MORE_VMS -> "more VMs";
            case RELAY -> "a relay";
            case DIRECT -> "nothing";
            case MEASURE_AGAIN -> "another measurement";
        };
    }
}
