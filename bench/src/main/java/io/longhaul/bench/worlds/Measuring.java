package io.longhaul.bench.worlds;

import io.longhaul.bench.worlds.World.Path;
import io.longhaul.bench.worlds.World.Shot;
import io.longhaul.bench.worlds.World.Vm;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import io.longhaul.store.imports.SkyplaneImporter;
import io.longhaul.store.imports.SkyplaneOptions;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Carries out the campaign of a world and writes its log: own probes through the log's writer, with samples of a second and what the
 * sockets say; published grids as CSV files through the importer. What sockets say is as unsure as in the faithful lab: the kernel's
 * share of buffer-limited time means little, receivers' windows stall a capped stream now and then, droppers of packets cause
 * retransmits without loss of the path. Confined to one thread.
 */
final class Measuring {
    private static final double STEP = 0.05;
    private static final int BATCH = 400;
    private static final MeasurementHeader.Prober PROBER = new MeasurementHeader.Prober("longhaul", "0.1.0");
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final World world;
    private final SplittableRandom random;
    private final Map<Link, Double> lastNoise = new HashMap<>();
    private final Map<Vm, Instant> lastSent = new HashMap<>();
    private final Set<Link> sawFall = new HashSet<>();
    private int ids;

    private Measuring(World world) {
        this.world = world;
        this.random = world.random.split();
    }

    /**
     * Measures a world into an empty directory.
     *
     * @return links on which a run lived through the fall of a bucket
     */
    static Set<Link> into(World world, java.nio.file.Path log) {
        var measuring = new Measuring(world);
        if (world.published) {
            measuring.publish(log);
        } else {
            measuring.probe(log);
        }
        return measuring.sawFall;
    }

    private void probe(java.nio.file.Path directory) {
        try (LogWriter writer = MeasurementLog.at(directory).openWriter(LogOptions.DEFAULT, warning -> {})) {
            List<Measurement> batch = new ArrayList<>();
            if (world.rttMeasured) {
                Set<Link> links = new LinkedHashSet<>();
                world.shots.forEach(shot -> links.add(shot.link()));
                links.forEach(link -> latencies(link, batch));
            }
            for (Shot shot : world.shots) {
                Measurement run = run(shot);
                batch.add(run);
                if (run instanceof ThroughputMeasurement sound && random.nextDouble() < world.duplicates) {
                    batch.add(twin(sound));
                }
                if (batch.size() >= BATCH) {
                    writer.appendAll(batch);
                    batch.clear();
                }
            }
            writer.appendAll(batch);
        }
    }

    /** The same run again, as two imports of one source leave it. */
    private ThroughputMeasurement twin(ThroughputMeasurement run) {
        MeasurementHeader header = run.header();
        return new ThroughputMeasurement(
                new MeasurementHeader(
                        header.id() + "-again",
                        header.link(),
                        header.fromVmType(),
                        header.toVmType(),
                        header.started(),
                        header.duration(),
                        header.prober(),
                        header.campaign()),
                run.asked(),
                run.actual(),
                run.sent(),
                run.received(),
                run.steady(),
                run.retransmits(),
                run.rtt(),
                run.streams(),
                run.intervals(),
                run.cpu(),
                run.stopped());
    }

    private MeasurementHeader header(Link link, Instant start, double seconds) {
        Duration error = world.clockErrors.getOrDefault(link.from(), Duration.ZERO);
        return new MeasurementHeader(
                "w" + ids++,
                link,
                Optional.of(world.type(link.from(), start)),
                Optional.of(world.type(link.to(), start)),
                start.plus(error),
                Durations.ofSeconds(seconds),
                PROBER,
                Optional.of("own"));
    }

    private void latencies(Link link, List<Measurement> into) {
        for (int i = 0; i < world.latencyRuns; i++) {
            double typical = world.toldRtt(link) * Math.exp(0.01 * random.nextGaussian());
            if (random.nextDouble() < 0.03) {
                typical *= 1 + random.nextDouble();
            }
            into.add(new LatencyMeasurement(
                    header(link, World.START.plusSeconds(3_600L * i), 2),
                    LatencyMethod.TCP_ECHO,
                    20,
                    0,
                    Optional.of(new RttSummary(
                            Durations.ofSeconds(typical * 0.99),
                            Optional.of(Durations.ofSeconds(typical)),
                            Optional.of(Durations.ofSeconds(typical * 1.03)),
                            Optional.empty(),
                            Optional.of(Durations.ofSeconds(typical * 1.1))))));
        }
    }

