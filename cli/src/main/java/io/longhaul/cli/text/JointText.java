package io.longhaul.cli.text;

import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointPlan;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;

/** Plans for several transfers as text: a row for each, what all cost, and what had to be left out. */
public final class JointText {
    private JointText() {}

    public static String of(JointOutcome outcome) {
        List<String> lines = new ArrayList<>();
        outcome.plan().ifPresent(plan -> lines.add(plan(plan)));
        outcome.leftOut().forEach((name, reasons) -> {
            lines.add("Left out: " + name);
            reasons.forEach(reason -> lines.add("  - " + reason));
        });
        lines.addAll(outcome.reasons());
        return String.join(System.lineSeparator(), lines);
    }

    private static String plan(JointPlan plan) {
        String table = Table.of(plan.parts())
                .left("transfer", JointPlan.Part::name)
                .right("size", part -> Show.size(part.plan().size()))
                .right("start", part -> part.start().isZero() ? "now" : Show.time(part.start()))
                .right("end", part -> Show.time(part.end()))
                .right("rate", part -> Show.rate(part.plan().rate()))
                .right("cost", part -> Show.money(part.plan().cost().total()))
                .left("verdict", part -> part.plan().verdict().id())
                .left("VMs", part -> part.plan().vmsText())
                .render();
        String proof = plan.proof().gap() < 1e-6
                ? "proven"
                : "gap " + Show.percent(plan.proof().gap());
        return table + System.lineSeparator() + System.lineSeparator() + "All are done after "
                + Show.time(plan.end()) + " for " + Show.money(plan.cost().total()) + " (egress "
                + Show.money(plan.cost().egress()) + ", VMs "
                + Show.money(plan.cost().vm()) + "; " + proof + ").";
    }
}
