package io.longhaul.cli.report;

import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Verdicts in sentences, in the order a headline names them. */
final class VerdictWords {
    private static final List<Verdict> ORDER =
            List.of(Verdict.MORE_STREAMS, Verdict.MORE_VMS, Verdict.RELAY, Verdict.DIRECT);

    private VerdictWords() {}

    /** As {@code 22 need only more streams, 5 more VMs, 1 a relay, 2 nothing}. */
    static String needs(Recommendations.Summary summary) {
        var parts = new ArrayList<String>();
        for (Verdict verdict : ORDER) {
            int count = summary.verdicts().getOrDefault(verdict, 0);
            if (count > 0) {
                String verb = parts.isEmpty() ? (count == 1 ? " needs " : " need ") : " ";
                parts.add(Words.grouped(count) + verb + need(verdict));
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
        };
    }
}
