package io.longhaul.bench.planner;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.OverlayPlanner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Plans what it is asked on standard input, for {@code bench/peers/paired_milp.py}: a line {@code from,to,Gbit/s,GB,VMs}
 * is answered with the milliseconds and the dollars, or {@code infeasible}.
 */
public final class PlanServer {
    private PlanServer() {}

    /** Serves until the end of the input. */
    public static void main(String[] arguments) throws IOException {
        NetworkModel network = Grids.published();
        var planner = new OverlayPlanner();
        PlannerOptions bare = PlannerOptions.DEFAULT.withExplain(false);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] row = line.split(",", -1);
            TransferRequest request = TransferRequest.of(
                            SiteId.parse(row[0]), SiteId.parse(row[1]), DataSize.ofGigabytes(Long.parseLong(row[3])))
                    .withRateExactly(Bandwidth.ofBitsPerSecond(Double.parseDouble(row[2]) * 1e9))
                    .withLimits(Limits.DEFAULT.withMaxVmsPerSite(Integer.parseInt(row[4])));
            long began = System.nanoTime();
            var outcome = planner.plan(new PlanningProblem(request, network), bare);
            double millis = (System.nanoTime() - began) / 1e6;
            System.out.println(outcome.plan()
                    .map(plan -> String.format(
                            Locale.ROOT,
                            "%.4f %.9f",
                            millis,
                            plan.cost().total().dollars()))
                    .orElseGet(() -> String.format(Locale.ROOT, "%.4f infeasible", millis)));
        }
    }
}
