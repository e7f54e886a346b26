package io.longhaul.estimator;

import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The runs of one link that estimates may use: those that did not fail, since the last change from one campaign to the
 * next, oldest first. Immutable.
 *
 * @param ledger everything the log says of the link
 * @param runs by setting
 * @param rtt round-trip time; empty when never measured
 * @param notes what was left out and why, a sentence each
 */
record LinkHistory(
        LinkLedger ledger, Map<LinkLedger.Setting, List<Run>> runs, Optional<RttEstimate> rtt, List<String> notes) {

    /**
     * @param failed ids of the runs to leave out
     * @param shared ids of the runs beside which the same VM made another
     * @param shifts when sites changed
     */
    static LinkHistory of(LinkLedger ledger, Set<String> failed, Set<String> shared, Shifts shifts) {
        Map<LinkLedger.Setting, List<Run>> kept = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        if (ledger.failures() > 0) {
            notes.add(ledger.failures() + (ledger.failures() == 1 ? " failed run is" : " failed runs are")
                    + " in the log");
        }
        ledger.runs().forEach((setting, all) -> {
            var left = new LeftOut(setting, notes);
            // where nothing else is known, what such runs carried still tells something
            List<Run> alike = left.unlessAll(
                    all,
                    run -> run.isBetween(ledger.fromVmType(), ledger.toVmType()),
                    ": between VMs of other types than now");
            List<Run> alone = left.unlessAll(
                    alike, run -> !shared.contains(run.id()), ": its VM sent over another link at the same time");
            List<Run> sound =
                    left.out(alone, run -> !failed.contains(run.id()), " as failed, see the failed runs").stream()
                            .sorted(Comparator.comparing(Run::started).thenComparing(Run::id))
                            .toList();
            List<Run> recent = SinceLastChange.of(
                    shifts.since(ledger.link().from(), ledger.link().to(), sound));
            if (recent.size() < sound.size()) {
                int old = sound.size() - recent.size();
                notes.add((old == 1 ? "1 older run" : old + " older runs") + " with " + streams(setting)
                        + " left out: before " + recent.get(0).started() + " the rate was "
                        + Show.rate(median(sound.subList(0, old))));
            }
            if (!recent.isEmpty()) {
                kept.put(setting, recent);
            }
        });
        return new LinkHistory(ledger, kept, ledger.rtt(), notes);
    }

    /** Leaves runs of a setting out, and says so. */
    private record LeftOut(LinkLedger.Setting setting, List<String> notes) {
        List<Run> out(List<Run> runs, Predicate<Run> stays, String why) {
            List<Run> kept = runs.stream().filter(stays).toList();
            int out = runs.size() - kept.size();
            if (out > 0) {
                notes.add((out == 1 ? "1 run" : out + " runs") + " with " + streams(setting) + " left out" + why);
            }
            return kept;
        }

        List<Run> unlessAll(List<Run> runs, Predicate<Run> stays, String why) {
            return runs.stream().anyMatch(stays) ? out(runs, stays, why) : runs;
        }
    }

    private static Bandwidth median(List<Run> runs) {
        return Medians.ofRates(runs.stream().map(Run::rate)).orElse(Bandwidth.ZERO);
    }

    private static String streams(LinkLedger.Setting setting) {
        return setting.streams() == 1 ? "one stream" : setting.streams() + " streams";
    }

    Link link() {
        return ledger.link();
    }

    Instant newest() {
        return ledger.newest();
    }
}
