package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * A job on a network in numbers: bits, bit/s and seconds, by the number of a site and of a stage. The transfer of a stage takes as
 * long as its busiest port or path: egress and ingress of a site are those of its VMs together, a path carries what its VM
 * pairs do. Rates that end all flows of a stage together (MADD) reach exactly that. Its computing takes as long as the site
 * with the most work for a slot. Immutable; safe for any thread.
 */
final class JobModel {
    /** A share that is none. */
    static final double NOTHING = 1e-9;

    private static final double BITS = 8;

    final Job job;
    final NetworkModel network;
    final List<SiteId> sites;
    final int siteCount;
    private final Map<SiteId, Integer> numbers = new HashMap<>();
    final double[] up;
    final double[] down;
    /** Zero where no link is known. */
    final double[][] pair;

    /** By link, in rows of its first site. */
    private final List<Optional<LinkModel>> links = new ArrayList<>();

    /** Whether a round-trip time of some link is known, so that streams take time to connect and to ramp up. */
    final boolean ramps;

    /** Dollars a bit by link, in the first tier; zero where no link is known. */
    final double[][] price;

    /** Streams of a VM pair on which {@link #pair} rests; zero where no link is known. */
    final int[][] streams;

    /** VMs that carry data, by site. */
    final int[] vms;

    final double[] slots;
    final List<Stage> stages;
    final int stageCount;
    /** By stage and input: the number of the stage it is the output of, or {@code ~} that of a dataset. */
    final int[][] inputs;
    /** By dataset and site. */
    final double[][] datasets;

    final double[] outputs;
    /** Slot-seconds by stage. */
    final double[] work;
    /** The largest share of a stage that may run at a site. */
    final double[][] most;

    /**
     * With all VMs of the cluster.
     *
     * @param job with one query plan
     * @throws InvalidInputException when the network lacks a site, or a stage can run nowhere
     */
    JobModel(Job job, NetworkModel network) {
        this(
                job,
                network,
                job.cluster().values().stream().mapToInt(SiteShare::vms).toArray());
    }

    /** With so many VMs, by site. */
    JobModel(Job job, NetworkModel network, int[] vms) {
        this(job, network, vms, new double[0][], new int[0][]);
    }

    /** With data that have been moved: bits by dataset and site. */
    JobModel(Job job, NetworkModel network, int[] vms, double[][] moved) {
        this(job, network, vms, moved, new int[0][]);
    }

