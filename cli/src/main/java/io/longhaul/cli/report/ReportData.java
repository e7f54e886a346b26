package io.longhaul.cli.report;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Everything a report shows. Immutable.
 *
 * @param title first line of the page
 * @param generator name and version of the program, as {@code longhaul 0.1.0}
 * @param madeAt when the report was made
 * @param log what was measured, and by whom
 * @param snapshot what is believed of sites and links
 * @param recommendations what is recommended, once for each basis of rates; the first one makes the headline; empty
 *     when nothing was planned
 * @param places where the sites are; sites without a place are left off the map
 */
public record ReportData(
        String title,
        String generator,
        Instant madeAt,
        LogDigest log,
        Snapshot snapshot,
        List<Recommendations> recommendations,
        Map<SiteId, Place> places) {
    public ReportData {
        recommendations = List.copyOf(recommendations);
        places = Map.copyOf(places);
    }
}
