package io.longhaul.planner.coflow;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.Flow;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * A trace of the shape of the published one of a Facebook cluster (526 coflows over 150 ports in an hour, 706,397 flows,
 * 35.5 TB; median 25 MB and 10 flows, nine in ten below 11.3 GB): widths and sizes drawn from log-normal laws that go
 * together, cut at the ports and at the largest; every mapper sends each reducer as much.
 */
final class SyntheticTrace {
    private static final double MEDIAN = 25e6;
    private static final double LARGEST = 8.5e12;

    private SyntheticTrace() {}

    static List<Coflow> of(int coflows, int ports, double seconds, long seed) {
        Random random = new Random(seed);
        List<Coflow> trace = new ArrayList<>();
        for (int i = 0; i < coflows; i++) {
            double wide = random.nextGaussian();
            List<Integer> mappers = ports(ports, Math.exp(1.1 + 2.3 * wide + 0.3 * random.nextGaussian()), random);
            List<Integer> reducers = ports(ports, Math.exp(1.1 + 2.3 * wide + 0.5 * random.nextGaussian()), random);
            double size = Math.min(LARGEST, MEDIAN * Math.exp(4.5 * wide + 1.5 * random.nextGaussian()));
            var flows = new ArrayList<Flow>();
            for (int reducer : reducers) {
                double octets = size / reducers.size() * (0.5 + random.nextDouble());
                long each = Math.max(1, Math.round(octets / 1e6)) * 1_000_000 / mappers.size();
                for (int mapper : mappers) {
                    flows.add(new Flow(port(mapper), port(reducer), DataSize.ofBytes(each)));
                }
            }
            trace.add(new Coflow("c" + i, Durations.ofSeconds(random.nextInt((int) (1000 * seconds)) / 1e3), 1, flows));
        }
        trace.sort(Comparator.comparing(Coflow::arrival));
        return trace;
    }

    static SiteId port(int number) {
        return new SiteId("port", Integer.toString(number));
    }

    private static List<Integer> ports(int ports, double wanted, Random random) {
        int count = (int) Math.max(1, Math.min(ports, Math.round(wanted)));
        var chosen = new TreeSet<Integer>();
        while (chosen.size() < count) {
            chosen.add(random.nextInt(ports));
        }
        return List.copyOf(chosen);
    }
}
