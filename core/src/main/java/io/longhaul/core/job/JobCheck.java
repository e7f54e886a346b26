package io.longhaul.core.job;

import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Accepts or refuses a plan for a job from first principles: where stages run, what they send on which ways, how long that
 * takes and what it costs; of several jobs also that nobody is lost, and that fixed rates fit into what the network has at
 * every moment. A stage may not send for less than its busiest port or path needs, nor compute for less than its slots do;
 * that it takes longer (slow start, stages that overlap) is for the judge to say. Shares no code with any planner. Times and
 * octets are compared to one part in a million. Stateless, safe for any thread.
 */
public final class JobCheck {
    private static final double TOLERANCE = 1e-6;
    /** Seconds that rounding of times to nanoseconds may add up to. */
    private static final double INSTANT = 1e-8;

    private final Job job;
    private final NetworkModel network;
    private final JobPlan plan;
    private final List<String> violations = new ArrayList<>();
    /** Octets of datasets and outputs by name and site. */
    private final Map<String, Map<SiteId, Double>> lies = new HashMap<>();

    private final Map<String, Duration> ends = new HashMap<>();
    private final Map<Link, Long> sent = new TreeMap<>();

    private JobCheck(Job job, NetworkModel network, JobPlan plan) {
        this.job = job;
        this.network = network;
        this.plan = plan;
    }

    /** What is wrong with a plan, one sentence each; empty when it is sound. */
    public static List<String> violations(Job job, NetworkModel network, JobPlan plan) {
        if (plan.query() < 0 || plan.query() >= job.queries()) {
            return List.of("The job has no query plan of number " + plan.query() + ".");
        }
        var check = new JobCheck(job.ofQuery(plan.query()), network, plan);
        check.run();
        return List.copyOf(check.violations);
    }