    /** With so many streams of each VM pair, by link; and data that have been moved, unless they are given empty. */
    JobModel(Job job, NetworkModel network, int[] vms, double[][] moved, int[][] chosen) {
        network.requireNoPercentiles("a job");
        this.job = job;
        this.network = network;
        this.vms = vms;
        sites = List.copyOf(job.cluster().keySet());
        siteCount = sites.size();
        up = new double[siteCount];
        down = new double[siteCount];
        slots = new double[siteCount];
        pair = new double[siteCount][siteCount];
        streams = new int[siteCount][siteCount];
        price = new double[siteCount][siteCount];
        for (int i = 0; i < siteCount; i++) {
            numbers.put(sites.get(i), i);
        }
        boolean far = false;
        for (int i = 0; i < siteCount; i++) {
            SiteModel site = network.getSite(sites.get(i));
            SiteShare share = Objects.requireNonNull(job.cluster().get(site.id()));
            VmCaps caps = share.vm(site).caps();
            up[i] = port(caps.egress(), vms[i], site.uplink().out());
            down[i] = port(caps.ingress(), vms[i], site.uplink().in());
            slots[i] = share.slots();
            for (int j = 0; j < siteCount; j++) {
                int pairs = Math.min(vms[i], vms[j]);
                Optional<LinkModel> link = network.findLink(sites.get(i), sites.get(j));
                links.add(link);
                far |= link.flatMap(LinkModel::rtt).isPresent();
                price[i][j] = link.map(known -> known.price().firstTier().dollars() / 1e9 / BITS)
                        .orElse(0.0);
                int wanted = chosen.length > 0 ? chosen[i][j] : Integer.MAX_VALUE;
                int used = Math.min(
                        wanted, link.map(known -> known.rates().maxStreams()).orElse(0));
                streams[i][j] = used;
                pair[i][j] = link.map(known -> rate(known, used, pairs)).orElse(0.0);
            }
        }
        ramps = far;
        stages = job.stages();
        stageCount = stages.size();
        datasets = new double[job.datasets().size()][siteCount];
        Map<String, Integer> names = new HashMap<>();
        for (int d = 0; d < datasets.length; d++) {
            Dataset dataset = job.datasets().get(d);
            names.put(dataset.name(), ~d);
            for (var size : dataset.sizes().entrySet()) {
                datasets[d][number(size.getKey())] = size.getValue().bytes() * BITS;
            }
        }
        for (int d = 0; d < moved.length; d++) {
            datasets[d] = moved[d].clone();
        }
        inputs = new int[stageCount][];
        outputs = new double[stageCount];
        work = new double[stageCount];
        most = new double[stageCount][siteCount];
        Map<String, Double> octets = new HashMap<>();
        job.octets().forEach((name, size) -> octets.put(name, (double) size.bytes()));
        for (int s = 0; s < stageCount; s++) {
            Stage stage = stages.get(s);
            names.put(stage.name(), s);
            inputs[s] = stage.inputs().stream()
                    .mapToInt(input -> Objects.requireNonNull(names.get(input)))
                    .toArray();
            outputs[s] = octets.getOrDefault(stage.name(), 0.0) * BITS;
            double gigabytes = stage.inputs().stream()
                            .mapToDouble(input -> octets.getOrDefault(input, 0.0))
                            .sum()
                    / 1e9;
            work[s] = gigabytes * Durations.seconds(stage.perGigabyte())
                    + stage.tasks() * Durations.seconds(stage.perTask());
            limit(s);
        }
    }

    /** The number of a site of the cluster. */
    int number(SiteId site) {
        return Objects.requireNonNull(numbers.get(site));
    }

    Optional<LinkModel> link(int from, int to) {
        return links.get(from * siteCount + to);
    }

    private static double port(Bandwidth one, int vms, Optional<Bandwidth> line) {
        double all = (double) one.bitsPerSecond() * vms;
        return line.map(most -> Math.min(all, (double) most.bitsPerSecond())).orElse(all);
    }

    /** What so many VM pairs with so many streams each carry over a link. */
    static double rate(LinkModel link, int streams, int pairs) {
        double all = (double) link.rates().rateAt(streams).bitsPerSecond() * pairs;
        return link.totalCap()
                .map(cap -> Math.min(all, (double) cap.bitsPerSecond()))
                .orElse(all);
    }

    /** Where a stage may run, and how much of it. */
    private void limit(int s) {
        Stage stage = stages.get(s);
        boolean reads = !stage.isShuffled();
        double[] there = new double[siteCount];
        double all = 0;
        for (int i = 0; i < siteCount && reads && inputs[s][0] < 0; i++) {
            there[i] = datasets[~inputs[s][0]][i];
            all += there[i];
        }
        List<Dataset> read = stage.inputs().stream()
                .flatMap(input -> job.findDataset(input).stream())
                .filter(dataset -> !dataset.mayNotGo().isEmpty())
                .toList();
        double sum = 0;
        for (int i = 0; i < siteCount; i++) {
            SiteId site = sites.get(i);
            boolean runs = stage.at().map(site::equals).orElse(true) && (work[s] == 0 || slots[i] > 0);
            boolean may = stage.kind() == Stage.Kind.EXCHANGE
                    || read.isEmpty()
                    || read.stream().allMatch(dataset -> dataset.mayGoTo(site));
            double own = all > 0 ? there[i] / all : 0;
            most[s][i] = !runs ? 0 : may ? 1 : mayStay(s, i) ? own : 0;
            sum += most[s][i];
        }
        if (sum < 1 - NOTHING) {
            throw new InvalidInputException(
                    "The stage " + stage.name()
                            + " has no place: its data may not leave where they lie, and there are too few"
                            + " slots there.",
                    "Give those sites slots, or let the datasets go to others.");
        }
    }

