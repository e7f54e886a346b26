package io.longhaul.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.campaign.desk.OrderDesk;
import io.longhaul.campaign.desk.OrderRefusedException;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.CampaignFile;
import io.longhaul.campaign.plan.CampaignPlan;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.campaign.plan.Pair;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.plan.Probe;
import io.longhaul.campaign.plan.Tariff;
import io.longhaul.campaign.run.AgentCallException.Kind;
import io.longhaul.campaign.run.JournalEntry.Intended;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.JournalEntry.Recorded;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.store.json.FingerprintJson;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole campaigns in virtual time: the coordinator, journal, log and the agents' desks are real, the probes and the network between them
 * are not. Whatever fails and whenever the coordinator dies, no order is measured twice or lost, and no budget is passed.
 */
class CoordinatorTest {
    private static final Instant BEGIN = Instant.parse("2026-11-22T12:00:00Z");

    @TempDir
    private Path folder;

    /** A coordinator's process ends here: whatever it still does reaches nobody. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final class World implements Pace {
        final Random random;
        final double failing;
        final Map<String, Fake> agents = new HashMap<>();
        final Map<String, Long> sentByOrder = new HashMap<>();
        final Map<String, Integer> starts = new HashMap<>();
        final Map<String, Pair> pairOf = new HashMap<>();
        final Tariff tariff;
        String drifting = "";
        boolean clockIsSet;
        Duration clock = Duration.ZERO;
        long nanos;
        long untilDeath = Long.MAX_VALUE;

        World(Campaign campaign, Tariff tariff, long seed, double failing) {
            this.random = new Random(seed);
            this.failing = failing;
            this.tariff = tariff;
            campaign.agents().forEach(agent -> agents.put(agent.name(), new Fake(this, agent)));
            campaign.pairs().forEach(pair -> pairOf.put(pair.link().toString(), pair));
        }

        @Override
        public Instant instant() {
            return BEGIN.plusNanos(nanos).plus(clock);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration time) {
            step();
            pass(time);
        }

        void pass(Duration time) {
            if (clockIsSet && random.nextInt(5) == 0) {
                clock = Duration.ofSeconds(random.nextInt(7200) - 3600L);
            }
            long left = time.toNanos();
            while (left > 0) {
                long part = Math.min(left, 250_000_000L);
                nanos += part;
                left -= part;
                agents.values().forEach(Fake::tick);
            }
        }

        /** Of a bucket of 125 MB that fills at 100 Mbit/s: empty, it takes 10 s. */
        Fingerprint fingerprint(Link link) {
            return new Fingerprint(
                    link,
                    instant(),
                    new Fingerprint.How(1, Optional.empty(), Optional.empty(), false, Duration.ofSeconds(1)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(Bandwidth.parse("1Gbit/s")),
                    OptionalDouble.empty(),
                    Optional.of(new BucketFinding(
                            Bandwidth.parse("1Gbit/s"),
                            Optional.empty(),
                            Bandwidth.parse("100Mbit/s"),
                            Optional.empty(),
                            Bandwidth.parse("100Mbit/s"),
                            Optional.empty(),
                            DataSize.ofMegabytes(125),
                            Optional.empty())),
                    Optional.empty(),
                    Optional.empty(),
                    List.of());
        }

        void step() {
            if (--untilDeath <= 0) {
                throw new Killed();
            }
        }

        Fake agent(Participant participant) {
            return Optional.ofNullable(agents.get(participant.name())).orElseThrow();
        }
    }

    /** An agent with a real desk; calls to it fail before or after they did their work, and it is started anew now and then. */
    private static final class Fake implements AgentPort {
        private final World world;
        private final Participant self;
        private final List<Run> runs = new ArrayList<>();
        private final Map<String, Lease.Side> leased = new HashMap<>();
        private OrderDesk desk;
        private boolean dead;
        private UnaryOperator<ThroughputMeasurement> lie = UnaryOperator.identity();

        Fake(World world, Participant self) {
            this.world = world;
            this.self = self;
            this.desk = newDesk();
        }

        private OrderDesk newDesk() {
            return new OrderDesk(Optional.of(self.site()), this::start, Runnable::run, world, () -> world.nanos);
        }

