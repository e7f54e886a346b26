package io.longhaul.cli.report;

import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.units.Show;
import java.util.List;

/**
 * The short tables above the verdicts of all links. Texts only, not yet escaped.
 *
 * @param groups one line for each pair of providers
 * @param relays one line for each site that would serve many links
 */
record VerdictTables(List<Group> groups, List<Relay> relays) {
    /** Sites listed; those further down serve few links that no other serves. */
    private static final int RELAYS = 10;

    record Group(
            String from,
            String to,
            String links,
            String gaining,
            String streams,
            String vms,
            String relay,
            String direct,
            String again) {
        static Group of(Recommendations.Group group) {
            var summary = group.summary();
            return new Group(
                    group.from(),
                    group.to(),
                    Words.grouped(summary.links()),
                    Words.grouped(summary.relayGainAtLeast1_5()) + " (" + Show.percent(summary.relayShare()) + ")",
                    count(summary, Verdict.MORE_STREAMS),
                    count(summary, Verdict.MORE_VMS),
                    count(summary, Verdict.RELAY),
                    count(summary, Verdict.DIRECT),
                    count(summary, Verdict.MEASURE_AGAIN));
        }

        private static String count(Recommendations.Summary summary, Verdict verdict) {
            return Words.grouped(summary.verdicts().getOrDefault(verdict, 0));
        }
    }

    record Relay(String site, String links, String covered) {}

    static VerdictTables of(List<Recommendations> recommendations) {
        if (recommendations.isEmpty()) {
            return new VerdictTables(List.of(), List.of());
        }
        var first = recommendations.get(0);
        return new VerdictTables(
                first.groups().stream().map(Group::of).toList(),
                first.relays().stream()
                        .limit(RELAYS)
                        .map(relay -> new Relay(
                                relay.site().toString(), Words.grouped(relay.links()), Words.grouped(relay.covered())))
                        .toList());
    }

    boolean hasGroups() {
        return !groups.isEmpty();
    }

    boolean hasRelays() {
        return !relays.isEmpty();
    }
}