    // --- one run ---

    /** What a run carried, second by second. */
    private record Carried(
            List<Double> octets,
            double seconds,
            double octetsInAll,
            double steadyFrom,
            BindingLimit limit,
            double level) {
        double rate() {
            return 8 * octetsInAll / seconds;
        }
    }

    private Carried carry(Shot shot) {
        Link link = shot.link();
        Vm from = world.vm(link.from());
        Map<BindingLimit, Double> terms = world.terms(link, shot.streams(), shot.window(), shot.start());
        BindingLimit limit = World.binding(terms);
        double factor = noise(shot, limit) * shot.factor();
        double level = World.rate(terms) * factor;
        terms.put(BindingLimit.VM_EGRESS_CAP, from.low);
        double lowLevel = from.hasBucket() ? World.rate(terms) * factor : level;
        rest(from, shot.start());

        double rtt = world.path(link).rtt;
        double sinceOpen = rtt;
        double opened =
                rtt * (1 + Math.max(0, Math.log(level * rtt / (shot.streams() * 10 * World.MSS * 8)) / Math.log(2)));
        double recovered = opened + 3 * World.OVERSHOOT_SECONDS;
        int seconds = (int) Math.ceil(shot.seconds());
        double[] octets = new double[seconds];
        double inAll = 0;
        boolean high = false;
        boolean low = false;
        double wobble = 0;
        double keeps = world.correlation;
        for (double t = 0; t < shot.seconds() - STEP / 2; t += STEP) {
            if (Math.abs(t - Math.rint(t)) < STEP / 2) {
                wobble = keeps * wobble + Math.sqrt(1 - keeps * keeps) * random.nextGaussian();
            }
            boolean credit = !from.hasBucket() || from.credit > 0;
            high |= credit;
            low |= !credit;
            double now = credit ? level : lowLevel;
            double rate;
            if (t < sinceOpen) {
                rate = 0;
            } else if (t < opened) {
                rate = Math.min(now, shot.streams() * 10 * World.MSS * 8 / rtt * Math.pow(2, (t - rtt) / rtt));
            } else {
                rate = now * (t < recovered ? 2 / 3.0 : 1);
                rate *= Math.max(0.2, 1 + 0.02 * wobble);
            }
            if (from.hasBucket()) {
                from.credit =
                        Math.max(0, Math.min(from.budget, from.credit - (rate - (credit ? from.refill : rate)) * STEP));
            }
            octets[Math.min(seconds - 1, (int) (t + STEP / 2))] += rate / 8 * STEP;
            inAll += rate / 8 * STEP;
        }
        if (high && low && from.hasBucket()) {
            sawFall.add(link);
        }
        lastSent.put(from, shot.start().plusMillis((long) (1000 * shot.seconds())));
        return new Carried(Arrays.stream(octets).boxed().toList(), shot.seconds(), inAll, recovered, limit, level);
    }

    /** Credit comes back while a VM rests. */
    private void rest(Vm from, Instant start) {
        Instant last = lastSent.get(from);
        if (from.hasBucket() && last != null) {
            double seconds = Durations.seconds(Duration.between(last, start));
            from.credit = Math.min(
                    from.budget, from.credit + (world.kind == Kind.BUCKET_DRAINED ? 0 : from.refill * seconds));
        }
    }

    private double noise(Shot shot, BindingLimit limit) {
        double own = random.nextGaussian();
        double rho = world.correlation;
        double z = rho == 0
                ? own
                : rho * lastNoise.getOrDefault(shot.link(), random.nextGaussian()) + Math.sqrt(1 - rho * rho) * own;
        lastNoise.put(shot.link(), z);
        double sigma = world.noiseOf(limit);
        double factor = world.oneSided ? 1 - Math.min(0.6, Math.abs(z) * sigma) : Math.max(0.3, 1 + z * sigma);
        if (random.nextDouble() < world.outliers) {
            factor *= 0.2 + 0.6 * random.nextDouble();
        }
        double hour = Durations.seconds(Duration.between(World.START, shot.start())) / 3600;
        return factor * (1 + world.dayAmplitude * Math.sin(2 * Math.PI * hour / 24));
    }

