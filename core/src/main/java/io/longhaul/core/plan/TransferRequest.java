package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What someone wants moved, by when, for how much. Immutable; start with {@link #of} and refine with the
 * {@code with…} methods.
 *
 * @param from where the data are
 * @param to where they must be: one site, or several that each get a full copy
 * @param size octets at the source, before compression
 * @param goal deadline, budget, rate and what to minimise
 * @param wireRatio octets on the wire for one octet of data, in (0, 1]; 1 means no compression
 * @param limits VMs, streams and relays that may be used
 * @param billing boot time, minimum billing and request fees
 * @param replicas further sites that hold all of the data; a plan may draw from each of them
 */
public record TransferRequest(
        SiteId from,
        List<SiteId> to,
        DataSize size,
        Goal goal,
        double wireRatio,
        Limits limits,
        BillingTerms billing,
        List<SiteId> replicas) {
    /** How far, relatively, a plan may pass a deadline or a rate by rounding. */
    public static final double TIME_TOLERANCE = 1e-6;

    public TransferRequest {
        to = List.copyOf(to);
        require(
                !to.isEmpty() && !to.contains(from) && new HashSet<>(to).size() == to.size(),
                "The destinations " + to + " of a transfer from " + from + " are empty, repeated or the source.",
                "Name at least one other site, each once.");
        replicas = List.copyOf(replicas);
        var sources = new HashSet<>(replicas);
        require(
                sources.add(from)
                        && sources.size() == replicas.size() + 1
                        && to.stream().noneMatch(sources::contains),
                "Of the sites that hold the data (" + from + " and " + replicas
                        + ") one is named twice, or is a destination.",
                "Name each site that holds the data once, and no destination.");
        require(!size.isZero(), "The size of the transfer is zero.", "Give a size, as 100GB.");
        require(
                goal.deadline().stream().allMatch(limit -> limit.compareTo(billing.vmBoot()) > 0),
                "The deadline is not after the boot time of the VMs (" + billing.vmBoot() + ").",
                "Allow more time, or plan for VMs that run already.");
        require(
                wireRatio > 0 && wireRatio <= 1,
                "The compression ratio (" + wireRatio + ") is not in (0, 1].",
                "Say octets sent for one octet of data, as 0.4.");
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    /** The cheapest way to one destination, with the default limits. */
    public static TransferRequest of(SiteId from, SiteId to, DataSize size) {
        return of(from, List.of(to), size);
    }

    /** The cheapest way to one or several destinations, with the default limits. */
    public static TransferRequest of(SiteId from, List<SiteId> to, DataSize size) {
        return new TransferRequest(
                from, to, size, Goal.CHEAPEST, 1, Limits.DEFAULT, BillingTerms.DURATION_ONLY, List.of());
    }

    /** The only destination. */
    public SiteId destination() {
        if (to.size() != 1) {
            throw new IllegalStateException("not one destination: " + to);
        }
        return to.get(0);
    }

    /** All sites that hold the data, the first one named first. */
    public List<SiteId> sources() {
        return Stream.concat(Stream.of(from), replicas.stream()).toList();
    }

    /** The sources as text. */
    public String sourcesText() {
        return sources().stream().map(SiteId::toString).collect(Collectors.joining(", "));
    }

    /** This request with the data at one site only. */
    public TransferRequest fromOnly(SiteId source) {
        return new TransferRequest(source, to, size, goal, wireRatio, limits, billing, List.of());
    }

    /** This request with the data at further sites too. */
    public TransferRequest withReplicas(List<SiteId> further) {
        return new TransferRequest(from, to, size, goal, wireRatio, limits, billing, further);
    }

    /** Octets that cross each leg, after compression, rounded up. */
    public DataSize wireSize() {
        return wireRatio == 1 ? size : DataSize.ofBytes((long) Math.ceil(size.bytes() * wireRatio));
    }

    public Objective objective() {
        return goal.objective();
    }

    public Optional<Duration> deadline() {
        return goal.deadline();
    }

    public Optional<Money> budget() {
        return goal.budget();
    }

    public Optional<Bandwidth> rate() {
        return goal.rate();
    }

    public boolean rateExactly() {
        return goal.rateExactly();
    }

    public OptionalDouble confidence() {
        return goal.confidence();
    }

    public TransferRequest withObjective(Objective wanted) {
        return with(goal.with(wanted));
    }

    public TransferRequest withDeadline(Duration limit) {
        return with(goal.with(limit));
    }

    public TransferRequest withBudget(Money limit) {
        return with(goal.with(limit));
    }

    public TransferRequest withRateAtLeast(Bandwidth least) {
        return with(goal.with(least, false));
    }

    public TransferRequest withRateExactly(Bandwidth exact) {
        return with(goal.with(exact, true));
    }

    public TransferRequest withConfidence(double level) {
        return with(goal.with(level));
    }

    public TransferRequest with(Goal wanted) {
        return new TransferRequest(from, to, size, wanted, wireRatio, limits, billing, replicas);
    }

    public TransferRequest withWireRatio(double ratio) {
        return new TransferRequest(from, to, size, goal, ratio, limits, billing, replicas);
    }

    public TransferRequest withLimits(Limits wanted) {
        return new TransferRequest(from, to, size, goal, wireRatio, wanted, billing, replicas);
    }

    public TransferRequest withBilling(BillingTerms terms) {
        return new TransferRequest(from, to, size, goal, wireRatio, limits, terms, replicas);
    }

    /** This request without deadline, rate and budget: feasible whenever the sites are connected. */
    public TransferRequest unconstrained() {
        return with(Goal.CHEAPEST.with(goal.objective()));
    }
}
