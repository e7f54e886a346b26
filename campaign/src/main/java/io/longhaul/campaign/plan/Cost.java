package io.longhaul.campaign.plan;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;

/**
 * Payload sent and what its egress costs. Immutable.
 *
 * @param volume octets of payload
 * @param money of the octets on the wire
 */
public record Cost(DataSize volume, Money money) {
    public static final Cost ZERO = new Cost(DataSize.ZERO, Money.ZERO);

    public Cost plus(Cost other) {
        return new Cost(volume.plus(other.volume), money.plus(other.money));
    }

    public Cost minus(Cost other) {
        return new Cost(volume.minus(other.volume), money.minus(other.money));
    }

    /** The lower volume and the lower money of both. */
    public Cost atMost(Cost limit) {
        return new Cost(
                volume.compareTo(limit.volume) > 0 ? limit.volume : volume,
                money.compareTo(limit.money) > 0 ? limit.money : money);
    }

    /** So many parts of so many. */
    Cost share(long parts, long all) {
        double share = (double) parts / all;
        return new Cost(
                DataSize.ofBytes(Math.round(volume.bytes() * share)),
                new Money(Math.round(money.nanoDollars() * share)));
    }

    public Cost times(int factor) {
        return new Cost(DataSize.ofBytes(Math.multiplyExact(volume.bytes(), (long) factor)), money.times(factor));
    }
}