    /** Whether nothing but what lies there already would be worked on at a site. */
    private boolean mayStay(int s, int site) {
        for (int k = 0; k < inputs[s].length; k++) {
            boolean goes =
                    inputs[s][k] < 0 && !job.datasets().get(~inputs[s][k]).mayGoTo(sites.get(site));
            if (goes && (k > 0 || stages.get(s).isShuffled())) {
                return false;
            }
        }
        return true;
    }

    /** Bits of one input by site. */
    double[] input(int s, int k, double[][] shares) {
        int from = inputs[s][k];
        if (from < 0) {
            return datasets[~from].clone();
        }
        double[] bits = new double[siteCount];
        for (int i = 0; i < siteCount; i++) {
            bits[i] = outputs[from] * shares[from][i];
        }
        return bits;
    }

    /** Bits of all inputs by site. */
    double[] input(int s, double[][] shares) {
        double[] sum = new double[siteCount];
        for (int k = 0; k < inputs[s].length; k++) {
            double[] one = input(s, k, shares);
            for (int i = 0; i < siteCount; i++) {
                sum[i] += one[i];
            }
        }
        return sum;
    }

    /** Bits that go from site to site before a stage computes. */
    double[][] flows(int s, double[][] shares) {
        double[][] flows = new double[siteCount][siteCount];
        Stage.Kind kind = stages.get(s).kind();
        if (kind == Stage.Kind.EXCHANGE) {
            double[] bits = input(s, shares);
            for (int i = 0; i < siteCount; i++) {
                for (int j = 0; j < siteCount; j++) {
                    flows[i][j] = i != j && bits[j] > 0 ? bits[i] * job.repeat().factor() : 0;
                }
            }
            return flows;
        }
        if (stages.get(s).isShuffled()) {
            double[] bits = input(s, shares);
            for (int i = 0; i < siteCount; i++) {
                for (int j = 0; j < siteCount; j++) {
                    flows[i][j] += i == j ? 0 : bits[i] * shares[s][j];
                }
            }
            return flows;
        }
        read(flows, kind == Stage.Kind.BROADCAST ? input(s, 0, shares) : input(s, shares), shares[s]);
        for (int k = 1; k < inputs[s].length && kind == Stage.Kind.BROADCAST; k++) {
            double[] bits = input(s, k, shares);
            for (int i = 0; i < siteCount; i++) {
                for (int j = 0; j < siteCount; j++) {
                    flows[i][j] += i != j && shares[s][j] > NOTHING ? bits[i] : 0;
                }
            }
        }
        return flows;
    }

    /** What a site has too much goes where there is too little, each in proportion. */
    private void read(double[][] flows, double[] bits, double[] share) {
        double all = sum(bits);
        double lacking = 0;
        for (int j = 0; j < siteCount; j++) {
            lacking += Math.max(0, share[j] * all - bits[j]);
        }
        for (int i = 0; i < siteCount; i++) {
            double spare = Math.max(0, bits[i] - share[i] * all);
            for (int j = 0; j < siteCount && spare > all * NOTHING; j++) {
                flows[i][j] += i == j ? 0 : spare * Math.max(0, share[j] * all - bits[j]) / lacking;
            }
        }
    }

    static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /** Seconds that flows take together: the busiest port or path; infinite over a link that is not known. */
    double transfer(double[][] flows) {
        double longest = 0;
        double[] received = new double[siteCount];
        for (int i = 0; i < siteCount; i++) {
            double sent = 0;
            double[] row = flows[i];
            double[] rates = pair[i];
            for (int j = 0; j < siteCount; j++) {
                sent += row[j];
                received[j] += row[j];
                longest = row[j] > longest * rates[j] ? over(row[j], rates[j]) : longest;
            }
            longest = Math.max(longest, over(sent, up[i]));
        }
        for (int j = 0; j < siteCount; j++) {
            longest = Math.max(longest, over(received[j], down[j]));
        }
        return longest;
    }

