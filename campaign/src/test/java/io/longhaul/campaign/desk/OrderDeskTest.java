package io.longhaul.campaign.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.OrderStatus.State;
import io.longhaul.campaign.orders.Task;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a desk takes, refuses, and ends by itself, with time and probes in the test's hand. */
class OrderDeskTest {
    private static final Link LINK = Link.between("lab:a", "lab:b");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-22T12:00:00Z"));
    private static final Task LOAD = new Task.Throughput(
            4,
            Duration.ofSeconds(10),
            DataSize.ofMegabytes(100),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(1));
    private static final Task ECHO = new Task.Latency(LatencyMethod.TCP_ECHO, 10, Duration.ofMillis(100));

    private long now = 1_000_000_000_000L;
    private final List<Fake> runs = new ArrayList<>();
    private final OrderDesk desk = new OrderDesk(
            Optional.of(SiteId.parse("lab:a")),
            order -> {
                var run = new Fake(order);
                runs.add(run);
                return run;
            },
            Runnable::run,
            CLOCK,
            () -> now);

    private static final class Fake implements OrderDesk.Running {
        private final Order order;
        private final CompletableFuture<OrderResult> result = new CompletableFuture<>();
        private int interrupted;
        private int cancelled;

        Fake(Order order) {
            this.order = order;
        }

        @Override
        public CompletableFuture<OrderResult> result() {
            return result;
        }

        @Override
        public void interrupt() {
            interrupted++;
        }

        @Override
        public void cancel() {
            cancelled++;
            end();
        }

        void end() {
            result.complete(OrderResult.of(OrderDesk.failure(order, "timed-out", "Told to.", CLOCK)));
        }
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private Order order(String id, Task task, Optional<String> lease, Duration delay) {
        return order(id, desk.run(), LINK, task, lease, delay);
    }

    private static Order order(String id, String run, Link link, Task task, Optional<String> lease, Duration delay) {
        return new Order(
                id,
                run,
                lease,
                delay,
                Duration.ofSeconds(15),
                "192.0.2.1",
                5201,
                link,
                Optional.empty(),
                Optional.empty(),
                "test",
                task);
    }

    private Order echo(String id) {
        return echo(desk.run(), id, LINK);
    }

    private static Order echo(String run, String id, Link link) {
        return order(id, run, link, ECHO, Optional.empty(), Duration.ZERO);
    }

    private Lease egress(String id, long seconds) {
        return desk.lease(new Lease(id, Lease.Side.EGRESS, Duration.ofSeconds(seconds), "test"));
    }

    private void pass(Duration time) {
        for (Duration left = time; !left.isZero(); left = left.minus(Duration.ofMillis(100))) {
            now += 100_000_000L;
            desk.tick();
        }
    }

    private void passWatched(String id, Duration time) {
        for (int i = 0; i < time.toSeconds(); i++) {
            desk.status(id);
            pass(Duration.ofSeconds(1));
        }
    }

    @Test
    void anOrderRunsOnceHoweverOftenItComes() {
        String id = id();
        assertThat(desk.submit(echo(id)).state()).isEqualTo(State.RUNNING);
        assertThat(desk.submit(echo(id)).state()).isEqualTo(State.RUNNING);
        runs.get(0).end();
        OrderStatus done = desk.submit(echo(id));
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.measurement().orElseThrow().header().id()).isEqualTo(id);
        assertThat(desk.close(id).state()).isEqualTo(State.CLOSED);
        assertThat(desk.submit(echo(id)).state()).isEqualTo(State.CLOSED);
        assertThat(runs).hasSize(1);
    }

