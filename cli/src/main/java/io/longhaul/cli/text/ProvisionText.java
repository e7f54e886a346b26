package io.longhaul.cli.text;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.stats.sum.EmpiricalDistribution;
import io.longhaul.stats.sum.Provisioning;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How many VMs a total takes, as text. */
public final class ProvisionText {
    private ProvisionText() {}

    /**
     * The answer.
     *
     * @param together VMs needed if all vary together; infinite when no number is enough
     * @param rate the total as a rate; null when it is a bare number
     */
    public static String of(
            Provisioning answer,
            EmpiricalDistribution one,
            double target,
            double confidence,
            double together,
            @Nullable Bandwidth rate) {
        String total = number(target, rate);
        String range = answer.notBelow() == answer.notAbove()
                ? ""
                : " (" + answer.notBelow() + " to " + answer.notAbove() + " within the rounding)";
        return String.join(
                System.lineSeparator(),
                String.format(
                        Locale.ROOT,
                        "%s with %s %% certainty: %d VMs%s; they reach it with probability %.4f.",
                        total,
                        number(100 * confidence, null),
                        answer.count(),
                        range,
                        answer.probability()),
                String.format(
                        Locale.ROOT,
                        "If each did its best (%s): %d VMs. Certainty costs %.2fx.",
                        number(one.max(), rate),
                        answer.bestCase(),
                        answer.factor()),
                Double.isInfinite(together)
                        ? "If all varied together, no number would be certain enough: some samples are zero."
                        : String.format(
                                Locale.ROOT,
                                "If all varied together, each giving %s: %.0f VMs.",
                                number(one.reachedBy(confidence), rate),
                                together));
    }

    private static String number(double value, @Nullable Bandwidth rate) {
        if (rate != null) {
            return Show.rate(Bandwidth.ofBitsPerSecond(value));
        }
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.6g", value).replaceAll("0+$", "");
    }
}