    static double over(double bits, double rate) {
        return bits <= 0 ? 0 : bits / rate;
    }

    /** What a transfer of so many seconds waits for. */
    String binds(double[][] flows, double seconds) {
        List<String> all = new ArrayList<>();
        double near = seconds * (1 - 1e-6);
        for (int i = 0; i < siteCount; i++) {
            double sent = 0;
            double received = 0;
            for (int j = 0; j < siteCount; j++) {
                sent += flows[i][j];
                received += flows[j][i];
            }
            if (over(sent, up[i]) >= near) {
                all.add("egress of " + sites.get(i));
            }
            if (over(received, down[i]) >= near) {
                all.add("ingress of " + sites.get(i));
            }
        }
        for (int i = 0; i < siteCount && all.isEmpty(); i++) {
            for (int j = 0; j < siteCount; j++) {
                if (over(flows[i][j], pair[i][j]) >= near) {
                    all.add("path " + sites.get(i) + " -> " + sites.get(j));
                }
            }
        }
        return seconds > 0 ? String.join(", ", all.subList(0, Math.min(2, all.size()))) : "";
    }

    /** The same with paths that carry what relays add to them, at most; itself where no path is narrower than its ports. */
    JobModel asWideAsRelays() {
        boolean narrow = false;
        double[][] wide = new double[siteCount][siteCount];
        for (int i = 0; i < siteCount; i++) {
            for (int j = 0; j < siteCount; j++) {
                double most = Math.min(up[i], down[j]);
                wide[i][j] = pair[i][j];
                for (int k = 0; k < siteCount && i != j && wide[i][j] < most; k++) {
                    wide[i][j] += k == i || k == j ? 0 : Math.min(pair[i][k], pair[k][j]);
                }
                narrow |= i != j && wide[i][j] > pair[i][j];
            }
        }
        if (!narrow) {
            return this;
        }
        var model = new JobModel(job, network, vms, datasets);
        for (int i = 0; i < siteCount; i++) {
            System.arraycopy(wide[i], 0, model.pair[i], 0, siteCount);
        }
        return model;
    }

    /** Seconds that a stage computes. */
    double compute(int s, double[] share) {
        double longest = 0;
        for (int i = 0; i < siteCount && work[s] > 0; i++) {
            longest = Math.max(longest, share[i] > NOTHING ? work[s] * share[i] / slots[i] : 0);
        }
        return longest;
    }

    /** Seconds of one round. */
    double time(double[][] shares) {
        return last(own(shares));
    }

    /** When the last stage ends, by what each takes from its start. */
    double last(double[] own) {
        double[] ends = new double[stageCount];
        double last = 0;
        for (int s = 0; s < stageCount; s++) {
            ends[s] = start(s, ends) + own[s];
            last = Math.max(last, ends[s]);
        }
        return last;
    }

    /** Seconds of each stage from its start. */
    double[] own(double[][] shares) {
        double[] own = new double[stageCount];
        for (int s = 0; s < stageCount; s++) {
            own[s] = own(s, shares);
        }
        return own;
    }

    /** The same, when those of other shares are known: what rests on the same arrays takes as long. */
    double[] own(double[][] shares, double[][] before, double[] known) {
        double[] own = known.clone();
        for (int s = 0; s < stageCount; s++) {
            boolean other = shares[s] != before[s];
            for (int from : inputs[s]) {
                other |= from >= 0 && shares[from] != before[from];
            }
            if (other) {
                own[s] = own(s, shares);
            }
        }
        return own;
    }

    double start(int s, double[] ends) {
        double start = 0;
        for (int from : inputs[s]) {
            start = Math.max(start, from < 0 ? 0 : ends[from]);
        }
        return start;
    }