    @Test
    void aProberThatBreaksAtItsStartIsARecord() {
        var broken = new OrderDesk(
                Optional.empty(),
                order -> {
                    throw new NoClassDefFoundError("no descriptor to read it by");
                },
                task -> assertThatThrownBy(task::run).isInstanceOf(NoClassDefFoundError.class),
                CLOCK,
                () -> now);
        Order order = echo(broken.run(), id(), LINK);
        broken.submit(order);

        assertThat(broken.status(order.id()).measurement())
                .get()
                .isInstanceOfSatisfying(
                        FailedMeasurement.class,
                        failed -> assertThat(failed.message()).contains("no descriptor"));
        assertThat(broken.open()).isZero();
    }

    @Test
    void anIdMeansOneOrder() {
        String id = id();
        desk.submit(echo(id));
        Task other = new Task.Latency(LatencyMethod.TCP_ECHO, 11, Duration.ofMillis(100));

        assertThatThrownBy(() -> desk.submit(order(id, other, Optional.empty(), Duration.ZERO)))
                .isInstanceOf(OrderRefusedException.class);
    }

    @Test
    void anOrderStartsAfterItsDelay() {
        String id = id();
        assertThat(desk.submit(order(id, ECHO, Optional.empty(), Duration.ofSeconds(5)))
                        .state())
                .isEqualTo(State.WAITING);
        passWatched(id, Duration.ofSeconds(4));
        assertThat(runs).isEmpty();
        passWatched(id, Duration.ofSeconds(2));
        assertThat(desk.status(id).state()).isEqualTo(State.RUNNING);
    }

    @Test
    void anOrderForAnotherRunOfTheAgentIsRefused() {
        Order before = echo(id(), id(), LINK);

        assertThatThrownBy(() -> desk.submit(before))
                .isInstanceOf(OrderRefusedException.class)
                .hasMessageContaining("another run");
        assertThat(runs).isEmpty();
    }

    @Test
    void anOrderForAnotherSiteIsRefused() {
        Order elsewhere = echo(desk.run(), id(), LINK.reversed());

        assertThatThrownBy(() -> desk.submit(elsewhere)).isInstanceOf(OrderRefusedException.class);
    }

    @Test
    void loadNeedsALeaseThatIsHeld() {
        String lease = id();
        assertThatThrownBy(() -> desk.submit(order(id(), LOAD, Optional.of(lease), Duration.ZERO)))
                .isInstanceOf(OrderRefusedException.class);
        egress(lease, 5);
        pass(Duration.ofSeconds(6));
        assertThatThrownBy(() -> desk.submit(order(id(), LOAD, Optional.of(lease), Duration.ZERO)))
                .isInstanceOf(OrderRefusedException.class);
        egress(lease, 5);
        assertThat(desk.submit(order(id(), LOAD, Optional.of(lease), Duration.ZERO))
                        .state())
                .isEqualTo(State.RUNNING);
        assertThatThrownBy(() -> desk.submit(order(id(), LOAD, Optional.of(lease), Duration.ZERO)))
                .as("one load at a time")
                .isInstanceOf(OrderRefusedException.class);
    }

    @Test
    void twoCoordinatorsCannotHaveOneSide() {
        String one = id();
        String two = id();
        egress(one, 5);
        assertThatThrownBy(() -> egress(two, 5))
                .isInstanceOf(OrderRefusedException.class)
                .hasMessageContaining("test");
        desk.lease(new Lease(two, Lease.Side.INGRESS, Duration.ofSeconds(5), "other"));
        egress(one, 0);
        egress(two, 5);
        pass(Duration.ofSeconds(6));
        egress(one, 5);
    }

    @Test
    void aLeaseLastsAsLongAsTheLoadUnderIt() {
        String lease = id();
        String id = id();
        egress(lease, 5);
        desk.submit(order(id, LOAD, Optional.of(lease), Duration.ZERO));
        passWatched(id, Duration.ofSeconds(8));
        assertThatThrownBy(() -> egress(id(), 5)).isInstanceOf(OrderRefusedException.class);
        runs.get(0).end();
        egress(id(), 5);
    }

