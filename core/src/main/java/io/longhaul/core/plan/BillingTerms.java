package io.longhaul.core.plan;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;

/**
 * How the use of VMs and requests is billed. A VM is billed from its start: boot plus transfer, at least the minimum.
 * Immutable.
 *
 * @param vmBoot from asking for a VM to its first octet; counts against the deadline
 * @param minimumBilling the shortest time a VM is billed for
 * @param requestFee one object-store read and one write, for each chunk
 * @param chunk the size of one object-store request; zero when no request fees are asked for
 * @param alreadySent volume billed on each link earlier in this month, which decides the price tier
 */
public record BillingTerms(
        Duration vmBoot, Duration minimumBilling, Money requestFee, DataSize chunk, DataSize alreadySent) {
    /** Billed for the transfer's duration only, to the nanosecond. */
    public static final BillingTerms DURATION_ONLY =
            new BillingTerms(Duration.ZERO, Duration.ZERO, Money.ZERO, DataSize.ZERO, DataSize.ZERO);

    public BillingTerms {
        if (vmBoot.isNegative() || minimumBilling.isNegative()) {
            throw new IllegalArgumentException("a billing time is negative: " + vmBoot + ", " + minimumBilling);
        }
    }

    /** The time one VM is billed for when the transfer itself takes so long. */
    public Duration billed(Duration transfer) {
        Duration used = vmBoot.plus(transfer);
        return used.compareTo(minimumBilling) < 0 ? minimumBilling : used;
    }

    /** Fees of the object-store requests for an amount. */
    public Money requestFees(DataSize size) {
        if (chunk.isZero()) {
            return Money.ZERO;
        }
        return requestFee.times(Math.floorDiv(size.bytes() + chunk.bytes() - 1, chunk.bytes()));
    }

    public BillingTerms withVmBoot(Duration boot) {
        return new BillingTerms(boot, minimumBilling, requestFee, chunk, alreadySent);
    }

    public BillingTerms withMinimumBilling(Duration minimum) {
        return new BillingTerms(vmBoot, minimum, requestFee, chunk, alreadySent);
    }

    public BillingTerms withRequestFee(Money fee, DataSize perChunk) {
        return new BillingTerms(vmBoot, minimumBilling, fee, perChunk, alreadySent);
    }

    public BillingTerms withAlreadySent(DataSize sent) {
        return new BillingTerms(vmBoot, minimumBilling, requestFee, chunk, sent);
    }
}
