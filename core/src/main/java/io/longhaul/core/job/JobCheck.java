package io.longhaul.core.job;

import io.longhaul.core.coflow.Flow;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Accepts or refuses a plan for a job from first principles: where stages run, what they send, how long that takes and what
 * it costs. Shares no code with any planner. Times and octets are compared to one part in a million. Stateless, safe for any
 * thread.
 */
public final class JobCheck {
    private static final double TOLERANCE = 1e-6;

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
        var check = new JobCheck(job, network, plan);
        check.run();
        return List.copyOf(check.violations);
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            violations.add(sentence);
        }
    }

    private void run() {
        require(
                plan.stages().stream()
                        .map(StagePlan::stage)
                        .toList()
                        .equals(job.stages().stream().map(Stage::name).toList()),
                "The plan has other stages than the job.");
        if (!violations.isEmpty()) {
            return;
        }
        for (Dataset dataset : job.datasets()) {
            var octets = new TreeMap<SiteId, Double>();
            dataset.sizes().forEach((site, size) -> octets.put(site, (double) size.bytes()));
            lies.put(dataset.name(), octets);
        }
        Map<String, DataSize> outputs = job.octets();
        Duration last = Duration.ZERO;
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
            last = placed.end().compareTo(last) > 0 ? placed.end() : last;
        }
        require(isNear(plan.time(), last), "The job ends after " + last + ", not " + plan.time() + ".");
        require(plan.bound().compareTo(plan.time()) <= 0, "The bound is above the time.");
        Money cost = Money.ZERO;
        for (var entry : sent.entrySet()) {
            LinkModel link = network.getLink(entry.getKey());
            cost = cost.plus(link.price().cost(DataSize.ofBytes(entry.getValue()), DataSize.ZERO));
        }
        require(cost.equals(plan.egress()), "Its octets cost " + cost + ", not " + plan.egress() + ".");
    }

    private static boolean isNear(Duration one, Duration other) {
        double difference = Math.abs(Durations.seconds(one) - Durations.seconds(other));
        return difference <= 1e-8 + TOLERANCE * Durations.seconds(other);
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
        flows(stage, placed);
        Duration start = Duration.ZERO;
        for (String input : stage.inputs()) {
            Duration end = ends.getOrDefault(input, Duration.ZERO);
            start = end.compareTo(start) > 0 ? end : start;
        }
        require(isNear(placed.start(), start), "The stage " + stage.name() + " starts at " + placed.start() + ".");
        require(
                isNear(placed.transfer(), Durations.ofSeconds(transfer(placed.flows()))),
                "The flows of " + stage.name() + " do not take " + placed.transfer() + ".");
        double octets = stage.inputs().stream().mapToDouble(this::total).sum();
        double slowest = 0;
        for (var share : placed.shares().entrySet()) {
            int slots = at(share.getKey()).slots();
            double work = share.getValue() * octets / 1e9 * Durations.seconds(stage.perGigabyte());
            slowest = Math.max(slowest, work == 0 ? 0 : work / slots);
        }
        require(
                isNear(placed.compute(), Durations.ofSeconds(Math.min(slowest, 1e9))),
                "The stage " + stage.name() + " does not compute for " + placed.compute() + ".");
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
                stage.perGigabyte().isZero() || at(site).slots() > 0,
                "The stage " + stage.name() + " computes at " + site + ", which has no slot.");
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
        for (Flow flow : placed.flows()) {
            Link link = new Link(flow.from(), flow.to());
            planned.merge(link, (double) flow.size().bytes(), Double::sum);
            sent.merge(link, flow.size().bytes(), Long::sum);
        }
        var links = new TreeSet<>(wanted.keySet());
        links.addAll(planned.keySet());
        double all = stage.inputs().stream().mapToDouble(this::total).sum();
        for (Link link : links) {
            double difference = wanted.getOrDefault(link, 0.0) - planned.getOrDefault(link, 0.0);
            require(
                    Math.abs(difference) <= TOLERANCE * all + 1,
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

    /** Seconds of the busiest port or path. */
    private double transfer(List<Flow> flows) {
        var out = new HashMap<SiteId, Double>();
        var in = new HashMap<SiteId, Double>();
        double longest = 0;
        for (Flow flow : flows) {
            double bits = 8.0 * flow.size().bytes();
            out.merge(flow.from(), bits, Double::sum);
            in.merge(flow.to(), bits, Double::sum);
            LinkModel link = network.getLink(new Link(flow.from(), flow.to()));
            double rate = (double) link.rates().maxRate().bitsPerSecond()
                    * Math.min(at(flow.from()).vms(), at(flow.to()).vms());
            double path =
                    link.totalCap().map(cap -> (double) cap.bitsPerSecond()).orElse(rate);
            longest = Math.max(longest, bits / Math.min(rate, path));
        }
        for (var port : out.entrySet()) {
            SiteModel site = network.getSite(port.getKey());
            double rate = (double) site.caps().egress().bitsPerSecond()
                    * at(site.id()).vms();
            longest = Math.max(longest, port.getValue() / rate);
        }
        for (var port : in.entrySet()) {
            SiteModel site = network.getSite(port.getKey());
            double rate = (double) site.caps().ingress().bitsPerSecond()
                    * at(site.id()).vms();
            longest = Math.max(longest, port.getValue() / rate);
        }
        return longest;
    }
}
