package io.longhaul.campaign.run;

import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.OrderStatus.State;
import io.longhaul.campaign.plan.Participant;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** An agent that knows the answer to an order at once. As safe for threads as what it asks. */
public final class AnsweringAgent implements AgentPort {
    private final Participant self;
    private final Function<Order, OrderResult> answers;
    private final InstantSource clock;
    private final Map<String, OrderStatus> orders = new ConcurrentHashMap<>();

    /**
     * @param answers what comes of an order; asked once for each
     */
    public AnsweringAgent(Participant self, Function<Order, OrderResult> answers, InstantSource clock) {
        this.self = self;
        this.answers = answers;
        this.clock = clock;
    }

    @Override
    public AgentHealth health() {
        return new AgentHealth(
                "rehearsing-agent", Optional.of(self.site()), self.vmType(), "rehearsal", clock.instant(), 1, 0);
    }

    @Override
    public Lease lease(Lease asked) {
        return asked;
    }

    @Override
    public OrderStatus submit(Order order) {
        return orders.computeIfAbsent(
                order.id(), id -> new OrderStatus(id, State.DONE, Optional.of(answers.apply(order))));
    }

    @Override
    public OrderStatus await(String id, Duration atMost) {
        return Optional.ofNullable(orders.get(id))
                .orElseThrow(() ->
                        new AgentCallException(AgentCallException.Kind.UNKNOWN, "There is no order " + id + ".", ""));
    }

    @Override
    public OrderStatus close(String id) {
        OrderStatus known = orders.remove(id);
        return new OrderStatus(id, known == null ? State.VOID : State.CLOSED, Optional.empty());
    }
}
