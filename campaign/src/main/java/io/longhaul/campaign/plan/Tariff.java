package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * What probes cost, by provider, never too little: every octet at the dearest tier of its link, with what headers, retransmissions and
 * acknowledgements add. Immutable; safe for any thread.
 *
 * <p>A segment of 1,448 octets of payload is a packet of 1,500 (3.6 % more), and 2 % of retransmissions is the most that "Is Big Data
 * Performance Reproducible in Modern Cloud Networks?" (NSDI 2020) saw on a healthy path: 6 % more than the payload. Every second segment
 * is answered by 52 to 64 octets at most: 2.5 % of the payload, sent by the receiver.
 */
public final class Tariff {
    private static final int WIRE_PERCENT = 106;
    private static final int ANSWER_PER_MILLE = 25;

    private final PriceBook prices;
    private final boolean required;

    /**
     * @param required whether a link without a price is refused; otherwise it costs nothing
     */
    public Tariff(PriceBook prices, boolean required) {
        this.prices = prices;
        this.required = required;
    }

    /**
     * Of so much payload of a load, by provider.
     *
     * @throws InvalidInputException when a price is needed and not known
     */
    public Map<String, Cost> ofLoad(Link link, DataSize payload) {
        return of(link, payload, DataSize.ZERO, share(payload.bytes(), ANSWER_PER_MILLE, 1000));
    }

    /** Of so many octets of echoes, there and back together, by provider. */
    public Map<String, Cost> ofEchoes(Link link, DataSize both) {
        DataSize there = DataSize.ofBytes(share(both.bytes(), 1, 2));
        return of(link, there, there, there.bytes());
    }

    private Map<String, Cost> of(Link link, DataSize sent, DataSize answered, long back) {
        Map<String, Cost> costs = new TreeMap<>();
        add(costs, link, new Cost(sent, money(link, wire(sent.bytes()))));
        Link reverse = link.reversed();
        add(costs, reverse, new Cost(answered, money(reverse, DataSize.ofBytes(back))));
        return costs;
    }

    /** Whether a price is known for what is sent over a link; where none is needed, it costs nothing otherwise. */
    public boolean isPriced(Link link) {
        return prices.findEgress(link).isPresent();
    }

    /** The most that a task can cost, by provider; that of several links has an equal share for each. */
    public Map<String, Cost> most(Pair pair, Task task) {
        return most(pair, task.load(), task.most().minus(task.load()));
    }

    Map<String, Cost> most(Pair pair, DataSize load, DataSize echoes) {
        Map<String, Cost> costs = new TreeMap<>();
        int links = pair.receivers().size();
        DataSize each = DataSize.ofBytes(share(load.bytes(), 1, links));
        for (Participant to : pair.receivers()) {
            Link link = new Link(pair.from().site(), to.site());
            ofLoad(link, each).forEach((provider, cost) -> costs.merge(provider, cost, Cost::plus));
        }
        ofEchoes(pair.link(), echoes).forEach((provider, cost) -> costs.merge(provider, cost, Cost::plus));
        return costs;
    }

    private static void add(Map<String, Cost> costs, Link link, Cost cost) {
        costs.merge(link.from().provider(), cost, Cost::plus);
    }

    /** Rounded up. */
    private static long share(long octets, int numerator, int denominator) {
        return Math.addExact(Math.multiplyExact(octets, (long) numerator), denominator - 1L) / denominator;
    }

    private static DataSize wire(long payload) {
        return DataSize.ofBytes(share(payload, WIRE_PERCENT, 100));
    }

    private Money money(Link link, DataSize octets) {
        if (octets.isZero()) {
            return Money.ZERO;
        }
        return prices.findEgress(link)
                .map(price -> dearest(price).times(octets))
                .orElseGet(() -> {
                    if (required) {
                        throw new InvalidInputException(
                                "The budget is in dollars, and no price is known for " + link + ".",
                                "Give a price book with --prices, or a budget in octets (volume).");
                    }
                    return Money.ZERO;
                });
    }

    private static PricePerGigabyte dearest(EgressPrice price) {
        return price.tiers().stream()
                .map(PriceTier::price)
                .max(Comparator.comparing(tier -> tier.times(DataSize.ofGigabytes(1))))
                .orElseThrow();
    }
}