    /** What is wrong with a plan for several jobs, one sentence each; empty when it is sound. */
    public static List<String> violations(JobSet jobs, NetworkModel network, JobsPlan plan) {
        var violations = new ArrayList<String>();
        var named = new ArrayList<String>();
        plan.plans().forEach(one -> named.add(one.job()));
        plan.refused().forEach(one -> named.add(one.job()));
        if (!new TreeSet<>(named)
                        .equals(new TreeSet<>(
                                jobs.jobs().stream().map(Job::name).toList()))
                || named.size() != jobs.jobs().size()) {
            violations.add("The plan is of other jobs than the set.");
            return violations;
        }
        Map<String, Job> byName = jobs.byName();
        for (JobPlan one : plan.plans()) {
            violations(Objects.requireNonNull(byName.get(one.job())), network, one)
                    .forEach(sentence -> violations.add("Job " + one.job() + ": " + sentence));
        }
        new FixedRates(jobs, network, plan).add(violations);
        return violations;
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            violations.add(sentence);
        }
    }

    private void run() {
        require(plan.job().equals(job.name()), "The plan is of the job " + plan.job() + ".");
        require(
                plan.stages().stream()
                        .map(StagePlan::stage)
                        .toList()
                        .equals(job.stages().stream().map(Stage::name).toList()),
                "The plan has other stages than the job.");
        plan.vms()
                .forEach((site, count) -> require(
                        count >= 1 && job.cluster().containsKey(site) && count <= at(site).vms(),
                        "The plan has " + count + " VMs at " + site + "."));
        if (!violations.isEmpty()) {
            return;
        }
        for (Dataset dataset : job.datasets()) {
            var octets = new TreeMap<SiteId, Double>();
            dataset.sizes().forEach((site, size) -> octets.put(site, (double) size.bytes()));
            lies.put(dataset.name(), octets);
        }
        beforehand();
        Map<String, DataSize> outputs = job.octets();
        Duration round = Duration.ZERO;
        for (int i = 0; i < plan.stages().size(); i++) {
            StagePlan placed = plan.stages().get(i);
            stage(job.stages().get(i), placed);
            var output = new TreeMap<SiteId, Double>();
            double all = Optional.ofNullable(outputs.get(placed.stage()))
                    .orElse(DataSize.ZERO)
                    .bytes();
            placed.shares().forEach((site, share) -> output.put(site, share * all));
            lies.put(placed.stage(), output);
            ends.put(placed.stage(), placed.end());
            round = placed.end().compareTo(round) > 0 ? placed.end() : round;
        }
        Duration last = round.multipliedBy(job.repeat().rounds());
        require(isNear(plan.time(), last), "The job ends after " + last + ", not " + plan.time() + ".");
        require(plan.bound().compareTo(plan.time()) <= 0, "The bound is above the time.");
        money();
    }

    private void money() {
        Money cost = Money.ZERO;
        for (var entry : sent.entrySet()) {
            LinkModel link = network.getLink(entry.getKey());
            cost = cost.plus(link.price().cost(DataSize.ofBytes(entry.getValue()), DataSize.ZERO));
        }
        require(cost.equals(plan.egress()), "Its octets cost " + cost + ", not " + plan.egress() + ".");
        Money vms = Money.ZERO;
        for (var entry : plan.vms().entrySet()) {
            vms = vms.plus(vm(entry.getKey()).price().times(entry.getValue()).times(plan.time()));
        }
        require(vms.equals(plan.vmCost()), "Its VMs cost " + vms + ", not " + plan.vmCost() + ".");
    }

    private VmChoice vm(SiteId site) {
        return at(site).vm(network.getSite(site));
    }

    private static boolean isNear(Duration one, Duration other) {
        return isNear(one, Durations.seconds(other));
    }

    private static boolean isNear(Duration one, double seconds) {
        return Math.abs(Durations.seconds(one) - seconds) <= INSTANT + TOLERANCE * seconds;
    }

    private static boolean isAtLeast(Duration one, double seconds) {
        return Durations.seconds(one) >= seconds * (1 - TOLERANCE) - INSTANT;
    }

    /** Data that are moved before the job arrives are there, may go, and have arrived by then. */
    private void beforehand() {
        var flows = new ArrayList<RoutedFlow>();
        for (JobPlan.Move move : plan.beforehand()) {
            RoutedFlow flow = move.flow();
            Optional<Dataset> dataset = job.findDataset(move.dataset());
            require(dataset.isPresent(), "There is no dataset " + move.dataset() + " to move.");
            if (dataset.isEmpty()) {
                continue;
            }
            Map<SiteId, Double> octets =
                    Optional.ofNullable(lies.get(move.dataset())).orElseThrow();
            double size = flow.size().bytes();
            double there = octets.getOrDefault(flow.from(), 0.0);
            require(
                    size <= there,
                    "The plan moves " + size + " octets of " + move.dataset() + " from " + flow.from() + ", where "
                            + there + " lie.");
            require(
                    dataset.get().mayGoTo(flow.to()) && flow.via().stream().allMatch(dataset.get()::mayGoTo),
                    "The dataset " + move.dataset() + " may not go to " + flow.to() + " on its way.");
            octets.merge(flow.from(), -size, Double::sum);
            octets.merge(flow.to(), size, Double::sum);
            flows.add(flow);
            way(flow, 1);
        }
        require(
                transfer(flows) <= Durations.seconds(job.terms().arrival()) * (1 + TOLERANCE) + INSTANT,
                "What is moved beforehand has not arrived when the job does.");
    }

    /** The legs are in the network, its sites have VMs; what they carry is counted. */
    private void way(RoutedFlow flow, int times) {
        for (Link leg : flow.legs()) {
            require(network.findLink(leg).isPresent(), "The link " + leg + " is not in the network.");
            require(
                    plan.vms().containsKey(leg.from()) && plan.vms().containsKey(leg.to()),
                    "There are no VMs at both ends of " + leg + ".");
            sent.merge(leg, flow.size().bytes() * times, Long::sum);
        }
        require(flow.streams() >= 1 && flow.weight() > 0, "A flow from " + flow.from() + " has no streams or weight.");
    }

    private void stage(Stage stage, StagePlan placed) {
        double sum = 0;
        for (var share : placed.shares().entrySet()) {
            sum += share.getValue();
            place(stage, share.getKey(), share.getValue());
        }
        require(Math.abs(sum - 1) <= TOLERANCE, "The shares of " + stage.name() + " sum to " + sum + ", not 1.");
        boolean oneSite = stage.kind() == Stage.Kind.AGGREGATE || stage.kind() == Stage.Kind.WRITE;
        require(!oneSite || placed.shares().size() == 1, "The stage " + stage.name() + " runs at several sites.");
        placed.flows().forEach(flow -> way(flow, job.repeat().rounds()));
        if (!violations.isEmpty()) {
            return;
        }
        if (stage.kind() == Stage.Kind.EXCHANGE) {
            exchange(stage, placed);
        } else {
            flows(stage, placed);
        }
        relays(stage, placed);
        Duration start = Duration.ZERO;
        for (String input : stage.inputs()) {
            Duration end = ends.getOrDefault(input, Duration.ZERO);
            start = end.compareTo(start) > 0 ? end : start;
        }
        require(isNear(placed.start(), start), "The stage " + stage.name() + " starts at " + placed.start() + ".");
        boolean fixed = placed.flows().stream().anyMatch(flow -> !flow.pieces().isEmpty());
        double seconds = fixed ? pieces(stage, placed) : transfer(placed.flows());
        require(
                fixed ? isNear(placed.transfer(), seconds) : isAtLeast(placed.transfer(), seconds),
                "The flows of " + stage.name() + " take " + seconds + " s, not " + placed.transfer() + ".");
        double octets = stage.inputs().stream().mapToDouble(this::total).sum();
        double all = octets / 1e9 * Durations.seconds(stage.perGigabyte())
                + stage.tasks() * Durations.seconds(stage.perTask());
        double slowest = 0;
        for (var share : placed.shares().entrySet()) {
            double work = share.getValue() * all;
            slowest =
                    Math.max(slowest, work == 0 ? 0 : work / at(share.getKey()).slots());
        }
        require(
                isAtLeast(placed.compute(), slowest),
                "The stage " + stage.name() + " does not compute for " + placed.compute() + ".");
    }

    /** Seconds until the last piece ends; every flow sends all it has, and not before its stage begins. */
    private double pieces(Stage stage, StagePlan placed) {
        double last = Durations.seconds(placed.start());
        for (RoutedFlow flow : placed.flows()) {
            double bits = 0;
            for (RoutedFlow.Piece piece : flow.pieces()) {
                double start = Durations.seconds(piece.start());
                double end = Durations.seconds(piece.end());
                require(
                        start >= Durations.seconds(placed.start()) - INSTANT && end > start,
                        "A piece of " + stage.name() + " begins at " + piece.start() + ", before its stage.");
                bits += (end - start) * piece.rate().bitsPerSecond();
                last = Math.max(last, end);
            }
            double wanted = 8.0 * flow.size().bytes();
            require(
                    bits >= wanted * (1 - TOLERANCE) - 8,
                    "The pieces of " + stage.name() + " from " + flow.from() + " send " + bits / 8 + " of "
                            + flow.size() + ".");
        }
        return last - Durations.seconds(placed.start());
    }

    private double total(String input) {
        return at(input).values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private Map<SiteId, Double> at(String input) {
        return Optional.ofNullable(lies.get(input)).orElse(Map.of());
    }

    private SiteShare at(SiteId site) {
        return Optional.ofNullable(job.cluster().get(site)).orElse(new SiteShare(1, 0));
    }

    private void place(Stage stage, SiteId site, double share) {
        require(job.cluster().containsKey(site), "The stage " + stage.name() + " runs at " + site + ".");
        require(stage.at().map(site::equals).orElse(true), "The stage " + stage.name() + " writes to " + site + ".");
        require(
                share > 0 && share <= 1 + TOLERANCE,
                "The share of " + stage.name() + " at " + site + " is " + share + ".");
        require(
                !stage.computes() || at(site).slots() > 0,
                "The stage " + stage.name() + " computes at " + site + ", which has no slot.");
    }

    /** No dataset passes through a site where it may not go. */
    private void relays(Stage stage, StagePlan placed) {
        Set<SiteId> between = new HashSet<>();
        placed.flows().forEach(flow -> between.addAll(flow.via()));
        stage.inputs().stream()
                .flatMap(input -> job.findDataset(input).stream())
                .forEach(dataset -> between.forEach(site -> require(
                        dataset.mayGoTo(site), "The dataset " + dataset.name() + " passes through " + site + ".")));
    }

    /**
     * After its phases every site has the sum of all: a flow carries the sum of what its sender has when the phase begins, as
     * large as the largest of it.
     */
    private void exchange(Stage stage, StagePlan placed) {
        var octets = new TreeMap<SiteId, Double>();
        stage.inputs().forEach(input -> at(input).forEach((site, size) -> octets.merge(site, size, Double::sum)));
        octets.values().removeIf(size -> size < 0.5);
        double all = octets.values().stream().mapToDouble(Double::doubleValue).sum();
        octets.forEach((site, size) -> require(
                Math.abs(placed.shares().getOrDefault(site, 0.0) - size / all) <= TOLERANCE,
                "The exchange " + stage.name() + " does not run where its input lies."));
        Map<SiteId, Set<SiteId>> knows = new HashMap<>();
        octets.keySet().forEach(site -> knows.put(site, new HashSet<>(Set.of(site))));
        for (int phase :
                new TreeSet<>(placed.flows().stream().map(RoutedFlow::phase).toList())) {
            Map<SiteId, Set<SiteId>> before = new HashMap<>();
            knows.forEach((site, known) -> before.put(site, Set.copyOf(known)));
            var carried = new HashMap<Link, Double>();
            placed.flows().stream()
                    .filter(flow -> flow.phase() == phase)
                    .forEach(flow -> carried.merge(
                            new Link(flow.from(), flow.to()),
                            (double) flow.size().bytes(),
                            Double::sum));
            carried.forEach((link, size) -> {
                Set<SiteId> known = before.getOrDefault(link.from(), Set.of());
                double wanted = job.repeat().factor()
                        * known.stream()
                                .mapToDouble(site -> octets.getOrDefault(site, 0.0))
                                .max()
                                .orElse(0);
                require(
                        Math.abs(size - wanted) <= 1 + TOLERANCE * wanted,
                        "The exchange " + stage.name() + " sends " + size + " octets on " + link + ", not " + wanted
                                + ".");
                Optional.ofNullable(knows.get(link.to())).ifPresent(to -> to.addAll(known));
            });
        }
        knows.forEach((site, known) -> require(
                known.size() == octets.size(),
                "After the exchange " + stage.name() + " " + site + " has not heard of all."));
    }

    /** What goes from site to site is what the stage's kind asks for, and goes where it may. */
    private void flows(Stage stage, StagePlan placed) {
        Map<Link, Double> wanted = new LinkedHashMap<>();
        for (int k = 0; k < stage.inputs().size(); k++) {
            String input = stage.inputs().get(k);
            boolean broadcast = stage.kind() == Stage.Kind.BROADCAST && k > 0;
            if (stage.isShuffled() || broadcast) {
                at(input)
                        .forEach((from, octets) -> placed.shares().forEach((to, share) -> {
                            if (!from.equals(to)) {
                                wanted.merge(new Link(from, to), broadcast ? octets : octets * share, Double::sum);
                            }
                        }));
            }
            Optional<Dataset> dataset = job.findDataset(input);
            if (dataset.isPresent() && (stage.isShuffled() || broadcast)) {
                placed.shares()
                        .keySet()
                        .forEach(to -> require(
                                dataset.get().mayGoTo(to), "The dataset " + input + " may not go to " + to + "."));
            }
        }
        if (!stage.isShuffled()) {
            reads(stage, placed, wanted);
        }
        Map<Link, Double> planned = new LinkedHashMap<>();
        double all = stage.inputs().stream().mapToDouble(this::total).sum();
        placed.flows()
                .forEach(flow -> planned.merge(
                        new Link(flow.from(), flow.to()), (double) flow.size().bytes(), Double::sum));
        var links = new TreeSet<>(wanted.keySet());
        links.addAll(planned.keySet());
        for (Link link : links) {
            double difference = planned.getOrDefault(link, 0.0) - wanted.getOrDefault(link, 0.0);
            long ways = placed.flows().stream()
                    .filter(flow -> flow.from().equals(link.from()) && flow.to().equals(link.to()))
                    .count();
            require(
                    Math.abs(difference) <= 1 + ways + TOLERANCE * all,
                    "The stage " + stage.name() + " sends " + planned.getOrDefault(link, 0.0) + " octets on " + link
                            + ", not " + wanted.getOrDefault(link, 0.0) + ".");
        }
    }

    /** What is read goes from where there is too much to where there is too little, and nowhere else. */
    private void reads(Stage stage, StagePlan placed, Map<Link, Double> wanted) {
        var octets = new TreeMap<SiteId, Double>();
        int read = stage.kind() == Stage.Kind.BROADCAST ? 1 : stage.inputs().size();
        for (String input : stage.inputs().subList(0, read)) {
            at(input).forEach((site, size) -> octets.merge(site, size, Double::sum));
        }
        double all = octets.values().stream().mapToDouble(Double::doubleValue).sum();
        var lacking = new TreeMap<SiteId, Double>();
        placed.shares().forEach((site, share) -> {
            double more = share * all - octets.getOrDefault(site, 0.0);
            if (more > 0) {
                lacking.put(site, more);
            }
        });
        double lack = lacking.values().stream().mapToDouble(Double::doubleValue).sum();
        octets.forEach((from, size) -> {
            double spare = size - placed.shares().getOrDefault(from, 0.0) * all;
            if (spare > 0 && lack > 0) {
                lacking.forEach((to, more) -> {
                    if (!from.equals(to)) {
                        wanted.merge(new Link(from, to), spare * more / lack, Double::sum);
                    }
                });
            }
        });
        for (String input : stage.inputs().subList(0, read)) {
            job.findDataset(input)
                    .ifPresent(dataset -> lacking.forEach((to, more) -> require(
                            dataset.mayGoTo(to) || more <= TOLERANCE * all,
                            "The dataset " + input + " may not go to " + to + ".")));
        }
    }

    /** Seconds of flows that run together, phase after phase: the busiest port or path of each. */
    private double transfer(List<RoutedFlow> flows) {
        double seconds = 0;
        for (int phase : new TreeSet<>(flows.stream().map(RoutedFlow::phase).toList())) {
            var load = new Load(job.cluster(), plan.vms(), network);
            flows.stream()
                    .filter(flow -> flow.phase() == phase)
                    .forEach(flow -> load.add(flow, 8.0 * flow.size().bytes()));
            seconds += load.longest();
        }
        return seconds;
    }

    /** What flows put on ports and paths. Confined to one thread. */
    private static final class Load {
        private final Map<SiteId, SiteShare> cluster;
        private final Map<SiteId, Integer> vms;
        private final NetworkModel network;
        private final Map<SiteId, Double> out = new HashMap<>();
        private final Map<SiteId, Double> in = new HashMap<>();
        private final Map<Link, Double> paths = new HashMap<>();
        private final Map<Link, Integer> streams = new HashMap<>();
        private double longest;

        Load(Map<SiteId, SiteShare> cluster, Map<SiteId, Integer> vms, NetworkModel network) {
            this.cluster = cluster;
            this.vms = vms;
            this.network = network;
        }

        void add(RoutedFlow flow, double bits) {
            for (Link leg : flow.legs()) {
                out.merge(leg.from(), bits, Double::sum);
                in.merge(leg.to(), bits, Double::sum);
                paths.merge(leg, bits, Double::sum);
                streams.merge(leg, flow.streams(), Math::max);
                longest = Math.max(longest, bits / rate(leg, flow.streams()));
            }
        }

        /** The most of any load over what carries it. */
        double longest() {
            paths.forEach((link, bits) -> worst(bits, rate(link, streams.getOrDefault(link, 1))));
            out.forEach((id, bits) -> {
                SiteModel site = network.getSite(id);
                worst(bits, port(site, vm(site).caps().egress(), site.uplink().out()));
            });
            in.forEach((id, bits) -> {
                SiteModel site = network.getSite(id);
                worst(bits, port(site, vm(site).caps().ingress(), site.uplink().in()));
            });
            return longest;
        }

        private void worst(double bits, double rate) {
            longest = Math.max(longest, bits / rate);
        }

        private VmChoice vm(SiteModel site) {
            return Optional.ofNullable(cluster.get(site.id()))
                    .orElse(new SiteShare(1, 0))
                    .vm(site);
        }

        private double port(SiteModel site, Bandwidth one, Optional<Bandwidth> line) {
            double all = (double) one.bitsPerSecond() * vms.getOrDefault(site.id(), 0);
            return line.map(most -> Math.min(all, (double) most.bitsPerSecond()))
                    .orElse(all);
        }

        private double rate(Link leg, int streams) {
            LinkModel link = network.getLink(leg);
            int pairs = Math.min(vms.getOrDefault(leg.from(), 0), vms.getOrDefault(leg.to(), 0));
            double all = (double) link.rates().rateAt(streams).bitsPerSecond() * pairs;
            return link.totalCap()
                    .map(cap -> Math.min(all, (double) cap.bitsPerSecond()))
                    .orElse(all);
        }
    }

    /** Flows with fixed rates, of all jobs of a set, never ask for more than there is. */
    private record FixedRates(JobSet jobs, NetworkModel network, JobsPlan plan) {
        private record Fixed(RoutedFlow flow, RoutedFlow.Piece piece, double start, double end) {}

        void add(List<String> violations) {
            var fixed = new ArrayList<Fixed>();
            var moments = new TreeSet<Double>();
            Map<SiteId, Integer> vms = new HashMap<>();
            Map<String, Job> byName = jobs.byName();
            for (JobPlan one : plan.plans()) {
                double arrival = Durations.seconds(
                        Objects.requireNonNull(byName.get(one.job())).terms().arrival());
                one.vms().forEach((site, count) -> vms.merge(site, count, Math::max));
                for (StagePlan stage : one.stages()) {
                    for (RoutedFlow flow : stage.flows()) {
                        for (RoutedFlow.Piece piece : flow.pieces()) {
                            double start = arrival + Durations.seconds(piece.start());
                            fixed.add(new Fixed(flow, piece, start, arrival + Durations.seconds(piece.end())));
                            moments.add(start);
                        }
                    }
                }
            }
            for (double moment : moments) {
                var load = new Load(jobs.cluster(), vms, network);
                for (Fixed one : fixed) {
                    if (one.start() <= moment + INSTANT && one.end() > moment + 2 * INSTANT) {
                        load.add(one.flow(), (double) one.piece().rate().bitsPerSecond());
                    }
                }
                double most = load.longest();
                if (most > 1 + TOLERANCE) {
                    violations.add("At " + moment + " s the fixed rates are " + most + " times what there is.");
                    return;
                }
            }
        }
    }
}
