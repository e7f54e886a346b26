package io.longhaul.core.compare;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether a plan made on an older snapshot still holds on a newer network: with the same routes, VMs and streams, how much
 * of its rate can still be carried? Immutable.
 *
 * @param name of the plan, as its file
 * @param plan as it was made
 * @param share of the planned rate that can be carried, at most 1; 0 when a link or site is no longer known
 * @param reasons what is too slow now, slowest first, a sentence each
 */
public record PlanReview(String name, TransferPlan plan, double share, List<String> reasons) {
    /** A plan holds while it keeps this share of its rate. */
    public static final double HOLDS = 0.95;

    public PlanReview {
        reasons = List.copyOf(reasons);
    }

    private record Limit(double share, String sentence) {}

    /** Judges a plan on the network as it is now. */
    public static PlanReview of(String name, TransferPlan plan, NetworkModel network) {
        Map<Link, Double> flows = plan.rates();
        Map<SiteId, Double> out = new TreeMap<>();
        Map<SiteId, Double> in = new TreeMap<>();
        flows.forEach((link, rate) -> {
            out.merge(link.from(), rate, Double::sum);
            in.merge(link.to(), rate, Double::sum);
        });
        List<Limit> limits = new ArrayList<>();
        flows.forEach((link, flow) -> limits.add(ofLink(plan, link, flow, network.findLink(link))));
        out.forEach((site, flow) -> network.findSite(site)
                .ifPresent(model ->
                        limits.add(ofSite(plan, model, flow, model.caps().egress(), "sends"))));
        in.forEach((site, flow) -> network.findSite(site)
                .ifPresent(model ->
                        limits.add(ofSite(plan, model, flow, model.caps().ingress(), "receives"))));
        double share = limits.stream().mapToDouble(Limit::share).min().orElse(1);
        List<String> reasons = limits.stream()
                .filter(limit -> limit.share() < HOLDS)
                .sorted((a, b) -> Double.compare(a.share(), b.share()))
                .map(Limit::sentence)
                .toList();
        return new PlanReview(name, plan, Math.min(1, share), reasons);
    }

    private static Limit ofLink(TransferPlan plan, Link link, double flow, Optional<LinkModel> known) {
        if (known.isEmpty()) {
            return new Limit(0, "The link " + link + " is not known any more.");
        }
        int pairs = Math.min(plan.vmsAt(link.from()), plan.vmsAt(link.to()));
        double pairLimit = (double) pairs * known.get().rates().maxRate().bitsPerSecond();
        double limit = known.get()
                .totalCap()
                .map(cap -> Math.min(pairLimit, (double) cap.bitsPerSecond()))
                .orElse(pairLimit);
        return new Limit(
                limit / flow,
                "The link " + link + " is to carry " + rate(flow) + " and carries " + rate(limit) + " now with " + pairs
                        + (pairs == 1 ? " pair of VMs." : " pairs of VMs."));
    }

    private static Limit ofSite(TransferPlan plan, SiteModel site, double flow, Bandwidth cap, String verb) {
        int vms = plan.vmsAt(site.id());
        double limit = (double) vms * cap.bitsPerSecond();
        return new Limit(
                limit / flow,
                site.id() + " " + verb + " " + rate(flow) + ", and its " + vms + (vms == 1 ? " VM is" : " VMs are")
                        + " capped at " + rate(limit) + " now.");
    }

    private static String rate(double bps) {
        return Show.rate(Bandwidth.ofBitsPerSecond(bps));
    }

    public boolean holds() {
        return share >= HOLDS;
    }

    /** How long the transfer takes now; empty when it cannot be carried out at all. */
    public Optional<Duration> timeNow() {
        return share <= 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.round(plan.time().transfer().toNanos() / share)));
    }
}