        private OrderDesk.Running start(Order order) {
            world.starts.merge(order.id(), 1, Integer::sum);
            var run = new Run(order, world);
            runs.add(run);
            return run;
        }

        void tick() {
            runs.forEach(Run::tick);
            runs.removeIf(run -> run.result.isDone());
            desk.tick();
        }

        /** As kill -9 of the agent does: what it sent is sent, and nobody knows of it. */
        void restart() {
            runs.forEach(Run::count);
            runs.clear();
            desk = newDesk();
        }

        private interface Call<T> {
            T make();
        }

        private <T> T call(Call<T> call) {
            world.step();
            world.pass(Duration.ofMillis(world.random.nextInt(50)));
            double fate = world.random.nextDouble() / Math.max(world.failing, 1e-9);
            if (dead || fate < 0.5) {
                throw silent();
            }
            if (fate < 0.55) {
                restart();
            }
            T answer;
            try {
                answer = call.make();
            } catch (OrderRefusedException refused) {
                throw new AgentCallException(
                        switch (refused.reason()) {
                            case CONFLICT -> Kind.CONFLICT;
                            case UNKNOWN -> Kind.UNKNOWN;
                            case FULL -> Kind.FULL;
                        },
                        refused.message(),
                        refused.advice());
            }
            if (fate < 1) {
                throw silent();
            }
            return answer;
        }

        private static AgentCallException silent() {
            return new AgentCallException(Kind.SILENT, "nothing is heard", "");
        }

        @Override
        public AgentHealth health() {
            return call(() -> new AgentHealth(
                    desk.run(),
                    Optional.of(self.site()),
                    Optional.empty(),
                    "test",
                    world.instant(),
                    5201,
                    desk.open()));
        }

        @Override
        public Lease lease(Lease asked) {
            if (!asked.left().isZero()) {
                leased.put(asked.id(), asked.side());
            }
            return call(() -> desk.lease(asked));
        }

        @Override
        public OrderStatus submit(Order order) {
            return call(() -> desk.submit(order));
        }

        @Override
        public OrderStatus await(String id, Duration atMost) {
            OrderStatus status = call(() -> desk.status(id));
            if (status.measurement().isEmpty() && !atMost.isZero()) {
                world.pass(atMost);
                status = call(() -> desk.status(id));
            }
            return new OrderStatus(
                    id,
                    status.state(),
                    status.result()
                            .map(told -> told.first() instanceof ThroughputMeasurement load
                                    ? new OrderResult(lie.apply(load), told.more(), told.study())
                                    : told));
        }

        @Override
        public OrderStatus close(String id) {
            return call(() -> desk.close(id));
        }
    }

    /** A probe that sends some part of what it may, and ends in time, sometimes badly. */
    private static final class Run implements OrderDesk.Running {
        private final Order order;
        private final World world;
        private final CompletableFuture<OrderResult> result = new CompletableFuture<>();
        private final long endsAt;
        private final long octets;
        private boolean counted;

        Run(Order order, World world) {
            this.order = order;
            this.world = world;
            this.endsAt =
                    world.nanos + order.task().longest().minus(Task.AROUND).toNanos();
            // often to the limit, sometimes nearly nothing
            double share = world.random.nextBoolean() ? 1 : world.random.nextDouble();
            DataSize most =
                    order.task().isLoad() ? order.task().load() : order.task().most();
            this.octets = Math.round(most.bytes() * share);
        }

        void count() {
            if (!counted) {
                counted = true;
                world.sentByOrder.merge(order.id(), octets, Long::sum);
            }
        }

        void tick() {
            if (world.nanos >= endsAt && !result.isDone()) {
                count();
                boolean fails = world.random.nextDouble() < world.failing;
                result.complete(
                        fails
                                ? OrderResult.of(OrderDesk.failure(order, "peer-closed", "So it goes.", world))
                                : done(StopReason.TIME));
            }
        }

