package io.longhaul.estimator;

import io.longhaul.core.estimate.Stability;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.stats.Summary;
import io.longhaul.stats.TwoModes;
import io.longhaul.stats.hypothesis.Holm;
import io.longhaul.stats.hypothesis.KruskalWallis;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Looks at all links together for effects of the hour and of the day of the week. Immutable. */
final class Stabilities {
    private static final int FEWEST_RUNS = 2;
    private static final int FEWEST_OF_A_GROUP = 3;
    private static final int FEWEST_HOURS = 4;
    private static final int FEWEST_DAYS = 2;
    private static final Duration FOR_HOURS = Duration.ofDays(2);
    private static final Duration FOR_DAYS = Duration.ofDays(14);
    private static final double SIGNIFICANT = 0.05;

    private final Map<Link, Stability> byLink = new HashMap<>();

    private record Raw(Link link, List<Double> rates, Duration span, Effect hours, Effect days) {}

    private record Effect(OptionalDouble p, int lowest, int highest, double ratio) {
        static final Effect UNKNOWN = new Effect(OptionalDouble.empty(), 0, 0, 1);
    }

    /** @param points what each link is judged by */
    Stabilities(List<Observation> points) {
        List<Raw> raws = points.stream()
                .filter(point -> point.runs().size() >= FEWEST_RUNS)
                .map(Stabilities::raw)
                .toList();
        Map<Link, Double> hours = adjusted(raws, true);
        Map<Link, Double> days = adjusted(raws, false);
        for (Raw raw : raws) {
            byLink.put(raw.link(), describe(raw, hours.get(raw.link()), days.get(raw.link())));
        }
    }

    Optional<Stability> of(Link link) {
        return Optional.ofNullable(byLink.get(link));
    }

    private static Raw raw(Observation point) {
        List<Run> runs = point.runs();
        List<Double> rates = runs.stream()
                .flatMap(run -> run.rate().stream())
                .map(rate -> (double) rate.bitsPerSecond())
                .toList();
        Duration span = Duration.between(
                runs.get(0).started(), runs.get(runs.size() - 1).started());
        Effect hours =
                span.compareTo(FOR_HOURS) < 0 ? Effect.UNKNOWN : effect(runs, ZonedDateTime::getHour, FEWEST_HOURS);
        Effect days = span.compareTo(FOR_DAYS) < 0
                ? Effect.UNKNOWN
                : effect(runs, time -> time.getDayOfWeek().getValue(), FEWEST_DAYS);
        return new Raw(point.link(), rates, span, hours, days);
    }

    private static Effect effect(List<Run> runs, ToIntFunction<ZonedDateTime> group, int fewest) {
        Map<Integer, List<Double>> groups = new TreeMap<>();
        runs.forEach(run -> run.rate()
                .ifPresent(rate -> groups.computeIfAbsent(
                                group.applyAsInt(run.started().atZone(ZoneOffset.UTC)), key -> new ArrayList<>())
                        .add((double) rate.bitsPerSecond())));
        groups.values().removeIf(members -> members.size() < FEWEST_OF_A_GROUP);
        if (groups.size() < fewest) {
            return Effect.UNKNOWN;
        }
        Map<Integer, Double> medians = new TreeMap<>();
        groups.forEach((key, members) -> medians.put(key, Medians.of(members).orElse(0.0)));
        var byLevel = Map.Entry.<Integer, Double>comparingByValue();
        Map.Entry<Integer, Double> low =
                medians.entrySet().stream().min(byLevel).orElseThrow();
        Map.Entry<Integer, Double> high =
                medians.entrySet().stream().max(byLevel).orElseThrow();
        List<double[]> samples = groups.values().stream()
                .map(members ->
                        members.stream().mapToDouble(Double::doubleValue).toArray())
                .toList();
        return new Effect(
                OptionalDouble.of(KruskalWallis.test(samples).pValue()),
                low.getKey(),
                high.getKey(),
                low.getValue() / high.getValue());
    }

    private static Map<Link, Double> adjusted(List<Raw> raws, boolean hours) {
        List<Raw> tested = raws.stream()
                .filter(raw -> (hours ? raw.hours() : raw.days()).p().isPresent())
                .toList();
        double[] p = tested.stream()
                .mapToDouble(raw -> (hours ? raw.hours() : raw.days()).p().orElse(1))
                .toArray();
        double[] adjusted = Holm.adjust(p);
        Map<Link, Double> byLink = new HashMap<>();
        for (int i = 0; i < adjusted.length; i++) {
            byLink.put(tested.get(i).link(), adjusted[i]);
        }
        return byLink;
    }

    private static Stability describe(Raw raw, @Nullable Double hour, @Nullable Double day) {
        List<String> notes = new ArrayList<>();
        if (hour != null && hour < SIGNIFICANT) {
            notes.add(String.format(
                    Locale.ROOT,
                    "at %02d:00 UTC it carries %s of what it carries at %02d:00",
                    raw.hours().lowest(),
                    Show.percent(raw.hours().ratio()),
                    raw.hours().highest()));
        }
        if (day != null && day < SIGNIFICANT) {
            notes.add("on " + weekday(raw.days().lowest()) + " it carries "
                    + Show.percent(raw.days().ratio()) + " of what it carries on "
                    + weekday(raw.days().highest()));
        }
        double[] rates = raw.rates().stream().mapToDouble(Double::doubleValue).toArray();
        TwoModes.find(rates)
                .ifPresent(
                        modes -> notes.add("its runs fall into two groups: " + Show.percent(modes.shareLow()) + " near "
                                + Show.rate(Bandwidth.ofBitsPerSecond(modes.low())) + ", the others near "
                                + Show.rate(Bandwidth.ofBitsPerSecond(modes.high()))));
        Summary summary = Summary.of(rates);
        return new Stability(
                raw.rates().size(),
                raw.span(),
                summary.mean() == 0 ? 0 : summary.coefficientOfVariation(),
                hour == null ? OptionalDouble.empty() : OptionalDouble.of(hour),
                day == null ? OptionalDouble.empty() : OptionalDouble.of(day),
                notes);
    }

    private static String weekday(int day) {
        String name = DayOfWeek.of(day).name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }
}
