package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.VmChoice;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What jobs have at one site. Immutable.
 *
 * @param vms most VMs that carry data, at least 1
 * @param slots tasks that compute at once, zero or more
 * @param type the VM type; empty for the usual one of the site
 */
public record SiteShare(int vms, int slots, Optional<String> type) {
    public SiteShare {
        if (vms < 1 || vms > 1_000_000) {
            throw new InvalidInputException("A site has " + vms + " VMs.", "Give 1 to a million.");
        }
        if (slots < 0) {
            throw new InvalidInputException("A site has " + slots + " slots.", "Give zero or more.");
        }
    }

    /** VMs of the usual type. */
    public SiteShare(int vms, int slots) {
        this(vms, slots, Optional.empty());
    }

    /**
     * Caps and price of each VM.
     *
     * @throws InvalidInputException when the site has no VMs of the type
     */
    public VmChoice vm(SiteModel site) {
        return site.vmChoices().stream()
                .filter(vm -> type.map(vm.type()::equals).orElse(true))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The VM type (" + type.orElse("") + ") is not known at " + site.id() + ".",
                        "Known there: "
                                + site.vmChoices().stream()
                                        .map(vm -> vm.type().isEmpty() ? "one without a name" : vm.type())
                                        .collect(Collectors.joining(", "))
                                + "."));
    }
}
