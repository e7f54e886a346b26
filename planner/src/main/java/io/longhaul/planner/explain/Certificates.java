package io.longhaul.planner.explain;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.planner.baseline.SimpleWay;
import java.util.List;
import java.util.Optional;

/**
 * The relay lemma (planner-models 5.2): whatever the relays, all data leave the sender's VMs and reach the receiver's,
 * so nothing beats min(egress cap, ingress cap). Stateless, safe for any thread.
 */
public final class Certificates {
    /** Direct counts as reaching the bound from this share of it. */
    private static final double REACHES = 0.99;

    /** A relay that could add more than this is not dismissed by the bound alone. */
    private static final double WORTH_A_LOOK = 0.25;

    /** Less than this a relay cannot add. */
    private static final double NOTHING = 5e-4;

    private Certificates() {}

    /** The certificate for a link with so many VMs at its ends; empty when direct streams stay below the bound. */
    public static Optional<RelayCertificate> of(
            NetworkModel network, Link link, int senders, int receivers, int streams) {
        Optional<LinkModel> model = network.findLink(link);
        if (model.isEmpty()) {
            return Optional.empty();
        }
        Bandwidth egress = network.getSite(link.from()).caps().egress().times((long) senders);
        Bandwidth ingress = network.getSite(link.to()).caps().ingress().times((long) receivers);
        Bandwidth bound = egress.min(ingress);
        Bandwidth direct = SimpleWay.ofOnePair(network, model.get(), streams)
                .times((long) Math.min(senders, receivers))
                .min(bound);
        for (Optional<Bandwidth> cap : List.of(
                model.get().totalCap(),
                network.getSite(link.from()).uplink().out(),
                network.getSite(link.to()).uplink().in())) {
            direct = direct.min(cap.orElse(direct));
        }
        if (direct.bitsPerSecond() < REACHES * bound.bitsPerSecond()) {
            return Optional.empty();
        }
        String which = egress.compareTo(ingress) <= 0
                ? "the egress cap of " + vms(senders, link.from().toString())
                : "the ingress cap of " + vms(receivers, link.to().toString());
        return Optional.of(new RelayCertificate(
                bound,
                direct,
                "No relay can be faster: all data pass " + which + ", " + Show.rate(bound)
                        + ", and direct streams reach " + Show.rate(direct) + "."));
    }

    /** For a plan without relays that stays below the bound: how little a relay could add; empty when that is much. */
    static Optional<String> room(PlanningProblem problem, TransferPlan plan) {
        if (!plan.relays().isEmpty()
                || !plan.vmTypes().isEmpty()
                || !problem.request().replicas().isEmpty()) {
            return Optional.empty();
        }
        int senders = plan.vmsAt(plan.from());
        int receivers = plan.vmsAt(plan.destination());
        Bandwidth egress =
                problem.network().getSite(plan.from()).caps().egress().times((long) senders);
        Bandwidth ingress =
                problem.network().getSite(plan.destination()).caps().ingress().times((long) receivers);
        boolean sending = egress.compareTo(ingress) <= 0;
        double gain = egress.min(ingress).dividedBy(plan.rate()) - 1;
        if (gain > WORTH_A_LOOK) {
            return Optional.empty();
        }
        String cap = "all data pass the "
                + (sending
                        ? "egress cap of " + vms(senders, plan.from().toString())
                        : "ingress cap of " + vms(receivers, plan.destination().toString()))
                + ", " + Show.rate(egress.min(ingress));
        return Optional.of(
                gain < NOTHING
                        ? "No relay can be faster: " + cap + ", which the plan reaches."
                        : "No relay can add more than " + Show.percent(gain) + ": " + cap + ".");
    }

    private static String vms(int count, String site) {
        return (count == 1 ? "the VM at " : "the " + count + " VMs at ") + site;
    }

    /** The certificate for the ends of a plan, with the VMs the plan runs there; none where their type was chosen. */
    static Optional<RelayCertificate> of(PlanningProblem problem, TransferPlan plan) {
        if (!problem.request().replicas().isEmpty()
                || plan.vmTypes().containsKey(plan.from())
                || plan.vmTypes().containsKey(plan.destination())) {
            return Optional.empty();
        }
        return of(
                problem.network(),
                new Link(plan.from(), plan.destination()),
                plan.vmsAt(plan.from()),
                plan.vmsAt(plan.destination()),
                problem.request().limits().streamsPerVm());
    }
}
