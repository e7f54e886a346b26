package io.longhaul.core.plan;

import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
                .map(vm -> new VmChoice(vm.type(), change.apply(vm.caps()), vm.price(), vm.quota()))
                .toList();
        return new SiteModel(id, change.apply(caps), vmPrice, vmType, remainingCredit, listed, changed, uplink);
    }

    /** This site with VMs of its usual type only. */
    public SiteModel withoutChoices() {
        return choices.isEmpty()
                ? this
                : new SiteModel(id, caps, vmPrice, vmType, remainingCredit, listed, List.of(), uplink);
    }

    /** The VM types that may be run here: the choices, or the only one, without a quota of its own. */
    public List<VmChoice> vmChoices() {
        return choices.isEmpty() ? List.of(new VmChoice(vmType.orElse(""), caps, vmPrice, Integer.MAX_VALUE)) : choices;
    }
}