    /** Shares that follow the input of a stage: where it lies, in proportion, as far as it may run there. */
    double[] inPlace(int s, double[][] shares) {
        boolean broadcast = stages.get(s).kind() == Stage.Kind.BROADCAST;
        double[] bits = broadcast ? input(s, 0, shares) : input(s, shares);
        if (isOneSite(s)) {
            int largest = -1;
            for (int i = 0; i < siteCount; i++) {
                boolean may = most[s][i] >= 1;
                largest = may && (largest < 0 || bits[i] > bits[largest]) ? i : largest;
            }
            return alone(s, largest);
        }
        double all = sum(bits);
        double[] wanted = new double[siteCount];
        for (int i = 0; i < siteCount; i++) {
            wanted[i] = all > 0 ? bits[i] / all : 1.0 / siteCount;
        }
        return stages.get(s).kind() == Stage.Kind.EXCHANGE ? wanted : within(most[s], wanted);
    }

    /** Shares as near to those wanted as they may be: what is too much goes where there is room. */
    static double[] within(double[] most, double[] wanted) {
        double[] share = new double[most.length];
        double room = 0;
        double left = 1;
        for (int i = 0; i < most.length; i++) {
            share[i] = Math.min(most[i], wanted[i]);
            left -= share[i];
            room += most[i] - share[i];
        }
        for (int i = 0; i < most.length && left > 0 && room > 0; i++) {
            share[i] += left * (most[i] - share[i]) / room;
        }
        double sum = sum(share);
        for (int i = 0; i < most.length; i++) {
            share[i] /= sum;
        }
        return share;
    }

    /** A stage at one site as far as it may, the rest where it must. */
    double[] alone(int s, int site) {
        double[] wanted = new double[siteCount];
        wanted[site] = 1;
        return within(most[s], wanted);
    }

    boolean isOneSite(int s) {
        return stages.get(s).kind() == Stage.Kind.AGGREGATE;
    }

    /** Whether where a stage runs follows from the job and from where its inputs lie. */
    boolean isForced(int s) {
        return stages.get(s).kind() == Stage.Kind.WRITE || stages.get(s).kind() == Stage.Kind.EXCHANGE;
    }

    /** The same shares, with those of exchanges where their inputs lie now. */
    double[][] settled(double[][] shares) {
        for (int s = 0; s < stageCount; s++) {
            if (stages.get(s).kind() == Stage.Kind.EXCHANGE) {
                shares[s] = inPlace(s, shares);
            }
        }
        return shares;
    }

    /** The site, alone, where a stage takes the least. */
    double[] bestSite(int s, IntToDoubleFunction time) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int site = 0; site < siteCount; site++) {
            double there = most[s][site] >= 1 ? time.applyAsDouble(site) : Double.POSITIVE_INFINITY;
            if (there < least || (best < 0 && most[s][site] >= 1)) {
                least = there;
                best = site;
            }
        }
        return alone(s, best);
    }

    /** Seconds of a stage from its start. */
    double own(int s, double[][] shares) {
        boolean shuffled = stages.get(s).isShuffled();
        double transfer = shuffled ? shuffle(input(s, shares), shares[s]) : transfer(flows(s, shares));
        return transfer + compute(s, shares[s]);
    }

    /** Seconds of a transfer that sends from every site the same shares. */
    private double shuffle(double[] bits, double[] share) {
        int[] targets = new int[siteCount];
        int count = 0;
        for (int j = 0; j < siteCount; j++) {
            targets[count] = j;
            count += share[j] > 0 ? 1 : 0;
        }
        double longest = 0;
        double[] received = new double[siteCount];
        for (int i = 0; i < siteCount; i++) {
            double sent = 0;
            double[] rates = pair[i];
            for (int k = 0; k < count && bits[i] > 0; k++) {
                int j = targets[k];
                double flow = i == j ? 0 : bits[i] * share[j];
                sent += flow;
                received[j] += flow;
                longest = flow > longest * rates[j] ? over(flow, rates[j]) : longest;
            }
            longest = Math.max(longest, over(sent, up[i]));
        }
        for (int j = 0; j < siteCount; j++) {
            longest = Math.max(longest, over(received[j], down[j]));
        }
        return longest;
    }
}