    private Measurement run(Shot shot) {
        MeasurementHeader header = header(shot.link(), shot.start(), shot.seconds());
        if (shot.factor() == 0) {
            return new FailedMeasurement(header, Measurement.Kind.THROUGHPUT, "timed-out", "nobody answered in time");
        }
        Carried carried = carry(shot);
        List<IntervalSample> samples = samples(shot, carried);
        double backlog = backlog(shot, carried);
        var received =
                new Transferred(Optional.of(octets(carried.octetsInAll())), Bandwidth.ofBitsPerSecond(carried.rate()));
        var sent = new Transferred(
                Optional.of(octets(carried.octetsInAll() + backlog)),
                Bandwidth.ofBitsPerSecond(carried.rate() + 8 * backlog / shot.seconds()));
        OptionalLong retransmits = world.sockets
                ? OptionalLong.of(samples.stream()
                        .mapToLong(sample -> sample.retransmits().orElse(0))
                        .sum())
                : OptionalLong.empty();
        return new ThroughputMeasurement(
                header,
                new ThroughputAsked(
                        "longhaul",
                        shot.streams(),
                        shot.window().isPresent()
                                ? Optional.of(octets(shot.window().getAsDouble()))
                                : Optional.empty(),
                        Optional.of(DataSize.ofBytes(131_072)),
                        Optional.empty(),
                        false,
                        false,
                        Optional.of(Durations.ofSeconds(shot.seconds()))),
                actual(shot, carried),
                Optional.of(sent),
                Optional.of(received),
                steady(samples, carried),
                retransmits,
                Optional.empty(),
                List.of(),
                samples,
                cpu(shot.link(), carried),
                StopReason.TIME);
    }

    /** Handed over and not yet arrived at the end: what is under way, and what buffers hold behind it. */
    private double backlog(Shot shot, Carried carried) {
        double underWay = carried.level() * world.path(shot.link()).rtt / 8;
        double most = shot.streams() * world.vm(shot.link().from()).sendBuffer;
        return Math.min(most, underWay * (1.2 + 2 * random.nextDouble()));
    }

    private Optional<SteadyRate> steady(List<IntervalSample> samples, Carried carried) {
        int first = (int) Math.ceil(carried.steadyFrom());
        if (samples.size() - first < 4) {
            return Optional.empty();
        }
        double[] rates = samples.subList(first, samples.size()).stream()
                .mapToDouble(sample -> 8.0
                        * sample.received().orElseThrow().bytes()
                        / Durations.seconds(sample.end().minus(sample.start())))
                .toArray();
        double mean = Arrays.stream(rates).average().orElseThrow();
        double squares = 0;
        for (double rate : rates) {
            squares += (rate - mean) * (rate - mean);
        }
        double half = 2.3 * Math.sqrt(squares / (rates.length - 1) / rates.length);
        boolean level = half < 0.1 * mean;
        return Optional.of(new SteadyRate(
                Bandwidth.ofBitsPerSecond(mean),
                level && rates.length >= 6
                        ? Optional.of(new RateInterval(
                                Bandwidth.ofBitsPerSecond(mean - half), Bandwidth.ofBitsPerSecond(mean + half), 0.95))
                        : Optional.empty(),
                Duration.ofSeconds(first)));
    }

