package io.longhaul.cli.text;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.TreeSet;

/** The trades of time against money as text, fastest first: the ends and the corners that bend the most. */
public final class FrontierText {
    private static final int MOST = 10;

    private FrontierText() {}

    public static String of(Frontier frontier) {
        if (frontier.corners().isEmpty()) {
            return "No plan meets the request.";
        }
        List<Frontier.Corner> shown = telling(frontier.corners());
        String table = Table.of(shown)
                .right("time", corner -> Show.time(corner.time()))
                .right("rate", corner -> Show.rate(corner.rate()))
                .right("cost", corner -> Show.money(corner.cost()))
                .left("verdict", corner -> corner.verdict().id())
                .right(
                        "VMs",
                        corner -> String.valueOf(corner.plan().vms().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()))
                .right("sites", corner -> String.valueOf(corner.plan().vms().size()))
                .render();
        int rest = frontier.corners().size() - shown.size();
        String left = rest == 0 ? "" : System.lineSeparator() + rest + " more corners; --format json has them all.";
        return table + left + (frontier.proven() ? "" : System.lineSeparator() + "The search ended before the proof.");
    }

    /** Adds, one after the other, the corner farthest below the lines between those chosen, on scales of ratios. */
    private static List<Frontier.Corner> telling(List<Frontier.Corner> corners) {
        var chosen = new TreeSet<Integer>(List.of(0, corners.size() - 1));
        while (chosen.size() < Math.min(MOST, corners.size())) {
            int best = -1;
            double most = -1;
            for (int i = 1; i < corners.size() - 1; i++) {
                if (!chosen.contains(i)) {
                    double bend = bend(corners.get(chosen.lower(i)), corners.get(i), corners.get(chosen.higher(i)));
                    if (bend > most) {
                        most = bend;
                        best = i;
                    }
                }
            }
            chosen.add(best);
        }
        return chosen.stream().map(corners::get).toList();
    }

    private static double bend(Frontier.Corner before, Frontier.Corner at, Frontier.Corner after) {
        double x = time(at) - time(before);
        double wide = Math.max(1e-12, time(after) - time(before));
        return cost(before) + (cost(after) - cost(before)) * x / wide - cost(at);
    }

    private static double time(Frontier.Corner corner) {
        return Math.log(Math.max(1e-9, Durations.seconds(corner.time())));
    }

    private static double cost(Frontier.Corner corner) {
        return Math.log(Math.max(1e-9, corner.cost().dollars()));
    }
}
