package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.estimate.TokenBucketEstimate;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns a measurement log into a {@link Snapshot}: round-trip times, rates by number of streams, caps per VM, and what
 * limits each link. Feed it with {@link #add}, then ask {@link #snapshot}. The order of the log does not matter, and
 * time comes only from the measurements. Confined to one thread.
 */
public final class Estimator {
    private final DocumentedCaps documented;
    private final Map<Link, LinkLedger> ledgers = new HashMap<>();
    private final VariationLedger variations = new VariationLedger();

    public Estimator(DocumentedCaps documented) {
        this.documented = documented;
    }

    /** Estimates a whole log at once. */
    public static Snapshot estimate(Stream<? extends Measurement> log, DocumentedCaps documented) {
        var estimator = new Estimator(documented);
        log.forEachOrdered(estimator::add);
        return estimator.snapshot();
    }

    public void add(Measurement measurement) {
        LinkLedger ledger = ledgers.computeIfAbsent(measurement.link(), LinkLedger::new);
        if (measurement instanceof ThroughputMeasurement throughput) {
            ledger.add(throughput);
            variations.add(throughput);
            throughput.opposite().ifPresent(this::add);
        } else if (measurement instanceof LatencyMeasurement latency) {
            ledger.add(latency);
        } else if (measurement instanceof FailedMeasurement failed) {
            ledger.addFailure(failed.header());
        }
    }

    /** What is believed now; as of the newest measurement, or of the epoch when there is none. */
    public Snapshot snapshot() {
        Instant asOf = ledgers.values().stream()
                .map(LinkLedger::newest)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        List<LinkLedger> order = ledgers.values().stream()
                .sorted(Comparator.comparing(LinkLedger::link))
                .toList();
        List<FailedRun> failed = FailedRuns.find(order);
        Set<String> failedIds = failed.stream().map(FailedRun::id).collect(Collectors.toSet());
        var shifts = new Shifts(order);
        Set<String> shared = shared(order);
        List<LinkHistory> histories = order.stream()
                .map(ledger -> LinkHistory.of(ledger, failedIds, shared, shifts))
                .toList();
        var points = new RatePoints(histories);
        Map<Link, List<Observation>> curves = points.byLink();
        Map<SiteId, String> vmTypes = vmTypes(order);
        Map<SiteId, String> kinds = new HashMap<>();
        sites(order)
                .forEach(site ->
                        kinds.put(site, site.provider() + ":" + vmTypes.getOrDefault(site, RatePoints.UNKNOWN)));
        Function<SiteId, Optional<VmCaps>> pages = site -> documented(site, vmTypes);
        var model = new LimitModel(curves, points.scatter(), documented);
        var buckets = new BucketFinder(histories);
        List<Observation> most = curves.values().stream()
                .filter(curve -> !curve.isEmpty())
                .map(curve -> curve.get(curve.size() - 1))
                .toList();
        var stabilities = new Stabilities(most);
        List<SiteEstimate> sites = kinds.keySet().stream()
                .map(site -> site(site, Caps.of(site, model, pages.apply(site)), vmTypes, buckets, pages))
                .toList();
        List<LinkEstimate> links = histories.stream()
                .map(history ->
                        LinkEstimates.of(history, curves.getOrDefault(history.link(), List.of()), model, stabilities))
                .toList();
        return new Snapshot(asOf, sites, links, failed).withVariations(variations.byLink());
    }

    /**
     * Runs beside which the same VM made another, as a contention study makes them: they shared what a run alone would have. Runs
     * that a table gives one start are no such runs: their times are those of their campaign.
     */
    private static Set<String> shared(List<LinkLedger> ledgers) {
        Map<SiteId, List<Run>> bySender = new HashMap<>();
        ledgers.forEach(ledger -> ledger.runs()
                .values()
                .forEach(bySender.computeIfAbsent(ledger.link().from(), site -> new ArrayList<>())::addAll));
        Set<String> shared = new HashSet<>();
        bySender.values().forEach(runs -> {
            Map<Instant, List<Run>> byStart =
                    runs.stream().collect(Collectors.groupingBy(Run::started, TreeMap::new, Collectors.toList()));
            List<Run> running = new ArrayList<>();
            byStart.values().forEach(begun -> {
                running.removeIf(earlier -> begun.stream().noneMatch(run -> run.overlaps(earlier)));
                if (!running.isEmpty()) {
                    running.forEach(run -> shared.add(run.id()));
                    begun.forEach(run -> shared.add(run.id()));
                }
                running.addAll(begun);
            });
        });
        return shared;
    }

    private static SiteEstimate site(
            SiteId site,
            Caps caps,
            Map<SiteId, String> vmTypes,
            BucketFinder buckets,
            Function<SiteId, Optional<VmCaps>> pages) {
        Optional<TokenBucketEstimate> bucket = buckets.of(site)
                .or(() -> pages.apply(site).flatMap(VmCaps::egressBucket).map(TokenBucketEstimate::documented));
        Optional<CapEstimate> egress = caps.egress().filter(cap -> cap.source() == Source.MEASURED);
        return new SiteEstimate(
                site,
                Optional.ofNullable(vmTypes.get(site)),
                egress.isPresent() || caps.egressInside().isPresent()
                        ? caps.egress()
                        : buckets.cap(site).or(caps::egress),
                caps.ingress(),
                caps.egressInside(),
                caps.ingressInside(),
                caps.perFlow(),
                bucket.map(TokenBucketEstimate::bucket),
                bucket);
    }

    private Optional<VmCaps> documented(SiteId site, Map<SiteId, String> vmTypes) {
        return Optional.ofNullable(vmTypes.get(site)).flatMap(type -> documented.find(site, type));
    }

    private static Stream<SiteId> sites(List<LinkLedger> ledgers) {
        return ledgers.stream()
                .flatMap(ledger -> Stream.of(ledger.link().from(), ledger.link().to()))
                .distinct();
    }

    /** The newest VM type of throughput runs counts; a site pinged from a smaller VM keeps the type that was loaded. */
    private static Map<SiteId, String> vmTypes(List<LinkLedger> ledgers) {
        var types = new HashMap<SiteId, String>();
        var ordered = new ArrayList<>(ledgers);
        ordered.sort(LinkLedger.byTypes());
        for (LinkLedger ledger : ordered) {
            ledger.fromVmType().ifPresent(type -> types.put(ledger.link().from(), type));
            ledger.toVmType().ifPresent(type -> types.put(ledger.link().to(), type));
        }
        return types;
    }
}
