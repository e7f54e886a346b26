package io.longhaul.planner.coflow;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * In which order coflows get rates. Every order but {@link #FIFO} looks at what is left of each coflow, so that a newcomer
 * may overtake. Ties go by arrival, then by the place in the trace. Each coflow in turn gets the rates that end its flows
 * together, as early as what is left of the ports allows (MADD of Varys); {@link CoflowReplay} has the rest.
 */
public enum CoflowPolicy {
    /** First come, first served. */
    FIFO("fifo"),
    /** The fewest flows first: the "narrowest coflow first" that Varys compares itself with. */
    NARROWEST("narrowest"),
    /** The fewest octets first: "smallest coflow first" in the same place. */
    SMALLEST("smallest"),
    /**
     * Smallest effective bottleneck first: by the time a coflow would take alone on empty ports (Chowdhury, Zhong, Stoica,
     * "Efficient Coflow Scheduling with Varys", SIGCOMM 2014, section 5.3). The paper ends a coflow with a deadline just in
     * time; here no coflow has one. Also known as {@code varys}.
     */
    SEBF("sebf"),
    /**
     * The order of Sincronia: bottleneck, select, scale, iterate (Agarwal, Rajakrishnan, Narayan, Agarwal, Shmoys, Vahdat,
     * "Sincronia: Near-Optimal Network Design for Coflows", SIGCOMM 2018, section 3.1). The paper orders coflows that are all
     * there at once and takes new ones in by epochs; here the order is made anew whenever a coflow arrives or ends. The paper
     * leaves the rates to the transport's priorities; here they are MADD's.
     */
    SINCRONIA("sincronia");

    private static final Comparator<ActiveCoflow> BY_PLACE =
            Comparator.<ActiveCoflow>comparingDouble(coflow -> coflow.arrival).thenComparingInt(coflow -> coflow.index);

    private final String id;

    CoflowPolicy(String id) {
        this.id = id;
    }

    /** As on the command line. */
    public String id() {
        return id;
    }

    /**
     * The policy of a name.
     *
     * @throws InvalidInputException when there is none of that name
     */
    public static CoflowPolicy ofId(String id) {
        return Arrays.stream(values())
                .filter(policy -> policy.id.equals(id) || (policy == SEBF && id.equals("varys")))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The policy (" + id + ") is not known.",
                        "Write one of "
                                + Arrays.stream(values()).map(CoflowPolicy::id).collect(Collectors.joining(", "))
                                + ", or all."));
    }

    /**
     * The order of coflows that are all there, whatever their arrivals, on ports of different rates.
     *
     * @param out what each port sends
     * @param in what each port receives
     * @return places in the list given
     * @throws InvalidInputException when a port of a flow has no rate
     */
    public List<Integer> order(List<Coflow> coflows, Map<SiteId, Bandwidth> out, Map<SiteId, Bandwidth> in) {
        Map<SiteId, Integer> numbers = new HashMap<>();
        new TreeSet<>(out.keySet()).forEach(site -> numbers.put(site, numbers.size()));
        double[] capacities = new double[2 * numbers.size()];
        numbers.forEach((site, number) -> {
            capacities[number] = getRate(out, site);
            capacities[number + numbers.size()] = getRate(in, site);
        });
        var active = new ArrayList<ActiveCoflow>();
        for (int i = 0; i < coflows.size(); i++) {
            active.add(new ActiveCoflow(i, coflows.get(i), numbers));
            active.get(i).alone = active.get(i).time(capacities);
        }
        sort(active, capacities);
        return active.stream().map(coflow -> coflow.index).toList();
    }

    private static double getRate(Map<SiteId, Bandwidth> rates, SiteId site) {
        return Optional.ofNullable(rates.get(site))
                .orElseThrow(() -> new InvalidInputException("The port " + site + " has no rate.", "Give one."))
                .bitsPerSecond();
    }

    /** Puts coflows in the order in which they get rates. */
    void sort(List<ActiveCoflow> coflows, double[] capacities) {
        coflows.sort(BY_PLACE);
        switch (this) {
            case FIFO -> {
                // they are
            }
            case NARROWEST -> coflows.sort(Comparator.comparingInt(coflow -> coflow.open));
            case SMALLEST -> coflows.sort(Comparator.comparingDouble(ActiveCoflow::octets));
            case SEBF -> coflows.sort(Comparator.comparingDouble(coflow -> coflow.alone));
            case SINCRONIA -> bottleneckSelectScale(coflows, capacities);
        }
    }

    /**
     * From the last place to the first: the port with the most to carry; on it the coflow with the least weight for its load
     * goes last; the weights of the others shrink by what they would have paid for it.
     */
    private static void bottleneckSelectScale(List<ActiveCoflow> coflows, double[] capacities) {
        int count = coflows.size();
        double[] total = new double[capacities.length];
        double[] weights = new double[count];
        for (int i = 0; i < count; i++) {
            ActiveCoflow coflow = coflows.get(i);
            weights[i] = coflow.weight;
            for (int k = 0; k < coflow.ports.length; k++) {
                total[coflow.ports[k]] += coflow.load(k) / capacities[coflow.ports[k]];
            }
        }
        for (int last = count - 1; last > 0; last--) {
            int busiest = 0;
            for (int port = 1; port < total.length; port++) {
                busiest = total[port] > total[busiest] ? port : busiest;
            }
            int chosen = last;
            double least = Double.POSITIVE_INFINITY;
            for (int i = last; i >= 0; i--) {
                double load = coflows.get(i).loadOf(busiest);
                if (load > 0 && weights[i] / load < least) {
                    least = weights[i] / load;
                    chosen = i;
                }
            }
            for (int i = 0; i <= last && least < Double.POSITIVE_INFINITY; i++) {
                weights[i] = i == chosen
                        ? weights[i]
                        : Math.max(0, weights[i] - least * coflows.get(i).loadOf(busiest));
            }
            ActiveCoflow placed = coflows.remove(chosen);
            coflows.add(last, placed);
            System.arraycopy(weights, chosen + 1, weights, chosen, last - chosen);
            for (int k = 0; k < placed.ports.length; k++) {
                double rest = total[placed.ports[k]] - placed.load(k) / capacities[placed.ports[k]];
                total[placed.ports[k]] = rest > 0 ? rest : 0;
            }
        }
    }
}
