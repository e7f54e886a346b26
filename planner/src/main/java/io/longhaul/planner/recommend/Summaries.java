package io.longhaul.planner.recommend;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Recommendations.Group;
import io.longhaul.core.plan.Recommendations.Summary;
import io.longhaul.core.plan.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Counts over recommendations. Stateless. */
final class Summaries {
    private Summaries() {}

    static Summary of(List<Recommendation> answers) {
        var verdicts = new EnumMap<Verdict, Integer>(Verdict.class);
        answers.forEach(answer -> verdicts.merge(answer.verdict(), 1, Integer::sum));
        double[] gains = answers.stream()
                .flatMapToDouble(answer -> answer.gain().stream())
                .sorted()
                .toArray();
        int notable = (int) answers.stream()
                .filter(answer -> answer.gain().orElse(0) >= Recommendations.NOTABLE_GAIN)
                .count();
        return new Summary(answers.size(), notable, median(gains), verdicts);
    }

    private static OptionalDouble median(double[] sorted) {
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = sorted.length / 2;
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }

    static List<Group> groups(List<Recommendation> answers) {
        var groups = new TreeMap<String, TreeMap<String, List<Recommendation>>>();
        for (Recommendation answer : answers) {
            groups.computeIfAbsent(answer.link().from().provider(), provider -> new TreeMap<>())
                    .computeIfAbsent(answer.link().to().provider(), provider -> new ArrayList<>())
                    .add(answer);
        }
        var list = new ArrayList<Group>();
        groups.forEach((from, byTo) -> byTo.forEach((to, links) -> list.add(new Group(from, to, of(links)))));
        return list;
    }
}