    @Test
    void whatNobodyAsksForAnyMoreIsEndedAndKeepsItsRecord() {
        String running = id();
        String waiting = id();
        desk.submit(echo(running));
        desk.submit(order(waiting, ECHO, Optional.empty(), Duration.ofSeconds(60)));
        pass(Duration.ofSeconds(14));
        assertThat(runs.get(0).interrupted).isZero();
        pass(Duration.ofSeconds(2));
        assertThat(runs.get(0).interrupted).isEqualTo(1);
        pass(Duration.ofSeconds(11));
        assertThat(runs.get(0).cancelled).isEqualTo(1);

        assertThat(desk.status(running).state()).isEqualTo(State.DONE);
        assertThat(desk.status(waiting).measurement()).get().isInstanceOfSatisfying(FailedMeasurement.class, failed -> {
            assertThat(failed.header().id()).isEqualTo(waiting);
            assertThat(failed.reason()).isEqualTo("cancelled");
        });
        assertThat(runs).as("what waited never began").hasSize(1);
    }

    @Test
    void whatLastsTooLongIsEndedAlthoughItIsWanted() {
        String lease = id();
        String id = id();
        egress(lease, 5);
        desk.submit(order(id, LOAD, Optional.of(lease), Duration.ZERO));
        passWatched(id, Duration.ofSeconds(29));
        assertThat(runs.get(0).interrupted).isZero();
        passWatched(id, Duration.ofSeconds(3));
        assertThat(runs.get(0).interrupted).isEqualTo(1);
    }

    @Test
    void whatWasTakenBackBeforeItCameNeverRuns() {
        String id = id();
        assertThat(desk.close(id).state()).isEqualTo(State.VOID);
        assertThat(desk.submit(echo(id)).state()).isEqualTo(State.VOID);
        assertThat(desk.status(id).state()).isEqualTo(State.VOID);
        assertThat(runs).isEmpty();
    }

    @Test
    void anEndedOrderHasItsRecord() {
        String id = id();
        desk.submit(echo(id));
        desk.close(id);
        assertThat(runs.get(0).interrupted).isEqualTo(1);
        assertThat(desk.status(id).state()).isEqualTo(State.RUNNING);
        runs.get(0).end();
        assertThat(desk.status(id).state()).isEqualTo(State.DONE);
    }

    @Test
    void aProbeThatCannotBeStartedIsARecord() {
        var refusing = new OrderDesk(
                Optional.empty(),
                order -> {
                    throw new IllegalArgumentException("no such thing");
                },
                Runnable::run,
                CLOCK,
                () -> now);
        Order order = echo(refusing.run(), id(), LINK);
        refusing.submit(order);

        assertThat(refusing.status(order.id()).measurement())
                .get()
                .isInstanceOfSatisfying(
                        FailedMeasurement.class,
                        failed -> assertThat(failed.message()).contains("no such thing"));
    }

    @Test
    void aDeskThatIsFullSaysSo() {
        List<String> open = new ArrayList<>();
        for (int i = 0; i < OrderDesk.MOST_OPEN; i++) {
            open.add(id());
            desk.submit(echo(open.get(i)));
        }
        assertThatThrownBy(() -> desk.submit(echo(id())))
                .isInstanceOfSatisfying(
                        OrderRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(OrderRefusedException.Reason.FULL));
        runs.get(0).end();
        assertThat(desk.submit(echo(id())).state()).isEqualTo(State.RUNNING);
    }

    @Test
    void anUnknownOrderIsUnknown() {
        assertThatThrownBy(() -> desk.status(id())).isInstanceOf(OrderRefusedException.class);
    }

    @Test
    void aDeskThatClosesEndsWhatRuns() {
        desk.submit(echo(id()));
        desk.close();

        assertThat(runs.get(0).interrupted).isEqualTo(1);
        assertThatThrownBy(() -> desk.submit(echo(id()))).isInstanceOf(OrderRefusedException.class);
    }
}
