package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.stats.hypothesis.MannWhitney;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs since the level last changed from one campaign to the next. Runs form a campaign when they carry its name and lie
 * less than half a day apart. Going back in time, older campaigns are kept while they agree with what is newer: by the
 * Mann-Whitney test when both sides have five runs, else by their medians. A change within a campaign cuts nothing: there the
 * interval is refused, for the level may well change again. Stateless.
 */
final class SinceLastChange {
    private static final Duration GAP = Duration.ofHours(12);
    private static final int TESTABLE = 5;
    private static final int FEWEST = 3;
    private static final double ALPHA = 0.01;
    private static final double MATERIAL = 0.05;
    private static final double DIFFERENT = 0.15;

    private SinceLastChange() {}

    /** @param runs oldest first */
    static List<Run> of(List<Run> runs) {
        List<List<Run>> campaigns = campaigns(runs);
        if (campaigns.size() < 2) {
            return runs;
        }
        int first = campaigns.size() - 1;
        List<Run> kept = new ArrayList<>(campaigns.get(first));
        while (first > 0 && agree(campaigns.get(first - 1), kept)) {
            first--;
            kept.addAll(0, campaigns.get(first));
        }
        return kept;
    }

    private static List<List<Run>> campaigns(List<Run> runs) {
        List<List<Run>> campaigns = new ArrayList<>();
        Run last = null;
        for (Run run : runs) {
            boolean same = last != null
                    && last.campaign().equals(run.campaign())
                    && Duration.between(last.started(), run.started()).compareTo(GAP) < 0;
            if (!same) {
                campaigns.add(new ArrayList<>());
            }
            campaigns.get(campaigns.size() - 1).add(run);
            last = run;
        }
        return campaigns;
    }

    private static boolean agree(List<Run> older, List<Run> newer) {
        double[] before = rates(older);
        double[] after = rates(newer);
        double change = Math.abs(Medians.of(after) / Medians.of(before) - 1);
        if (before.length >= TESTABLE && after.length >= TESTABLE) {
            return change < MATERIAL || MannWhitney.test(before, after).pValue() >= ALPHA;
        }
        // a few runs that differ may be broken ones: sites that change do so on all their links
        return change < DIFFERENT || after.length < FEWEST;
    }

    private static double[] rates(List<Run> runs) {
        return runs.stream()
                .flatMap(run -> run.rate().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
    }
}
