package io.longhaul.estimator;

import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
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
    private final Scatter scatter;

    RatePoints(List<LinkHistory> histories) {
        SlowStart slowStart = SlowStart.fit(totals(histories));
        scatter = Scatter.of(
                histories.stream()
                        .flatMap(history -> history.runs().entrySet().stream()
                                .max(Comparator.comparingInt(
                                        setting -> setting.getKey().streams()))
                                .stream())
                        .map(Map.Entry::getValue)
                        .toList(),
                histories.stream()
                        .flatMap(history -> history.runs().values().stream())
                        .toList());
        for (LinkHistory history : histories) {
            List<Observation> curve = new ArrayList<>();
            history.runs()
                    .forEach((setting, runs) -> curve.add(new Observation(
                            history.link(),
                            history.ledger().fromVmType().orElse(UNKNOWN),
                            history.ledger().toVmType().orElse(UNKNOWN),
                            history.rtt(),
                            point(setting, runs, history.rtt(), slowStart, scatter),
                            runs)));
            curve.sort(
                    Comparator.<Observation>comparingInt(point -> point.point().streams())
                            .thenComparing(Observation::rate));
            byLink.put(history.link(), List.copyOf(curve));
        }
    }

    /** Fewest streams first; among equal counts the slower first. */
    Map<Link, List<Observation>> byLink() {
        return byLink;
    }

    Scatter scatter() {
        return scatter;
    }

    private static RatePoint point(
            LinkLedger.Setting setting,
            List<Run> runs,
            Optional<RttEstimate> rtt,
            SlowStart slowStart,
            Scatter scatter) {
        Optional<Bandwidth> sent = Medians.ofRates(runs.stream().map(Run::sent));
        Optional<Bandwidth> received = Medians.ofRates(runs.stream().map(Run::received));
        Optional<Bandwidth> steady = Medians.ofRates(runs.stream().map(Run::steady));
        Optional<Bandwidth> corrected = steady.isPresent()
                ? Optional.empty()
                : rtt.flatMap(time -> received.map(in -> slowStart.steady(
                        in, setting.streams(), time.median(), runs.get(0).duration())));
        var repetitions = new Repetitions(runs, scatter, rtt.isPresent());
        return new RatePoint(
                setting.streams(),
                setting.window(),
                sent,
                received,
                steady,
                corrected,
                repetitions.interval(),
                runs.size(),
                runs.size() < 2 ? List.of() : repetitions.rates(),
                Optional.of(runs.get(runs.size() - 1).started()),
                repetitions.whyNoInterval());
    }

    private static List<SlowStart.Totals> totals(List<LinkHistory> histories) {
        List<SlowStart.Totals> totals = new ArrayList<>();
        for (LinkHistory history : histories) {
            if (history.rtt().isEmpty()) {
                continue;
            }
            double rtt = Durations.seconds(history.rtt().get().median());
            history.runs().forEach((setting, runs) -> {
                if (runs.stream().allMatch(run -> run.steady().isEmpty())) {
                    Medians.ofRates(runs.stream().map(Run::received))
                            .filter(received -> !received.isZero())
                            .ifPresent(received -> totals.add(new SlowStart.Totals(
                                    history.link().from(),
                                    setting.streams(),
                                    received.bitsPerSecond(),
                                    rtt,
                                    Durations.seconds(runs.get(0).duration()))));
                }
            });
        }
        return totals;
    }
}
