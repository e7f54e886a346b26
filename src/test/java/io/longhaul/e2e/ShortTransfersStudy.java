package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.planner.time.SlowStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A study: what the planner says short transfers take, against kernel TCP in the faithful lab, one pair of sites each.
 * {@code -Dlonghaul.study=short-transfers}; a quarter of a minute. Its table goes to {@code target/studies}.
 */
@EnabledIfSystemProperty(named = "longhaul.study", matches = "short-transfers")
class ShortTransfersStudy {
    private static final double PAYLOAD = 60e6;
    private static final Bandwidth CAP = Bandwidth.ofBitsPerSecond(PAYLOAD / VirtualLab.Options.KERNEL_PAYLOAD);

    private record Case(int rttMillis, int streams, double megabytes) {
        double predicted() {
            double bits = megabytes * 8e6;
            return bits / PAYLOAD + SlowStart.extraSeconds(bits, PAYLOAD, streams, rttMillis / 1e3);
        }
    }

    private static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (int rtt : new int[] {30, 80, 200}) {
            for (int streams : new int[] {1, 8}) {
                for (double megabytes : new double[] {0.5, 2, 8}) {
                    cases.add(new Case(rtt, streams, megabytes));
                }
            }
        }
        return cases;
    }

    private static LabSite site(String id) {
        return new LabSite(
                SiteId.parse(id),
                "test",
                VmCaps.of(CAP, CAP),
                Duration.ofMillis(50),
                DataSize.parse("16MiB"),
                "cubic",
                Optional.empty());
    }

    @Test
    void whatIsPredictedIsNearWhatKernelsTake() {
        List<Case> cases = cases();
        var sites = new ArrayList<LabSite>();
        var flows = new ArrayList<LabFlow>();
        Map<Link, Duration> roundTrips = new HashMap<>();
        for (int i = 0; i < cases.size(); i++) {
            LabSite from = site("aws:from-" + i);
            LabSite to = site("aws:to-" + i);
            sites.addAll(List.of(from, to));
            Link link = new Link(from.id(), to.id());
            roundTrips.put(link, Duration.ofMillis(cases.get(i).rttMillis));
            DataSize volume = DataSize.ofBytes((long) (cases.get(i).megabytes * 1e6));
            flows.add(LabFlow.of(link, cases.get(i).streams, volume, Duration.ofMillis(500 + 700L * i)));
        }
        LabTopology topology = FullMesh.of(
                sites,
                link -> roundTrips.getOrDefault(
                        link, roundTrips.getOrDefault(link.reversed(), Duration.ofMillis(100))));
        double[] errors = new double[cases.size()];
        var table = new StringBuilder("""
                | RTT, ms | streams | MB | kernel TCP, s | predicted, s |
                |---|---|---|---|---|
                """);
        try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
            CarriedFlows carried = lab.carry(flows, Duration.ofSeconds(30));
            for (int i = 0; i < cases.size(); i++) {
                Case each = cases.get(i);
                double seen = Durations.seconds(
                        carried.finishedAt(i).orElseThrow().minus(flows.get(i).start()));
                errors[i] = Math.abs(each.predicted() - seen) / seen;
                table.append(String.format(
                        Locale.ROOT,
                        "| %d | %d | %.1f | %.3f | %.3f |\n",
                        each.rttMillis,
                        each.streams,
                        each.megabytes,
                        seen,
                        each.predicted()));
            }
        }
        Arrays.sort(errors);
        StudyTable.write(
                "short-transfers.md",
                table
                        + String.format(
                                Locale.ROOT,
                                "\nErrors: median %.1f %%, worst %.1f %%\n",
                                100 * errors[errors.length / 2],
                                100 * errors[errors.length - 1]));
        assertThat(errors[errors.length / 2]).isLessThan(0.1);
    }
}
