package io.longhaul.core.plan;

import io.longhaul.core.units.Money;
import java.util.Objects;

/**
 * What a plan costs. Immutable.
 *
 * @param egress paid for data that leave each site, on every leg
 * @param vm paid for VM-hours, boot and minimum billing included
 * @param requests paid for object-store requests
 */
public record PlanCost(Money egress, Money vm, Money requests) {
    /** @throws ArithmeticException when the total is no amount of money any more */
    public PlanCost {
        Objects.requireNonNull(egress.plus(vm).plus(requests));
    }

    public Money total() {
        return egress.plus(vm).plus(requests);
    }
}
