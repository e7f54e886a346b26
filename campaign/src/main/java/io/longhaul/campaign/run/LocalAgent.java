package io.longhaul.campaign.run;

import io.longhaul.campaign.desk.OrderDesk;
import io.longhaul.campaign.desk.OrderRefusedException;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.run.AgentCallException.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An agent whose desk is in this process; somebody else ticks the desk. Thread-safe. */
public final class LocalAgent implements AgentPort {
    private final Participant self;
    private final OrderDesk desk;
    private final InstantSource clock;

    public LocalAgent(Participant self, OrderDesk desk, InstantSource clock) {
        this.self = self;
        this.desk = desk;
        this.clock = clock;
    }

    private interface Call<T> {
        T make();
    }

    private static <T> T called(Call<T> call) {
        try {
            return call.make();
        } catch (OrderRefusedException refused) {
            Kind kind = switch (refused.reason()) {
                case CONFLICT -> Kind.CONFLICT;
                case UNKNOWN -> Kind.UNKNOWN;
                case FULL -> Kind.FULL;
            };
            throw new AgentCallException(kind, refused.message(), refused.advice());
        }
    }

    @Override
    public AgentHealth health() {
        return new AgentHealth(
                desk.run(),
                Optional.of(self.site()),
                self.vmType(),
                "local",
                clock.instant(),
                self.probes().port(),
                desk.open());
    }

    @Override
    public Lease lease(Lease asked) {
        return called(() -> desk.lease(asked));
    }

    @Override
    public OrderStatus submit(Order order) {
        return called(() -> desk.submit(order));
    }

    @Override
    public OrderStatus await(String id, Duration atMost) {
        OrderStatus now = called(() -> desk.status(id));
        if (now.result().isPresent() || atMost.isZero()) {
            return now;
        }
        try {
            desk.settled(id).get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException later) {
            // it is asked for again
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new AgentCallException(Kind.SILENT, "Interrupted while an agent was asked.", "", ending);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an order never completes exceptionally", e);
        }
        return called(() -> desk.status(id));
    }

    @Override
    public OrderStatus close(String id) {
        return called(() -> desk.close(id));
    }
}
