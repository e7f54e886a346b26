package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A site as the planner sees it. Every VM there is alike, unless there are VM types to choose among. Immutable.
 *
 * @param id the site
 * @param caps what one VM carries; with choices, that of the first
 * @param vmPrice price of one VM; with choices, that of the first
 * @param vmType the VM type the caps are of; empty when unknown
 * @param remainingCredit what is left in each VM's token bucket; empty for fresh VMs, whose bucket is full
 * @param listed where {@code vmPrice} comes from; empty when it is assumed or given
 * @param choices VM types to choose among, each with its quota; empty when every VM is alike
 * @param uplink what all VMs together send and receive at most
 */
public record SiteModel(
        SiteId id,
        VmCaps caps,
        PricePerHour vmPrice,
        Optional<String> vmType,
        Optional<DataSize> remainingCredit,
        Optional<VmPrice> listed,
        List<VmChoice> choices,
        Uplink uplink) {
    public SiteModel {
        choices = List.copyOf(choices);
        if (choices.stream().map(VmChoice::type).distinct().count() != choices.size()) {
            throw new IllegalArgumentException("a VM type is given twice at " + id + ": " + choices);
        }
    }

    /** A site where every VM is alike. */
    public SiteModel(
            SiteId id, VmCaps caps, PricePerHour vmPrice, Optional<String> vmType, Optional<DataSize> remainingCredit) {
        this(id, caps, vmPrice, vmType, remainingCredit, Optional.empty(), List.of(), Uplink.NONE);
    }

    public static SiteModel of(SiteId id, VmCaps caps, PricePerHour vmPrice) {
        return new SiteModel(id, caps, vmPrice, Optional.empty(), Optional.empty());
    }

    /** A site with VM types to choose among, the usual one first. */
    public static SiteModel of(SiteId id, List<VmChoice> choices) {
        VmChoice first = choices.get(0);
        return new SiteModel(
                id,
                first.caps(),
                first.price(),
                Optional.of(first.type()),
                Optional.empty(),
                Optional.empty(),
                choices,
                Uplink.NONE);
    }

    public SiteModel withVmType(String type) {
        return new SiteModel(id, caps, vmPrice, Optional.of(type), remainingCredit, listed, choices, uplink);
    }

    public SiteModel withRemainingCredit(DataSize credit) {
        return new SiteModel(id, caps, vmPrice, vmType, Optional.of(credit), listed, choices, uplink);
    }

    public SiteModel withUplink(Uplink line) {
        return new SiteModel(id, caps, vmPrice, vmType, remainingCredit, listed, choices, line);
    }

    /** The same with other caps of every VM, whatever its type. */
    public SiteModel withCaps(UnaryOperator<VmCaps> change) {
        List<VmChoice> changed = choices.stream()
                .map(vm ->
                        new VmChoice(vm.type(), change.apply(vm.caps()), vm.price(), vm.quota(), vm.remainingCredit()))
                .toList();
        return new SiteModel(id, change.apply(caps), vmPrice, vmType, remainingCredit, listed, changed, uplink);
    }

    /** This site with VMs of its usual type only. */
    public SiteModel withoutChoices() {
        return choices.isEmpty()
                ? this
                : new SiteModel(id, caps, vmPrice, vmType, remainingCredit, listed, List.of(), uplink);
    }

    /** The VMs of a kind here, or all where there is no choice. */
    public VmGroup vmsOf(VmChoice kind) {
        return new VmGroup(id, choices.isEmpty() ? "" : kind.type());
    }

    /** The VMs of the usual kind here. */
    public VmGroup usualVms() {
        return vmsOf(vmChoices().get(0));
    }

    /** What is left in the token bucket of each VM of a kind; empty for a full one. */
    public Optional<DataSize> creditOf(VmChoice kind) {
        return kind.remainingCredit().or(() -> remainingCredit);
    }

    /**
     * This site with some VMs that run already, beside fresh ones.
     *
     * @param vms how many run
     * @param credit what is left in the token bucket of each
     * @throws InvalidInputException when they are none, the site has no token bucket or a smaller one, or a choice already
     */
    public SiteModel withRunning(int vms, DataSize credit) {
        requireOneKind("VMs that run already");
        require(vms > 0, "The VMs that run already at " + id + " (" + vms + ") are none.", "Give at least 1.");
        require(
                remainingCredit.isEmpty(),
                "The credit of all VMs at " + id + " ("
                        + remainingCredit.map(DataSize::toString).orElse("") + ") is given"
                        + " beside that of the VMs that run already.",
                "Give one of the two.");
        TokenBucket bucket = caps.egressBucket()
                .orElseThrow(() -> new InvalidInputException(
                        "The VMs at " + id + " have no token bucket, so those that run already (" + vms
                                + ") are like fresh ones.",
                        "Leave them out, or give the VMs a token_bucket in the caps file."));
        require(
                credit.compareTo(bucket.budget()) <= 0,
                "The credit (" + credit + ") of VMs at " + id + " is above the full bucket of " + bucket.budget() + ".",
                "Give at most that.");
        return withKinds(List.of(
                new VmChoice("fresh", caps, vmPrice, Integer.MAX_VALUE),
                new VmChoice("running", caps, vmPrice, vms, Optional.of(credit))));
    }

    /**
     * This site with some VMs whose hours are paid by a commitment, used or not, so that a plan pays for the others alone.
     *
     * @throws InvalidInputException when they are none, or the site has a choice already
     */
    public SiteModel withCommitted(int vms) {
        requireOneKind("committed VMs");
        require(vms > 0, "The committed VMs at " + id + " (" + vms + ") are none.", "Give at least 1.");
        return withKinds(List.of(
                new VmChoice("on demand", caps, vmPrice, Integer.MAX_VALUE),
                new VmChoice("committed", caps, PricePerHour.ofDollars(0), vms)));
    }

    private SiteModel withKinds(List<VmChoice> kinds) {
        return new SiteModel(id, caps, vmPrice, vmType, remainingCredit, listed, kinds, uplink);
    }

    private void requireOneKind(String what) {
        require(
                choices.isEmpty(),
                "The site " + id + " has " + what + " beside a choice of "
                        + choices.stream().map(VmChoice::type).collect(Collectors.joining(", ")) + ".",
                "Say one of these of a site: VM types, VMs that run already, or committed VMs.");
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    /** The VM types that may be run here: the choices, or the only one, without a quota of its own. */
    public List<VmChoice> vmChoices() {
        return choices.isEmpty() ? List.of(new VmChoice(vmType.orElse(""), caps, vmPrice, Integer.MAX_VALUE)) : choices;
    }
}
