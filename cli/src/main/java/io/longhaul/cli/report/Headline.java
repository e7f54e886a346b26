package io.longhaul.cli.report;

/** The report in one sentence. */
final class Headline {
    private Headline() {}

    /** As {@code 30 links: 22 need only more streams, 5 more VMs, 1 a relay, 2 nothing.} */
    static String of(ReportData data) {
        int links = data.snapshot().links().size();
        if (links == 0) {
            return "No link has been measured yet.";
        }
        if (data.recommendations().isEmpty()) {
            return Words.count(links, "link") + " between "
                    + Words.count(data.snapshot().sites().size(), "site") + "; no recommendation was asked for.";
        }
        var summary = data.recommendations().get(0).summary();
        String unjudged = summary.links() < links
                ? " " + Words.grouped(links - summary.links()) + " more could not be judged."
                : "";
        return Words.count(summary.links(), "link") + ": " + VerdictWords.needs(summary) + "." + unjudged;
    }
}
