package io.longhaul.core.estimate;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rate by number of streams of every link: medians over the runs of a setting, steady rates where they can be had. */
final class RatePoints {
    /** Stands for a VM type that was not recorded. */
    static final String UNKNOWN = "?";

    private final Map<Link, List<Observation>> byLink = new LinkedHashMap<>();

    RatePoints(List<LinkLedger> ledgers) {
        SlowStart slowStart = SlowStart.fit(totals(ledgers));
        for (LinkLedger ledger : ledgers) {
            List<Observation> curve = new ArrayList<>();
            ledger.runs()
                    .forEach((setting, runs) -> curve.add(new Observation(
                            ledger.link(),
                            ledger.fromVmType().orElse(UNKNOWN),
                            ledger.toVmType().orElse(UNKNOWN),
                            ledger.rtt(),
                            point(setting, runs, ledger.rtt(), slowStart))));
            curve.sort(
                    Comparator.<Observation>comparingInt(point -> point.point().streams())
                            .thenComparing(Observation::rate));
            byLink.put(ledger.link(), List.copyOf(curve));
        }
    }

    /** Fewest streams first; among equal counts the slower first. */
    Map<Link, List<Observation>> byLink() {
        return byLink;
    }

    private static RatePoint point(
            LinkLedger.Setting setting, List<LinkLedger.Run> runs, Optional<RttEstimate> rtt, SlowStart slowStart) {
        Optional<Bandwidth> sent = Medians.ofRates(runs.stream().map(LinkLedger.Run::sent));
        Optional<Bandwidth> received = Medians.ofRates(runs.stream().map(LinkLedger.Run::received));
        Optional<Bandwidth> steady = Medians.ofRates(runs.stream().map(LinkLedger.Run::steady));
        Optional<Bandwidth> corrected = steady.isPresent()
                ? Optional.empty()
                : rtt.flatMap(time -> sent.flatMap(out -> received.map(in ->
                        slowStart.steady(out, in, time.median(), runs.get(0).duration()))));
        return new RatePoint(
                setting.streams(), setting.window(), sent, received, steady, corrected, interval(runs), runs.size());
    }

    /** Of repetitions when there are enough of them, else of a single run with itself. */
    private static Optional<RateInterval> interval(List<LinkLedger.Run> runs) {
        double[] rates = runs.stream()
                .flatMap(run -> run.steady().or(run::sent).or(run::received).stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
        return Intervals.ofMedian(rates).or(() -> runs.size() == 1 ? runs.get(0).interval() : Optional.empty());
    }

    private static List<SlowStart.Totals> totals(List<LinkLedger> ledgers) {
        List<SlowStart.Totals> totals = new ArrayList<>();
        for (LinkLedger ledger : ledgers) {
            ledger.rtt()
                    .ifPresent(rtt -> ledger.runs().values().stream()
                            .flatMap(List::stream)
                            .filter(run -> run.steady().isEmpty())
                            .forEach(run -> run.sent()
                                    .ifPresent(sent -> run.received()
                                            .ifPresent(received -> totals.add(new SlowStart.Totals(
                                                    sent.bitsPerSecond(),
                                                    received.bitsPerSecond(),
                                                    Durations.seconds(rtt.median()),
                                                    Durations.seconds(run.duration())))))));
        }
        return totals;
    }
}