    private List<IntervalSample> samples(Shot shot, Carried carried) {
        Path path = world.path(shot.link());
        Vm from = world.vm(shot.link().from());
        BindingLimit limit = carried.limit();
        boolean cap = limit == BindingLimit.VM_EGRESS_CAP
                || limit == BindingLimit.VM_INGRESS_CAP
                || limit == BindingLimit.PATH_CAP
                || limit == BindingLimit.PER_FLOW_CAP;
        boolean policed = cap && (limit == BindingLimit.PATH_CAP ? random.nextDouble() < 0.3 : from.policed);
        double queue = cap && !policed ? 0.005 + 0.04 * random.nextDouble() : 0.0005 * random.nextDouble();
        double windowStall = limit == BindingLimit.RECEIVE_WINDOW
                ? 0.88 + 0.12 * random.nextDouble()
                : limit == BindingLimit.ENDPOINT_CPU && world.vm(shot.link().to()).cpu < from.cpu
                        ? 0.4 + 0.5 * random.nextDouble()
                        : random.nextDouble() < 0.2 ? 0.25 * random.nextDouble() : 0.02 * random.nextDouble();
        double bufferStall =
                limit == BindingLimit.SEND_BUFFER ? 0.04 + 0.85 * random.nextDouble() : 0.02 * random.nextDouble();
        double dry = limit == BindingLimit.SEND_BUFFER ? 0.75 + 0.25 * random.nextDouble() : 0.1 * random.nextDouble();
        double behind = limit == BindingLimit.ENDPOINT_CPU
                        && from.cpu <= world.vm(shot.link().to()).cpu
                ? 0.65 + 0.35 * random.nextDouble()
                : 0.1 * random.nextDouble();
        double dropped = limit == BindingLimit.LOSS || path.loss > 0
                ? path.loss * (0.7 + 0.6 * random.nextDouble())
                : policed ? 0.001 + 0.015 * random.nextDouble() : 1e-6 * random.nextDouble();
        double inFlight = switch (limit) {
            case RECEIVE_WINDOW, SEND_BUFFER -> 1.15 + random.nextDouble();
            case LOSS -> 1.05 + 0.3 * random.nextDouble();
            default -> 1 + 0.25 * random.nextDouble();
        };
        List<IntervalSample> samples = new ArrayList<>();
        double rttNow = path.rtt + queue;
        for (int i = 0; i < carried.octets().size(); i++) {
            double end = Math.min(i + 1.0, carried.seconds());
            double octets = carried.octets().get(i);
            boolean ramp = i < carried.steadyFrom();
            double segments = octets / World.MSS;
            long retransmits = (long) (segments * dropped * (0.6 + 0.8 * random.nextDouble()) + random.nextDouble())
                    + (ramp && cap ? random.nextInt(20 * shot.streams() + 1) : 0);
            double busy = shot.streams() * (end - i);
            double calm = ramp ? 0.3 : 1;
            samples.add(new IntervalSample(
                    Duration.ofSeconds(i),
                    Durations.ofSeconds(end),
                    Optional.of(octets(octets)),
                    Optional.of(octets(octets)),
                    world.sockets ? OptionalLong.of(retransmits) : OptionalLong.empty(),
                    world.sockets
                            ? Optional.of(Durations.ofSeconds(rttNow * (1 + 0.01 * random.nextDouble())))
                            : Optional.empty(),
                    world.sockets
                            ? Optional.of(new TcpState(
                                    octets(octets / (end - i) * rttNow * inFlight),
                                    Optional.of(Durations.ofSeconds(path.rtt)),
                                    Durations.ofSeconds(busy),
                                    Durations.ofSeconds(busy * windowStall * calm),
                                    Durations.ofSeconds(busy * bufferStall * calm),
                                    Optional.of(Bandwidth.ofBitsPerSecond(8 * octets / (end - i))),
                                    Optional.of(Durations.ofSeconds(busy * behind)),
                                    Optional.of(Durations.ofSeconds(busy * dry * calm)),
                                    Optional.empty()))
                            : Optional.empty()));
        }
        return samples;
    }

    private ThroughputActual actual(Shot shot, Carried carried) {
        if (!world.sockets) {
            return ThroughputActual.UNKNOWN;
        }
        Vm from = world.vm(shot.link().from());
        Vm to = world.vm(shot.link().to());
        OptionalDouble asked = shot.window();
        double send = asked.isPresent() ? Math.min(1.3 * asked.getAsDouble(), from.sendBuffer) : from.sendBuffer;
        double receive = asked.isPresent() ? Math.min(1.17 * asked.getAsDouble(), to.receiveWindow) : to.receiveWindow;
        double perStream = carried.level() * world.path(shot.link()).rtt / 8 / shot.streams();
        // an autotuned window opens as far as it is used, and then twice as far
        double offered = asked.isPresent()
                ? receive
                : Math.max(65_536, Math.min(receive, perStream * (2 + random.nextDouble())));
        return new ThroughputActual(
                Optional.of(octets(send * 1.5)),
                Optional.of(octets(receive * 2)),
                Optional.of("cubic"),
                Optional.of(DataSize.ofBytes((long) World.MSS)),
                Optional.of(octets(Math.min(send, offered))),
                Optional.empty());
    }

