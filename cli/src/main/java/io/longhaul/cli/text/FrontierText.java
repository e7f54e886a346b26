package io.longhaul.cli.text;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;

/** The trades of time against money as text, fastest first. */
public final class FrontierText {
    private FrontierText() {}

    public static String of(Frontier frontier) {
        if (frontier.corners().isEmpty()) {
            return "No plan meets the request.";
        }
        String table = Table.of(shown(frontier.corners()))
                .right("time", corner -> Show.time(corner.time()))
                .right("rate", corner -> Show.rate(corner.rate()))
                .right("cost", corner -> Show.money(corner.cost()))
                .left("verdict", corner -> corner.verdict().id())
                .left("VMs", corner -> corner.plan().vmsText())
                .render();
        return frontier.proven() ? table : table + System.lineSeparator() + "The time limit came before the proof.";
    }

    /** Corners that read like the one before are left to the JSON. */
    private static List<Frontier.Corner> shown(List<Frontier.Corner> corners) {
        var shown = new ArrayList<Frontier.Corner>();
        String before = "";
        for (Frontier.Corner corner : corners) {
            String reads = Show.time(corner.time()) + Show.money(corner.cost());
            if (!reads.equals(before)) {
                shown.add(corner);
            }
            before = reads;
        }
        return shown;
    }
}
