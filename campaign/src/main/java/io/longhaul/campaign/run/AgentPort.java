package io.longhaul.campaign.run;

import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderStatus;
import java.time.Duration;

/**
 * One agent, as a coordinator sees it. Every call ends within its time-out with an answer or an {@link AgentCallException}; none leaves
 * it open whether what was asked for has happened without saying so. Implementations are safe for any thread.
 */
public interface AgentPort {
    AgentHealth health();

    /** Takes, keeps or (with no time) gives back a side of the agent. */
    Lease lease(Lease asked);

    OrderStatus submit(Order order);

    /** How an order stands, when it is done or at the latest after so long. */
    OrderStatus await(String id, Duration atMost);

    /** Ends it, puts its measurement away, or makes sure that it never runs. */
    OrderStatus close(String id);
}
