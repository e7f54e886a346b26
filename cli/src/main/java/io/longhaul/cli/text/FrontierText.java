package io.longhaul.cli.text;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.units.Show;

/** The trades of time against money as text, fastest first. */
public final class FrontierText {
    private FrontierText() {}

    public static String of(Frontier frontier) {
        if (frontier.corners().isEmpty()) {
            return "No plan meets the request.";
        }
        String table = Table.of(frontier.corners())
                .right("time", corner -> Show.time(corner.time()))
                .right("rate", corner -> Show.rate(corner.rate()))
                .right("cost", corner -> Show.money(corner.cost()))
                .left("verdict", corner -> corner.verdict().id())
                .left("VMs", corner -> corner.plan().vmsText())
                .render();
        return frontier.proven() ? table : table + System.lineSeparator() + "The time limit came before the proof.";
    }
}