    private CpuUse cpu(Link link, Carried carried) {
        if (!world.cpuTold) {
            return CpuUse.UNKNOWN;
        }
        Vm from = world.vm(link.from());
        Vm to = world.vm(link.to());
        boolean bound = carried.limit() == BindingLimit.ENDPOINT_CPU;
        double local = bound && from.cpu <= to.cpu ? full() : busy(carried.level(), from);
        double remote = bound && to.cpu < from.cpu ? full() : busy(carried.level(), to);
        return new CpuUse(
                Optional.of(Durations.ofSeconds(local * carried.seconds())),
                Optional.of(Durations.ofSeconds(remote * carried.seconds())),
                OptionalDouble.of(local),
                OptionalDouble.of(remote),
                OptionalDouble.of(Math.min(1, local * 1.03)),
                OptionalDouble.of(Math.min(1, remote * 1.03)));
    }

    private double full() {
        return 0.93 + 0.07 * random.nextDouble();
    }

    private double busy(double rate, Vm vm) {
        double fastest = Math.min(vm.cpu, 25e9);
        return Math.min(0.85, 0.03 + rate / fastest * 0.85 + 0.05 * random.nextDouble());
    }

    private static DataSize octets(double octets) {
        return DataSize.ofBytes(Math.round(octets));
    }

    // --- published grids ---

    private void publish(java.nio.file.Path log) {
        var rates = new StringBuilder(
                "src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,cpu_pct,run\n");
        Instant grid = Instant.MIN;
        Instant last = Instant.MIN;
        for (Shot shot : world.shots) {
            // a grid begins where the campaign paused; all its rows carry its start
            if (last.isBefore(shot.start().minus(Duration.ofDays(1)))) {
                grid = shot.start();
            }
            last = shot.start();
            if (shot.factor() == 0) {
                continue;
            }
            String row = row(shot, carry(shot), grid);
            rates.append(row);
            if (random.nextDouble() < world.duplicates) {
                rates.append(row);
            }
        }
        try {
            java.nio.file.Path directory = Files.createDirectories(log.resolveSibling(log.getFileName() + "-csv"));
            List<java.nio.file.Path> files = new ArrayList<>();
            files.add(Files.writeString(directory.resolve("throughput.csv"), rates));
            if (world.rttMeasured) {
                files.add(Files.writeString(directory.resolve("rtt.csv"), roundTrips()));
            }
            new SkyplaneImporter(SkyplaneOptions.DEFAULT)
                    .importInto(MeasurementLog.at(log), files, (file, rows) -> {}, warning -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String row(Shot shot, Carried carried, Instant grid) {
        Link link = shot.link();
        // what is handed over exceeds what arrived by 2 to 9 round trips' worth, with tuned buffers; by less with the
        // kernel's
        double underWay = carried.level() * world.path(link).rtt / 8;
        double most = shot.streams() * world.vm(link.from()).sendBuffer * 1.5;
        double backlog = Math.min(most, underWay * (2 + 6 * random.nextDouble()) + 0.15 * carried.level() / 8);
        double sent = carried.rate() + 8 * backlog / shot.seconds();
        if (carried.limit() == BindingLimit.VM_EGRESS_CAP) {
            // a sender's cap holds what is handed over too, but for buffers
            sent = Math.max(carried.rate(), Math.min(sent, carried.level() * (1.01 + 0.05 * random.nextDouble())));
        }
        return String.format(
                Locale.ROOT,
                "%s,PREMIUM,%s,%s,PREMIUM,%s,%d,%.0f,%.3f,%.3f,%.2f,%s%n",
                link.from(),
                world.vm(link.from()).type,
                link.to(),
                world.vm(link.to()).type,
                shot.streams(),
                shot.seconds(),
                sent,
                carried.rate(),
                3 + 5 * random.nextDouble(),
                MINUTE.format(grid));
    }

    private String roundTrips() {
        var text = new StringBuilder(
                "src,src_tier,src_vm,dst,dst_tier,dst_vm,min_ms,avg_ms,max_ms,mdev_ms,rtt_ms,rtt_from\n");
        world.paths.forEach((link, path) -> {
            double ms = world.toldRtt(link) * 1000 * (1 + 0.01 * random.nextDouble());
            text.append(String.format(
                    Locale.ROOT,
                    "%s,PREMIUM,m5.large,%s,PREMIUM,m5.large,%.3f,%.3f,%.3f,%.3f,%.3f,own%n",
                    link.from(),
                    link.to(),
                    ms,
                    ms * 1.005,
                    ms * 1.03,
                    ms * 0.003,
                    ms));
        });
        return text.toString();
    }
}
