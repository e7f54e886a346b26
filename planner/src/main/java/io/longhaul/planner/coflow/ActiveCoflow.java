package io.longhaul.planner.coflow;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.Flow;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A coflow while it is carried. Under MADD all its flows shrink alike, so that one factor says what is left of them; only
 * flows that get more than their share keep a number of their own. Bits and seconds. Confined to one thread.
 */
final class ActiveCoflow {
    /** A flow of which less than this part is left is done. */
    static final double NOTHING = 1e-9;

    private static final double BITS = 8;
    /** What rounding leaves of a port's load while a flow of it is open, bits. */
    private static final double LEAST = 1e-9;

    final int index;
    final double arrival;
    final double weight;
    /** Numbers of the ports it uses, rising: senders, then receivers behind all senders. */
    final int[] ports;
    /** Flows not yet done. */
    int open;
    /** Seconds it takes alone on empty ports. */
    double alone;
    /** When it ends if its rates stay; infinite without any. */
    double due = Double.POSITIVE_INFINITY;

    /** Part of what is left that is sent in a second. */
    private double progress;

    /** By flow: ports, what is left before {@link #factor}, and what there was. */
    private final int[] senders;

    private final int[] receivers;
    private final double[] left;
    private final double[] first;
    /** By port of {@link #ports}: what is left of its flows before {@link #factor}, and how many are not done. */
    private final double[] loads;

    private final int[] openAt;
    private double factor = 1;

    /** Flows with more than their share: numbers and bit/s of it. */
    private int[] favoured = new int[8];

    private double[] favours = new double[8];
    private int favouredCount;

    /** @param portNumbers of all ports; receivers are numbered behind all senders */
    ActiveCoflow(int index, Coflow coflow, Map<SiteId, Integer> portNumbers) {
        this.index = index;
        arrival = Durations.seconds(coflow.arrival());
        weight = coflow.weight();
        int all = portNumbers.size();
        List<Flow> flows = coflow.flows();
        long[] pairs = new long[flows.size()];
        for (int i = 0; i < pairs.length; i++) {
            Flow flow = flows.get(i);
            pairs[i] = (long) number(portNumbers, flow.from()) * all + number(portNumbers, flow.to());
        }
        // flows of the same ports are one
        long[] groups = Arrays.stream(pairs).sorted().distinct().toArray();
        left = new double[groups.length];
        for (int i = 0; i < pairs.length; i++) {
            left[Arrays.binarySearch(groups, pairs[i])] += flows.get(i).size().bytes() * BITS;
        }
        senders = new int[groups.length];
        receivers = new int[groups.length];
        for (int i = 0; i < groups.length; i++) {
            senders[i] = (int) (groups[i] / all);
            receivers[i] = all + (int) (groups[i] % all);
            open += left[i] > 0 ? 1 : 0;
        }
        first = left.clone();
        int[] used = Arrays.copyOf(senders, 2 * senders.length);
        System.arraycopy(receivers, 0, used, senders.length, senders.length);
        ports = Arrays.stream(used).distinct().sorted().toArray();
        loads = new double[ports.length];
        openAt = new int[ports.length];
        for (int flow = 0; flow < left.length; flow++) {
            senders[flow] = Arrays.binarySearch(ports, senders[flow]);
            receivers[flow] = Arrays.binarySearch(ports, receivers[flow]);
            for (int place : new int[] {senders[flow], receivers[flow]}) {
                loads[place] += left[flow];
                openAt[place] += left[flow] > 0 ? 1 : 0;
            }
        }
    }

    private static int number(Map<SiteId, Integer> portNumbers, SiteId port) {
        return Objects.requireNonNull(portNumbers.get(port));
    }

    boolean isDone() {
        return open == 0;
    }

    /** What is left on the k-th of {@link #ports}. */
    double load(int k) {
        return factor * loads[k];
    }

    double loadOf(int port) {
        int k = Arrays.binarySearch(ports, port);
        return k < 0 ? 0 : load(k);
    }

    /** What is left of all flows. */
    double octets() {
        double sum = 0;
        for (int k = 0; k < ports.length; k++) {
            sum += load(k);
        }
        return sum / (2 * BITS);
    }

    /** The time to send all that is left at once: the port that takes longest; infinite where one has nothing left. */
    double time(double[] capacities) {
        double longest = 0;
        for (int k = 0; k < ports.length; k++) {
            if (loads[k] > 0) {
                longest = Math.max(
                        longest, capacities[ports[k]] > 0 ? load(k) / capacities[ports[k]] : Double.POSITIVE_INFINITY);
            }
        }
        return longest;
    }

    /** Takes the rates that end all flows together as early as the ports allow; none where one has nothing left. */
    void take(double[] residual, double[] tolerances, double now) {
        favouredCount = 0;
        double time = time(residual);
        progress = time > 0 && time < Double.POSITIVE_INFINITY ? 1 / time : 0;
        due = progress > 0 ? now + time : Double.POSITIVE_INFINITY;
        for (int k = 0; k < ports.length && progress > 0; k++) {
            lower(residual, tolerances, ports[k], load(k) * progress);
        }
    }

    /** Takes what the ports still have, flow by flow, senders first. */
    void takeMore(double[] residual, double[] tolerances) {
        for (int flow = 0; flow < left.length; flow++) {
            int from = ports[senders[flow]];
            if (residual[from] <= 0) {
                int sender = senders[flow];
                while (flow + 1 < left.length && senders[flow + 1] == sender) {
                    flow++; // the others of this sender
                }
                continue;
            }
            int to = ports[receivers[flow]];
            double more = Math.min(residual[from], residual[to]);
            if (more > 0 && left[flow] > 0) {
                favour(flow, more);
                lower(residual, tolerances, from, more);
                lower(residual, tolerances, to, more);
            }
        }
    }

    private static void lower(double[] residual, double[] tolerances, int port, double by) {
        double rest = residual[port] - by;
        residual[port] = rest <= tolerances[port] ? 0 : rest;
    }

    private void favour(int flow, double more) {
        if (favouredCount == favoured.length) {
            favoured = Arrays.copyOf(favoured, 2 * favouredCount);
            favours = Arrays.copyOf(favours, 2 * favouredCount);
        }
        favoured[favouredCount] = flow;
        favours[favouredCount++] = more;
    }

    /** Sends from one moment to another, which is no later than {@link #due}. */
    void advance(double from, double to) {
        double seconds = to - from;
        double remains = 1 - progress * seconds;
        if (due <= to || remains <= NOTHING) {
            open = 0;
            return;
        }
        double before = factor;
        factor *= remains;
        for (int i = 0; i < favouredCount; i++) {
            int flow = favoured[i];
            double now = left[flow] * before * remains - favours[i] * seconds;
            double base = now <= NOTHING * first[flow] ? 0 : now / factor;
            settle(senders[flow], left[flow] - base, base == 0);
            settle(receivers[flow], left[flow] - base, base == 0);
            open -= base == 0 ? 1 : 0;
            left[flow] = base;
        }
    }

    private void settle(int place, double sent, boolean ended) {
        loads[place] = Math.max(LEAST, loads[place] - sent);
        if (ended && --openAt[place] == 0) {
            loads[place] = 0;
        }
    }
}