        private OrderResult done(StopReason stopped) {
            if (order.task() instanceof Task.Latency latency) {
                return OrderResult.of(new LatencyMeasurement(
                        header(order.id()), latency.method(), latency.count(), latency.count(), Optional.empty()));
            }
            Optional<String> study = Optional.empty();
            if (order.task() instanceof Task.Throughput) {
                return OrderResult.of(load(order.id(), octets, stopped));
            } else if (order.task() instanceof Task.CheckFingerprint) {
                boolean drifts = order.link().from().toString().equals(world.drifting);
                study = Optional.of("{\"format\":\"longhaul-fingerprint-check/1\",\"verdict\":\""
                        + (drifts ? "changed" : "same") + "\"}");
            } else if (order.task() instanceof Task.TakeFingerprint) {
                study = Optional.of(new FingerprintJson().toJsonLine(world.fingerprint(order.link())));
            } else {
                study = Optional.of("{\"format\":\"longhaul-sweep/1\"}");
            }
            return new OrderResult(
                    load(order.id(), octets / 2, stopped),
                    List.of(load(secondRun(order.id()), octets - octets / 2, stopped)),
                    study);
        }

        private MeasurementHeader header(String id) {
            return new MeasurementHeader(
                    id,
                    order.link(),
                    Optional.empty(),
                    Optional.empty(),
                    world.instant(),
                    Duration.ofSeconds(1),
                    new MeasurementHeader.Prober("longhaul", "test"),
                    Optional.of(order.campaign()));
        }

        private Measurement load(String id, long sent, StopReason stopped) {
            var moved = new Transferred(Optional.of(DataSize.ofBytes(sent)), Bandwidth.ofBitsPerSecond(8.0 * sent));
            return ThroughputMeasurement.ofRates(
                    header(id),
                    ThroughputAsked.streams("longhaul", 1, Optional.of(Duration.ofSeconds(1))),
                    Optional.of(moved),
                    Optional.of(moved),
                    Optional.empty(),
                    List.of(),
                    stopped);
        }

        @Override
        public CompletableFuture<OrderResult> result() {
            return result.copy();
        }

        @Override
        public void interrupt() {
            if (!result.isDone()) {
                count();
                result.complete(done(StopReason.INTERRUPTED));
            }
        }

        @Override
        public void cancel() {
            interrupt();
        }
    }

    private static String secondRun(String order) {
        return UUID.nameUUIDFromBytes((order + " 1").getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static Campaign campaign(Random random, String budget) {
        int agents = 2 + random.nextInt(3);
        var text = new StringBuilder(
                "format: longhaul-campaign/1\nname: test\nseed: " + random.nextInt(1000) + "\nagents:\n");
        for (int i = 0; i < agents; i++) {
            text.append("  vm")
                    .append(i)
                    .append(": {site: \"")
                    .append(i % 2 == 0 ? "aws" : "gcp")
                    .append(":r")
                    .append(i)
                    .append("\", orders: \"192.0.2.")
                    .append(1 + i)
                    .append("\"}\n");
        }
        text.append("probes:\n  load: {throughput: {duration: 2s, volume: ")
                .append(1 + random.nextInt(500))
                .append("MB}}\n");
        if (random.nextBoolean()) {
            text.append("  rtt: {latency: {count: 5}}\n");
        }
        if (random.nextInt(4) == 0) {
            text.append("  grid: {sweep: {streams: [1, 8], duration: 2s, volume: 100MB}, every: 2}\n");
        }
        if (random.nextInt(4) == 0) {
            text.append("gate: {fingerprint: {duration: 4s, volume: 50MB, rests: [0.5]},")
                    .append(" check: {duration: 1s, volume: 5MB}, drifted: leave-out}\n");
        }
        text.append("blocks: ")
                .append(1 + random.nextInt(2))
                .append("\nretries: ")
                .append(random.nextInt(3));
        text.append("\nleave_out_after: ")
                .append(2 + random.nextInt(4))
                .append('\n')
                .append(budget);
        return CampaignFile.parse(text.toString(), "test.yaml");
    }

    private static Tariff tariff(Campaign campaign) {
        List<EgressPrice> prices = new ArrayList<>();
        for (Participant from : campaign.agents()) {
            for (Participant to : campaign.agents()) {
                if (!from.equals(to)) {
                    prices.add(EgressPrice.flat(
                            new Link(from.site(), to.site()),
                            PricePerGigabyte.ofDollars(from.site().provider().equals("aws") ? 0.09 : 0.12),
                            "test",
                            Optional.empty()));
                }
            }
        }
        return new Tariff(new PriceBook(prices, List.of()), true);
    }

    private RunState carryOut(Campaign campaign, World world, Path into) {
        return carryOut(campaign, world, into, "digest");
    }

    private RunState carryOut(Campaign campaign, World world, Path into, String digest) {
        List<JournalEntry> before = Journal.isIn(into) ? Journal.read(into, torn -> {}) : List.of();
        try (LogWriter log = MeasurementLog.at(into).openWriter(LogOptions.DEFAULT, torn -> {});
                Journal journal = Journal.open(into, torn -> {})) {
            var coordinator = new Coordinator(
                    campaign,
                    world.tariff,
                    world::agent,
                    into,
                    log,
                    journal,
                    Runnable::run,
                    world,
                    new Coordinator.Listener() {
                        @Override
                        public void recorded(RunState state, long planned, Measurement last) {
                            // the journal is what is looked at
                        }

                        @Override
                        public void say(String sentence) {
                            assertThat(sentence).isNotBlank();
                        }
                    });
            coordinator.run(before, digest);
            return coordinator.state();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } catch (CompletionException e) {
            if (e.getCause() instanceof Killed killed) {
                throw killed;
            }
            throw e;
        }
    }

    /** To the end, however often the coordinator dies on the way. */
    private RunState toTheEnd(Campaign campaign, World world, Path into, int deaths) {
        for (int i = 0; i < deaths; i++) {
            world.untilDeath = 1L + world.random.nextInt(150);
            try {
                RunState state = carryOut(campaign, world, into);
                world.untilDeath = Long.MAX_VALUE;
                return state;
            } catch (Killed killed) {
                world.untilDeath = Long.MAX_VALUE;
                world.pass(Duration.ofSeconds(world.random.nextInt(60)));
            }
        }
        world.untilDeath = Long.MAX_VALUE;
        return carryOut(campaign, world, into);
    }

    private static void requireOneRecordEach(Path into, World world, String seed) {
        List<JournalEntry> journal = Journal.read(into, torn -> {});
        Map<String, Integer> records = new HashMap<>();
        for (Measurement measurement : MeasurementLog.at(into).readAll(ReadOptions.strict(torn -> {}))) {
            records.merge(measurement.header().id(), 1, Integer::sum);
        }
        Set<String> cells = new HashSet<>();
        Map<String, Intended> intended = new HashMap<>();
        for (JournalEntry entry : journal) {
            if (entry instanceof Intended one) {
                assertThat(intended.put(one.order(), one))
                        .as(seed + ": intended twice")
                        .isNull();
            } else if (entry instanceof Recorded one && one.outcome() == Outcome.OK) {
                Intended of = intended.get(one.order());
                assertThat(of).as(seed).isNotNull();
                if (of != null) {
                    assertThat(cells.add(of.block() + of.probe() + of.from() + of.to()))
                            .as(seed + ": measured twice")
                            .isTrue();
                }
            }
        }
        Set<String> others = new HashSet<>(records.keySet());
        others.removeAll(intended.keySet());
        assertThat(records.keySet()).as(seed).containsAll(intended.keySet());
        assertThat(intended.keySet().stream().map(CoordinatorTest::secondRun))
                .as(seed + ": what has no order is the second run of a study")
                .containsAll(others);
        assertThat(records.values()).as(seed).allMatch(count -> count == 1);
        assertThat(world.starts.values())
                .as(seed + ": an agent ran an order twice")
                .allMatch(count -> count == 1);
        assertThat(intended.keySet()).as(seed).containsAll(world.starts.keySet());
        assertThat(RunState.of(journal).open()).as(seed).isEmpty();
    }

    /** What was really sent, at the prices of the test. */
    private static Map<String, Cost> truth(Path into, World world, Campaign campaign) {
        Map<String, Cost> sent = new HashMap<>();
        for (JournalEntry entry : Journal.read(into, torn -> {})) {
            if (entry instanceof Intended one) {
                Long octets = world.sentByOrder.get(one.order());
                Probe probe = campaign.findProbe(one.probe()).orElseThrow();
                if (octets != null) {
                    Pair pair = campaign.pairs().stream()
                            .filter(each -> each.from().name().equals(one.from())
                                    && each.to().name().equals(one.to()))
                            .findFirst()
                            .orElseThrow();
                    var payload = DataSize.ofBytes(octets);
                    (probe.isLoad()
                                    ? world.tariff.ofLoad(pair.link(), payload)
                                    : world.tariff.ofEchoes(pair.link(), payload))
                            .forEach((provider, cost) -> sent.merge(provider, cost, Cost::plus));
                }
            }
        }
        return sent;
    }

    @Test
    void aQuietCampaignMeasuresEverythingOnce() {
        Campaign campaign = campaign(new Random(3), "");
        var world = new World(campaign, tariff(campaign), 3, 0);
        RunState state = carryOut(campaign, world, folder);

        assertThat(state.count(Outcome.OK)).isEqualTo((int) campaign.measurements());
        assertThat(state.ended().orElseThrow().reason()).isEqualTo("everything was measured");
        requireOneRecordEach(folder, world, "quiet");
        int before = world.starts.size();
        carryOut(campaign, world, folder);
        assertThat(world.starts).as("again, nothing is left to do").hasSize(before);
    }

    @Test
    void aClockThatIsSetNowAndThenFailsNothing() {
        Campaign campaign = ofFour();
        var world = new World(campaign, tariff(campaign), 5, 0);
        world.clockIsSet = true;
        RunState state = carryOut(campaign, world, folder);

        assertThat(state.count(Outcome.OK)).isEqualTo((int) campaign.measurements());
        assertThat(state.count(Outcome.FAILED)).isZero();
        requireOneRecordEach(folder, world, "clock");
    }

    /** 200 campaigns, with agents that fail and are started anew, and a coordinator that dies up to four times in each. */
    @Test
    void noOrderIsLostOrMeasuredTwiceAndNoBudgetIsPassed() {
        long first = Long.getLong("longhaul.seed", 1);
        int over = 0;
        int deaths = 0;
        for (long seed = first; seed < first + Integer.getInteger("longhaul.campaigns", 200); seed++) {
            String name = "-Dlonghaul.seed=" + seed;
            var random = new Random(seed);
            String budget = switch (random.nextInt(4)) {
                case 0 -> "";
                case 1 -> "budget: {money: 0." + (1 + random.nextInt(9)) + "USD}\n";
                case 2 -> "budget: {volume: " + (1 + random.nextInt(2000)) + "MB}\n";
                default -> "budget: {providers: {aws: {money: 0.0" + (1 + random.nextInt(9)) + "USD, volume: 1GB}}}\n";
            };
            Campaign campaign = campaign(random, budget);
            var world = new World(
                    campaign, tariff(campaign), seed, random.nextDouble() < 0.2 ? 0 : 0.3 * random.nextDouble());
            Path into = folder.resolve("c" + seed);
            int most = random.nextInt(5);
            deaths += most;
            RunState state = toTheEnd(campaign, world, into, most);

            requireOneRecordEach(into, world, name);
            Map<String, Cost> sent = truth(into, world, campaign);
            requireWithin(campaign, sent, name);
            requireWithin(campaign, state.spent(), name);
            sent.forEach((provider, cost) -> assertThat(
                            state.spent().getOrDefault(provider, Cost.ZERO).money())
                    .as(name + ": what is booked is not below what was sent")
                    .isGreaterThanOrEqualTo(cost.money()));
            over += state.ended().orElseThrow().reason().equals("the budget is spent") ? 1 : 0;
        }
        assertThat(over).as("some budgets were met").isPositive();
        assertThat(deaths).isPositive();
    }

    private static void requireWithin(Campaign campaign, Map<String, Cost> costs, String name) {
        assertThat(campaign.budget().whole().allows(CampaignPlan.sum(costs)))
                .as(name)
                .isTrue();
        campaign.budget()
                .providers()
                .forEach((provider, limit) -> assertThat(limit.allows(costs.getOrDefault(provider, Cost.ZERO)))
                        .as(name + " " + provider)
                        .isTrue());
    }

    private static Campaign ofFour() {
        return CampaignFile.parse("""
                format: longhaul-campaign/1
                name: test
                agents:
                  a: {site: "aws:a", orders: 192.0.2.1}
                  b: {site: "aws:b", orders: 192.0.2.2}
                  c: {site: "gcp:c", orders: 192.0.2.3}
                  d: {site: "gcp:d", orders: 192.0.2.4}
                probes:
                  load: {throughput: {duration: 2s, volume: 1MB}}
                blocks: 3
                """, "test.yaml");
    }

    private static ThroughputMeasurement with(ThroughputMeasurement told, MeasurementHeader header, DataSize sent) {
        return new ThroughputMeasurement(
                header,
                told.asked(),
                told.actual(),
                Optional.of(new Transferred(Optional.of(sent), Bandwidth.parse("1Gbit/s"))),
                told.received(),
                told.steady(),
                told.retransmits(),
                told.rtt(),
                told.streams(),
                told.intervals(),
                told.cpu(),
                told.stopped());
    }

    private static MeasurementHeader header(MeasurementHeader told, String id, Link link, String campaign) {
        return new MeasurementHeader(
                id,
                link,
                told.fromVmType(),
                told.toVmType(),
                told.started(),
                told.duration(),
                told.prober(),
                Optional.of(campaign));
    }

    private static Stream<UnaryOperator<ThroughputMeasurement>> lies() {
        var small = DataSize.ofBytes(1);
        String others = UUID.randomUUID().toString();
        return Stream.of(
                told -> with(told, header(told.header(), others, told.header().link(), "test"), small),
                told -> with(
                        told,
                        header(
                                told.header(),
                                told.header().id(),
                                told.header().link().reversed(),
                                "test"),
                        small),
                told -> with(
                        told,
                        header(told.header(), told.header().id(), told.header().link(), "another"),
                        small),
                told -> with(told, told.header(), DataSize.ofBytes(1_000_001)));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void noAgentWritesAnothersRecordOrSpendsMoreThanItsOwn(UnaryOperator<ThroughputMeasurement> lie) {
        Campaign campaign = ofFour();
        var world = new World(campaign, tariff(campaign), 1, 0);
        world.agent(campaign.agents().get(3)).lie = lie;
        RunState state = carryOut(campaign, world, folder);

        assertThat(state.leftOut()).containsExactly("d");
        assertThat(CampaignPlan.sum(state.spent()).volume().bytes())
                .isLessThanOrEqualTo(world.starts.size() * 1_000_000L);
        requireOneRecordEach(folder, world, "lies");
        try (Stream<Measurement> all = MeasurementLog.at(folder).stream(ReadOptions.strict(torn -> {}))) {
            assertThat(all.filter(FailedMeasurement.class::isInstance))
                    .isNotEmpty()
                    .allMatch(failed -> ((FailedMeasurement) failed).reason().equals("agent-wrong-answer"));
        }
    }

    @Test
    void aDeadAgentIsLeftOutAndTheOthersGoOn() {
        Campaign campaign = ofFour();
        var world = new World(campaign, tariff(campaign), 1, 0);
        world.agent(campaign.agents().get(3)).dead = true;
        RunState state = carryOut(campaign, world, folder);

        assertThat(state.leftOut()).containsExactly("d");
        assertThat(state.count(Outcome.OK))
                .as("six pairs of three, in three blocks")
                .isEqualTo(18);
        requireOneRecordEach(folder, world, "dead");
    }

    @Test
    void anotherFileIsNotGoneOnWith() {
        Campaign campaign = campaign(new Random(3), "");
        var world = new World(campaign, tariff(campaign), 3, 0);
        carryOut(campaign, world, folder);

        assertThatThrownBy(() -> carryOut(campaign, world, folder, "another"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("another file");
    }

    @Test
    void timeIsABudgetToo() {
        Campaign campaign = campaign(new Random(3), "budget: {time: 40s}\n");
        var world = new World(campaign, tariff(campaign), 3, 0);
        RunState state = carryOut(campaign, world, folder);

        assertThat(Duration.ofNanos(world.nanos)).isLessThanOrEqualTo(Duration.ofSeconds(41));
        assertThat(state.count(Outcome.OK)).isPositive();
    }

    private static final String GATED = """
            format: longhaul-campaign/1
            name: gated
            agents:
              a: {site: "aws:a", orders: 192.0.2.1}
              b: {site: "aws:b", orders: 192.0.2.2}
              c: {site: "gcp:c", orders: 192.0.2.3}
            probes:
              load: {throughput: {duration: 1s, volume: 125MB}}
            gate:
              fingerprint: {duration: 2s, volume: 10MB, rests: [0.5]}
              check: {duration: 1s, volume: 1MB}
              drifted: leave-out
            blocks: 3
            """;

    @Test
    void anAgentThatDriftedIsLeftOutOfTheBlock() {
        Campaign campaign = CampaignFile.parse(GATED, "test.yaml");
        var world = new World(campaign, tariff(campaign), 1, 0);
        world.drifting = "aws:b";
        RunState state = carryOut(campaign, world, folder);

        assertThat(state.drifted()).containsOnlyKeys(1, 2).containsEntry(1, Set.of("b"));
        assertThat(state.count(Outcome.OK))
                .as("three gates of three; six loads, then those of a and c")
                .isEqualTo(9 + 6 + 2 + 2);
        requireOneRecordEach(folder, world, "gate");
        int before = world.starts.size();
        assertThat(carryOut(campaign, world, folder).drifted())
                .as("what goes on knows it, too")
                .isEqualTo(state.drifted());
        assertThat(world.starts).hasSize(before);
        var marks = CampaignFile.parse(GATED.replace("leave-out", "mark"), "test.yaml");
        var same = new World(marks, tariff(marks), 1, 0);
        same.drifting = "aws:b";
        assertThat(carryOut(marks, same, folder.resolve("marks")).count(Outcome.OK))
                .isEqualTo(9 + 18);
    }

    /** The time of the loads' starts tells what was waited; the bucket of the fingerprints takes 10 s to fill. */
    @Test
    void aSenderWaitsForItsBucket() {
        Campaign plain = CampaignFile.parse(GATED, "test.yaml");
        var hasty = new World(plain, tariff(plain), 1, 0);
        carryOut(plain, hasty, folder.resolve("hasty"));
        Campaign patient = CampaignFile.parse(GATED + "refill: 99%\n", "test.yaml");
        var waiting = new World(patient, tariff(patient), 1, 0);
        carryOut(patient, waiting, folder.resolve("waiting"));

        Map<String, Instant> ended = new HashMap<>();
        int loads = 0;
        for (Measurement run : MeasurementLog.at(folder.resolve("waiting")).readAll(ReadOptions.strict(torn -> {}))) {
            if (run instanceof ThroughputMeasurement load) {
                double bits = load.sent().orElseThrow().size().orElseThrow().bits();
                Instant before =
                        ended.put(load.link().from().toString(), load.header().started());
                if (before != null && load.header().started().isAfter(before) && bits >= 8e8) {
                    loads++;
                }
            }
        }
        assertThat(loads).isPositive();
        assertThat(waiting.nanos - hasty.nanos)
                .as("several loads of a gigabit were waited for")
                .isGreaterThan(Duration.ofSeconds(30).toNanos());
    }

    @Test
    void aContentionStudyLeasesAllOfItsReceivers() {
        Campaign campaign = CampaignFile.parse("""
                format: longhaul-campaign/1
                name: stars
                agents:
                  a: {site: "aws:a", orders: 192.0.2.1}
                  b: {site: "aws:b", orders: 192.0.2.2}
                  c: {site: "gcp:c", orders: 192.0.2.3}
                  d: {site: "gcp:d", orders: 192.0.2.4}
                probes:
                  shared: {contention: {destinations: 2, duration: 1s, volume: 8MB}}
                """, "test.yaml");
        var world = new World(campaign, tariff(campaign), 1, 0);
        RunState state = carryOut(campaign, world, folder);

        assertThat(campaign.measurements()).as("one of each sender").isEqualTo(4);
        assertThat(state.count(Outcome.OK)).isEqualTo(4);
        requireOneRecordEach(folder, world, "stars");
        world.agents
                .values()
                .forEach(agent -> assertThat(agent.leased.values())
                        .as("two receivers of each of four senders")
                        .contains(Lease.Side.EGRESS));
        assertThat(world.agents.values().stream()
                        .mapToLong(agent -> agent.leased.values().stream()
                                .filter(side -> side == Lease.Side.INGRESS)
                                .count())
                        .sum())
                .isEqualTo(8);
    }

    /** Eight sites, of which one path is a tenth of what the caps allow; the others are as fast as their VMs. */
    @Test
    void aSparseCampaignLoadsFourLinksOfEachAgentAtMost() {
        var text = new StringBuilder("format: longhaul-campaign/1\nname: sparse\nagents:\n");
        for (int i = 0; i < 8; i++) {
            text.append("  vm%d: {site: \"%s:r%d\", vm: t, orders: \"192.0.2.%d\"}%n"
                    .formatted(i, i % 2 == 0 ? "aws" : "gcp", i, i + 1));
        }
        text.append("probes:\n  rtt: {latency: {count: 5}}\n  many: {throughput: {duration: 1s, volume: 1GB}}\n");
        Campaign campaign = CampaignFile.parse(text + "sparse: {per_agent: 4, certainty: 99.9%}\n", "test.yaml");
        var world = new World(campaign, tariff(campaign), 1, 0);
        List<Measurement> grid = new ArrayList<>();
        for (Pair pair : campaign.pairs()) {
            Order order = new Order(
                    UUID.randomUUID().toString(),
                    "any-run-1",
                    Optional.of("any-lease"),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    "192.0.2.1",
                    1,
                    pair.link(),
                    Optional.of("t"),
                    Optional.of("t"),
                    "grid",
                    campaign.probes().get(1).task());
            boolean narrow = pair.toString().equals("vm0 -> vm1");
            var run = new Run(order, world);
            grid.add(run.load(order.id(), narrow ? 1_000_000 : 10_000_000 + 1000 * grid.size(), StopReason.TIME));
            grid.add(new LatencyMeasurement(
                    run.header(UUID.randomUUID().toString()),
                    LatencyMethod.TCP_ECHO,
                    5,
                    0,
                    Optional.of(new RttSummary(
                            Duration.ofMillis(50),
                            Optional.of(Duration.ofMillis(50)),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()))));
        }
        RunState state = replayed(campaign, new Replay(grid, BEGIN));
        List<Measurement> made = MeasurementLog.at(folder).readAll(ReadOptions.strict(torn -> {}));
        long loads =
                made.stream().filter(ThroughputMeasurement.class::isInstance).count();

        assertThat(loads).isBetween(16L, 32L);
        assertThat(made.stream().filter(LatencyMeasurement.class::isInstance)).hasSize(56);
        assertThat(state.ended().orElseThrow().reason()).isEqualTo("enough is known");
        assertThat(state.count(Outcome.FAILED)).isZero();
        int before = made.size();
        replayed(campaign, new Replay(grid, BEGIN));
        assertThat(MeasurementLog.at(folder).readAll(ReadOptions.strict(torn -> {})))
                .as("gone on with, it knows enough at once")
                .hasSize(before);
    }

    private RunState replayed(Campaign campaign, Replay replay) {
        List<JournalEntry> before = Journal.isIn(folder) ? Journal.read(folder, torn -> {}) : List.of();
        try (LogWriter log = MeasurementLog.at(folder).openWriter(LogOptions.DEFAULT, torn -> {});
                Journal journal = Journal.open(folder, torn -> {})) {
            var coordinator = new Coordinator(
                    campaign,
                    tariff(campaign),
                    replay::agent,
                    folder,
                    log,
                    journal,
                    Runnable::run,
                    replay,
                    Coordinator.Listener.NONE);
            coordinator.run(before, "digest");
            return coordinator.state();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
