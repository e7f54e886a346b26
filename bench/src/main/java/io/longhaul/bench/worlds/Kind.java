package io.longhaul.bench.worlds;

import io.longhaul.bench.worlds.World.Path;
import io.longhaul.bench.worlds.World.Shot;
import io.longhaul.bench.worlds.World.Vm;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The kinds of worlds. Each draws its worlds from a seed: where sites lie, what their VMs and paths carry, and the campaign that
 * measures them. Sizes are those of published grids and of {@code docs}: caps of 1 to 16 Gbit/s, round trips of 1 to 400 ms,
 * windows of 1 to 6 MB where the kernel decides, losses of 0.01 to 0.2 %.
 */
enum Kind {
    NOISY_5,
    NOISY_10,
    NOISY_20,
    ONE_SIDED,
    FEW_SAMPLES,
    ONE_STREAM_COUNT,
    ONE_STREAM_ONLY,
    MIXED_WINDOWS,
    PER_FLOW_CAP,
    BUCKET_FULL,
    BUCKET_HALF,
    BUCKET_DRAINED,
    TIME_OF_DAY,
    OUTLIERS,
    ASYMMETRIC,
    FAILING_RUNS,
    MIXED_TYPES,
    INGRESS_MANY,
    SHARED_SOME,
    SHARED_MOST,
    LOSS,
    SEND_BUFFER,
    SPARSE,
    DUPLICATES,
    CLOCK_SKEW,
    LONELY_SITE,
    SHORT_TOTALS,
    NO_RTT,
    LEVEL_SHIFT,
    INSIDE_OUTSIDE,
    WRONG_DOCUMENTATION,
    SPREAD_PATHS,
    CORRELATED,
    ENDPOINT_CPU,
    KERNEL_WINDOWS,
    // nobody asked for these: they look for what the others miss
    MANY_LIMITS,
    TWO_SITES,
    STAR,
    WINDOWS_BY_SITE,
    STREAMS_BY_LINK,
    POLICED,
    SMALL_CAPS,
    LARGE_CAPS,
    NEAR,
    FAR,
    HEAVY_TAIL,
    CHANGED_TYPE,
    ONE_PROBER_WITHOUT_SOCKETS,
    TWO_CAPS_ALIKE,
    // drawn after the rules were made, from how people measure by hand and at large
    SMALL_GRID,
    THREE_CLOUDS,
    TYPE_IN_LOG,
    TWO_FAMILIES,
    BUCKETS_BY_DAY,
    PARTIAL_MESH,
    WRONG_RTT,
    OWN_TYPES,
    // drawn after the ends were told apart anew
    GENERATIONS,
    STAR_OUT,
    SLOW_RECEIVERS,
    ONE_CAP_FOR_ALL,
    FEW_AGAINST_MANY;

    /** The name on the command line, as {@code noisy-5}. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is one of the kinds that were asked for. */
    boolean isListed() {
        return compareTo(KERNEL_WINDOWS) <= 0;
    }

    World draw(long seed) {
        var draw = new Draw(new World(this, seed));
        switch (this) {
            case NOISY_5 -> draw.noisy(0.05);
            case NOISY_10 -> draw.noisy(0.10);
            case NOISY_20 -> draw.noisy(0.20);
            case ONE_SIDED -> draw.oneSided();
            case FEW_SAMPLES -> draw.fewSamples();
            case ONE_STREAM_COUNT -> draw.oneStreamCount();
            case ONE_STREAM_ONLY -> draw.oneStreamOnly();
            case MIXED_WINDOWS -> draw.mixedWindows();
            case PER_FLOW_CAP -> draw.perFlowCap();
            case BUCKET_FULL -> draw.bucket(1);
            case BUCKET_HALF -> draw.bucket(0.5);
            case BUCKET_DRAINED -> draw.bucket(0);
            case TIME_OF_DAY -> draw.timeOfDay();
            case OUTLIERS -> draw.outliers();
            case ASYMMETRIC -> draw.asymmetric();
            case FAILING_RUNS -> draw.failingRuns();
            case MIXED_TYPES -> draw.mixedTypes();
            case INGRESS_MANY -> draw.ingressMany();
            case SHARED_SOME -> draw.shared(0.35);
            case SHARED_MOST -> draw.shared(0.75);
            case LOSS -> draw.loss();
            case SEND_BUFFER -> draw.sendBuffer();
            case SPARSE -> draw.sparse();
            case DUPLICATES -> draw.duplicates();
            case CLOCK_SKEW -> draw.clockSkew();
            case LONELY_SITE -> draw.lonelySite();
            case SHORT_TOTALS -> draw.shortTotals();
            case NO_RTT -> draw.noRtt();
            case LEVEL_SHIFT -> draw.levelShift();
            case INSIDE_OUTSIDE -> draw.insideOutside();
            case WRONG_DOCUMENTATION -> draw.wrongDocumentation();
            case SPREAD_PATHS -> draw.spreadPaths();
            case CORRELATED -> draw.correlated();
            case ENDPOINT_CPU -> draw.endpointCpu();
            case KERNEL_WINDOWS -> draw.kernelWindows();
            case MANY_LIMITS -> draw.manyLimits();
            case TWO_SITES -> draw.twoSites();
            case STAR -> draw.star();
            case WINDOWS_BY_SITE -> draw.windowsBySite();
            case STREAMS_BY_LINK -> draw.streamsByLink();
            case POLICED -> draw.policed();
            case SMALL_CAPS -> draw.smallCaps();
            case LARGE_CAPS -> draw.largeCaps();
            case NEAR -> draw.near();
            case FAR -> draw.far();
            case HEAVY_TAIL -> draw.heavyTail();
            case CHANGED_TYPE -> draw.changedType();
            case ONE_PROBER_WITHOUT_SOCKETS -> draw.oneProberWithoutSockets();
            case TWO_CAPS_ALIKE -> draw.twoCapsAlike();
            case SMALL_GRID -> draw.smallGrid();
            case THREE_CLOUDS -> draw.threeClouds();
            case TYPE_IN_LOG -> draw.typeInLog();
            case TWO_FAMILIES -> draw.twoFamilies();
            case BUCKETS_BY_DAY -> draw.bucketsByDay();
            case PARTIAL_MESH -> draw.partialMesh();
            case WRONG_RTT -> draw.wrongRtt();
            case OWN_TYPES -> draw.ownTypes();
            case GENERATIONS -> draw.generations();
            case STAR_OUT -> draw.starOut();
            case SLOW_RECEIVERS -> draw.slowReceivers();
            case ONE_CAP_FOR_ALL -> draw.oneCapForAll();
            case FEW_AGAINST_MANY -> draw.fewAgainstMany();
        }
        return draw.world;
    }

    /** One world while it is drawn. */
    private static final class Draw {
        private static final Map<String, List<String>> REGIONS = Map.of(
                "aws",
                        List.of(
                                "us-east-1",
                                "us-west-2",
                                "eu-west-1",
                                "eu-central-1",
                                "ap-northeast-1",
                                "ap-southeast-2",
                                "sa-east-1",
                                "ap-south-1",
                                "af-south-1",
                                "ca-central-1"),
                "azure",
                        List.of(
                                "eastus",
                                "westus2",
                                "northeurope",
                                "japaneast",
                                "australiaeast",
                                "brazilsouth",
                                "centralindia",
                                "uksouth",
                                "koreacentral",
                                "canadaeast"),
                "gcp",
                        List.of(
                                "us-east1-b",
                                "us-west1-a",
                                "europe-west4-a",
                                "asia-east1-a",
                                "asia-northeast1-b",
                                "australia-southeast1-b",
                                "southamerica-east1-a",
                                "asia-south1-a",
                                "europe-north1-a",
                                "us-central1-a"));
        private static final double GBIT = 1e9;

        private final World world;
        private final SplittableRandom random;
        private Instant clock = World.START;

        Draw(World world) {
            this.world = world;
            this.random = world.random;
        }

        // --- pieces ---

        private double between(double low, double high) {
            return low + (high - low) * random.nextDouble();
        }

        private boolean chance(double share) {
            return random.nextDouble() < share;
        }

        private <T> T one(List<T> of) {
            return of.get(random.nextInt(of.size()));
        }

        private <T> List<T> shuffled(List<T> all) {
            var copy = new ArrayList<>(all);
            Collections.shuffle(copy, new Random(random.nextLong()));
            return copy;
        }

        /** Sites of up to three providers, a mesh of paths between them by where they lie, one VM type a provider. */
        private void network(int fewest, int most) {
            int count = fewest + random.nextInt(most - fewest + 1);
            network(
                    count,
                    shuffled(List.of("aws", "azure", "gcp")).subList(0, 1 + random.nextInt(Math.min(3, count / 3))));
        }

        private void network(int count, List<String> providers) {
            List<SiteId> sites = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String provider = providers.get(i % providers.size());
                List<String> regions = REGIONS.get(provider);
                sites.add(SiteId.parse(
                        provider + ":" + Objects.requireNonNull(regions).get(i / providers.size())));
            }
            for (String provider : providers) {
                Vm like = type(provider, chance(0.5) ? "large-" + random.nextInt(9) : documentedType(provider));
                sites.stream()
                        .filter(site -> site.provider().equals(provider))
                        .forEach(site -> world.vms.put(site, copy(like, site)));
            }
            mesh(sites);
        }

        private static String documentedType(String provider) {
            return switch (provider) {
                case "aws" -> "m5.8xlarge";
                case "azure" -> "Standard_D32_v5";
                default -> "n2-standard-32";
            };
        }

        /** Caps of a type; of a documented one what its provider's pages say, less what headers take. */
        private Vm type(String provider, String name) {
            var vm = new Vm(SiteId.parse(provider + ":any"), name);
            double payload = between(0.97, 1.0);
            if (name.equals("m5.8xlarge")) {
                caps(vm, 5, 5, 9.6, 9.6, payload);
            } else if (name.equals("Standard_D32_v5")) {
                caps(vm, 16, 16, 16, 16, payload);
            } else if (name.equals("n2-standard-32")) {
                caps(vm, 7, 7, 16, 16, payload);
                vm.policed = chance(0.5);
            } else {
                double out = one(List.of(1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 12.5)) * between(0.9, 1.1);
                double in = out * one(List.of(1.0, 1.6, 2.0, 3.0));
                caps(vm, out, out, in, in, payload);
                vm.policed = chance(0.15);
            }
            return vm;
        }

        private static void caps(Vm vm, double out, double outInside, double in, double inInside, double payload) {
            vm.egress = out * GBIT * payload;
            vm.egressInside = outInside * GBIT * payload;
            vm.ingress = in * GBIT * payload;
            vm.ingressInside = inInside * GBIT * payload;
        }

        private static Vm copy(Vm like, SiteId site) {
            var vm = new Vm(site, like.type);
            vm.egress = like.egress;
            vm.egressInside = like.egressInside;
            vm.ingress = like.ingress;
            vm.ingressInside = like.ingressInside;
            vm.perFlow = like.perFlow;
            vm.policed = like.policed;
            return vm;
        }

        private void mesh(List<SiteId> sites) {
            double[][] places = new double[sites.size()][3];
            for (double[] place : places) {
                double norm = 0;
                for (int k = 0; k < 3; k++) {
                    place[k] = random.nextGaussian();
                    norm += place[k] * place[k];
                }
                for (int k = 0; k < 3; k++) {
                    place[k] /= Math.sqrt(norm);
                }
            }
            for (int a = 0; a < sites.size(); a++) {
                for (int b = 0; b < sites.size(); b++) {
                    if (a < b) {
                        double cosine = 0;
                        for (int k = 0; k < 3; k++) {
                            cosine += places[a][k] * places[b][k];
                        }
                        // 200 km a millisecond in fibre, there and back, with a detour
                        double rtt = 0.001
                                + 0.2 * Math.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI * between(1.15, 1.9);
                        world.paths.put(new Link(sites.get(a), sites.get(b)), path(rtt * between(0.995, 1.005)));
                        world.paths.put(new Link(sites.get(b), sites.get(a)), path(rtt * between(0.995, 1.005)));
                    }
                }
            }
        }

        private Path path(double rtt) {
            return new Path(rtt, 1.22 * between(0.8, 1.6));
        }

        private List<Link> links() {
            return List.copyOf(world.paths.keySet());
        }

        private List<SiteId> sites() {
            return List.copyOf(world.vms.keySet());
        }

        private void everyVm(Consumer<Vm> change) {
            world.vms.values().forEach(change);
        }

        /** Windows left to the kernels; of most kernels the receiver's is the smaller. */
        private void kernelWindows(double low, double high) {
            double window = between(low, high);
            everyVm(vm -> {
                vm.receiveWindow = window * between(0.97, 1.03);
                vm.sendBuffer = window * between(1.5, 2.5);
            });
        }

        /** Every link in random order, again and again, a run at a time. */
        private void campaign(List<Link> links, int repetitions, double seconds, Duration pause, int... streams) {
            for (int repetition = 0; repetition < repetitions; repetition++) {
                for (Link link : shuffled(links)) {
                    for (int count : streams) {
                        shot(link, count, OptionalDouble.empty(), seconds, 1);
                    }
                }
                clock = clock.plus(pause);
            }
        }

        private void shot(Link link, int streams, OptionalDouble window, double seconds, double factor) {
            world.shots.add(new Shot(link, streams, window, clock, seconds, factor));
            clock = clock.plusSeconds((long) seconds + 4);
        }

        /** An ordinary campaign of own probes, or a published grid of totals, by chance. */
        private void usualCampaign(double publishedShare) {
            if (chance(publishedShare)) {
                world.published = true;
                campaign(links(), 1 + random.nextInt(3), 5, Duration.ofDays(5), 64);
            } else {
                kernelWindows(3e6, 8e6);
                int[] streams = chance(0.5) ? new int[] {1, 8, 64} : new int[] {1, 4, 16, 64};
                campaign(links(), 3 + random.nextInt(5), 10, Duration.ofHours(5), streams);
            }
        }

        // --- kinds ---

        void noisy(double noise) {
            network(5, 8);
            world.noise = noise;
            usualCampaign(0.4);
        }

        void oneSided() {
            network(5, 8);
            world.noise = between(0.02, 0.08);
            world.oneSided = true;
            usualCampaign(0.3);
        }

        void fewSamples() {
            network(4, 6);
            world.noise = between(0.02, 0.06);
            kernelWindows(3e6, 8e6);
            world.latencyRuns = 1 + random.nextInt(2);
            campaign(links(), 1 + random.nextInt(2), between(5, 10), Duration.ofHours(1), 1, 32);
        }

        void oneStreamCount() {
            network(5, 8);
            kernelWindows(3e6, 8e6);
            world.sockets = chance(0.5);
            campaign(links(), 2 + random.nextInt(3), 10, Duration.ofHours(3), one(List.of(8, 16, 32, 64)));
        }

        void oneStreamOnly() {
            network(5, 8);
            kernelWindows(1e6, 6e6);
            world.sockets = chance(0.5);
            if (chance(0.3)) {
                everyVm(vm -> vm.perFlow = Math.min(vm.egress, 1 * GBIT));
            }
            campaign(links(), 3 + random.nextInt(4), 10, Duration.ofHours(3), 1);
        }

        void mixedWindows() {
            network(5, 7);
            kernelWindows(2e6, 8e6);
            world.sockets = chance(0.7);
            double first = one(List.of(262_144.0, 524_288.0, 1_048_576.0));
            for (int repetition = 0; repetition < 3; repetition++) {
                for (Link link : shuffled(links())) {
                    for (int streams : new int[] {1, 8, 16}) {
                        shot(link, streams, OptionalDouble.of(first), 10, 1);
                        shot(link, streams, OptionalDouble.of(4 * first), 10, 1);
                    }
                }
            }
        }

        void perFlowCap() {
            network(5, 8);
            double cap = between(0.3, 1.5) * GBIT;
            everyVm(vm -> vm.perFlow = Math.min(cap, vm.egress));
            world.sockets = chance(0.7);
            if (world.sockets) {
                kernelWindows(8e6, 24e6);
            }
            campaign(
                    links(),
                    3 + random.nextInt(3),
                    10,
                    Duration.ofHours(3),
                    chance(0.5) ? new int[] {1, 2, 4} : new int[] {1, 4, 32});
        }

        void bucket(double filled) {
            network(4, 6);
            everyVm(vm -> {
                vm.low = vm.egress * between(0.1, 0.4);
                vm.refill = vm.low * (chance(0.7) ? 1 : between(0.5, 1));
                vm.egressInside = vm.egress;
            });
            kernelWindows(6e6, 16e6);
            if (filled == 1) {
                everyVm(vm -> vm.budget = vm.egress * 36_000);
                campaign(links(), 3, 10, Duration.ofHours(3), 1, 8, 64);
            } else if (filled == 0) {
                everyVm(vm -> vm.budget = vm.egress * 600);
                campaign(links(), 3, 10, Duration.ofMinutes(1), 8, 64);
            } else {
                // every run begins after a rest, and is long enough to spend what the rest gave
                everyVm(vm -> vm.budget = (vm.egress - vm.refill) * between(15, 40));
                for (int repetition = 0; repetition < 2; repetition++) {
                    for (Link link : shuffled(links())) {
                        shot(link, 32, OptionalDouble.empty(), 60, 1);
                        clock = clock.plus(Duration.ofMinutes(10));
                    }
                }
            }
            everyVm(vm -> vm.credit = filled * vm.budget);
        }

        void timeOfDay() {
            network(4, 5);
            world.dayAmplitude = between(0.08, 0.25);
            kernelWindows(4e6, 12e6);
            for (int repetition = 0; repetition < 24; repetition++) {
                campaign(links(), 1, 10, Duration.ZERO, 64);
                clock = World.START.plus(Duration.ofHours(3L * (repetition + 1)).plusMinutes(random.nextInt(60)));
            }
        }

        void outliers() {
            network(5, 8);
            world.outliers = between(0.03, 0.1);
            usualCampaign(0.3);
        }

        void asymmetric() {
            network(5, 8);
            for (Link link : links()) {
                if (chance(0.3)) {
                    world.path(link).cap = world.egress(link) * between(0.2, 0.7);
                }
            }
            everyVm(vm -> {
                vm.ingress = vm.egress * between(1.3, 3);
                vm.ingressInside = vm.ingress;
            });
            usualCampaign(0.3);
        }

        void failingRuns() {
            network(6, 9);
            usualCampaign(0.5);
            List<Shot> all = List.copyOf(world.shots);
            world.shots.clear();
            for (Shot shot : all) {
                double factor = chance(0.04) ? (chance(0.4) ? 0 : between(0.01, 0.25)) : 1;
                world.shots.add(
                        new Shot(shot.link(), shot.streams(), shot.window(), shot.start(), shot.seconds(), factor));
            }
        }

        void mixedTypes() {
            network(6, 9);
            for (SiteId site : sites()) {
                if (chance(0.5)) {
                    Vm other = type(site.provider(), "other-" + site.provider());
                    double factor = one(List.of(0.4, 0.6, 1.7, 2.5));
                    Vm vm = world.vm(site);
                    vm.type = other.type;
                    vm.egress *= factor;
                    vm.egressInside *= factor;
                    vm.ingress *= factor;
                    vm.ingressInside *= factor;
                }
            }
            usualCampaign(0.3);
        }

        void ingressMany() {
            network(6, 9);
            for (SiteId site : sites()) {
                if (chance(0.4)) {
                    Vm vm = world.vm(site);
                    double least = sites().stream()
                            .mapToDouble(other -> world.vm(other).egress)
                            .min()
                            .orElseThrow();
                    vm.type = "sink";
                    vm.ingress = least * between(0.4, 0.7);
                    vm.ingressInside = vm.ingress;
                }
            }
            usualCampaign(0.3);
        }

        void shared(double share) {
            network(6, 9);
            for (SiteId site : shuffled(sites()).subList(0, 2)) {
                double cap = Math.min(world.vm(site).egress, world.vm(site).egressInside) * between(0.3, 0.7);
                List<Link> out = shuffled(links().stream()
                        .filter(link -> link.from().equals(site))
                        .toList());
                out.subList(0, (int) Math.round(share * out.size())).forEach(link -> world.path(link).cap = cap);
            }
            usualCampaign(0.3);
        }

        void loss() {
            network(5, 8);
            for (Link link : links()) {
                if (chance(0.4)) {
                    world.path(link).loss = Math.pow(10, between(-4, -2.7));
                }
            }
            kernelWindows(6e6, 16e6);
            world.sockets = chance(0.85);
            campaign(
                    links(),
                    3 + random.nextInt(3),
                    10,
                    Duration.ofHours(3),
                    chance(0.5) ? new int[] {1, 4} : new int[] {1, 8, 32});
        }

        void sendBuffer() {
            network(5, 8);
            kernelWindows(3e6, 8e6);
            world.sockets = chance(0.85);
            for (SiteId site : sites()) {
                if (chance(0.5)) {
                    world.vm(site).sendBuffer = between(0.2e6, 1.5e6);
                }
            }
            campaign(
                    links(),
                    3 + random.nextInt(3),
                    10,
                    Duration.ofHours(3),
                    chance(0.5) ? new int[] {1, 4} : new int[] {1, 8, 16});
        }

        void sparse() {
            network(8, 10);
            List<Link> some = shuffled(links()).subList(0, (int) (links().size() * between(0.15, 0.4)));
            if (chance(0.5)) {
                world.published = true;
                campaign(some, 1, 5, Duration.ofDays(5), 64);
            } else {
                kernelWindows(3e6, 8e6);
                campaign(some, 2, 10, Duration.ofHours(5), 1, 8, 64);
            }
        }

        void duplicates() {
            network(5, 8);
            world.noise = between(0.02, 0.06);
            world.duplicates = between(0.3, 1);
            usualCampaign(0.3);
        }

        void clockSkew() {
            network(5, 8);
            usualCampaign(0);
            for (SiteId site : sites()) {
                if (chance(0.5)) {
                    world.clockErrors.put(site, Duration.ofSeconds((long) (between(-1, 1) * 7200)));
                }
            }
        }

        void lonelySite() {
            network(5, 7);
            SiteId lonely = one(sites());
            List<Link> kept = new ArrayList<>();
            List<Link> ofLonely = new ArrayList<>();
            for (Link link : links()) {
                (link.from().equals(lonely) || link.to().equals(lonely) ? ofLonely : kept).add(link);
            }
            world.vm(lonely).type = "lonely";
            double factor = between(0.3, 0.6);
            Vm vm = world.vm(lonely);
            vm.egress *= factor;
            vm.egressInside *= factor;
            kept.add(one(
                    ofLonely.stream().filter(link -> link.from().equals(lonely)).toList()));
            world.sockets = chance(0.5);
            kernelWindows(3e6, 8e6);
            int[] streams = chance(0.5) ? new int[] {64} : new int[] {1, 8, 64};
            campaign(kept, 2 + random.nextInt(4), 10, Duration.ofHours(3), streams);
        }

        void shortTotals() {
            network(8, 10);
            world.published = true;
            world.noise = between(0.01, 0.04);
            campaign(links(), 1, 5, Duration.ofDays(5), 64);
        }

        void noRtt() {
            network(6, 9);
            world.rttMeasured = false;
            world.published = chance(0.7);
            for (Link link : links()) {
                if (chance(0.2)) {
                    world.path(link).cap = world.egress(link) * between(0.3, 0.7);
                }
            }
            if (world.published) {
                campaign(links(), 1, 5, Duration.ofDays(5), 64);
            } else {
                world.sockets = false;
                kernelWindows(3e6, 8e6);
                campaign(links(), 3, 10, Duration.ofHours(3), 1, 64);
            }
        }

        void levelShift() {
            network(5, 7);
            SiteId site = one(sites());
            world.shifts.put(site, one(List.of(0.4, 0.6, 1.6)));
            kernelWindows(4e6, 12e6);
            campaign(links(), 4, 10, Duration.ofHours(6), 8, 64);
            world.shiftAt = clock;
            campaign(links(), 4 + random.nextInt(3), 10, Duration.ofHours(6), 8, 64);
        }

        void insideOutside() {
            network(6, 9);
            everyVm(vm -> {
                vm.egressInside = vm.egress * between(1.4, 3);
                vm.ingressInside = Math.max(vm.ingress, vm.egressInside) * between(1.2, 2);
                vm.ingress = vm.ingressInside;
                vm.type = "two-" + vm.site.provider();
            });
            Map<String, Vm> byProvider = new HashMap<>();
            for (SiteId site : sites()) {
                Vm first = byProvider.computeIfAbsent(site.provider(), key -> world.vm(site));
                world.vms.put(site, copy(first, site));
            }
            usualCampaign(0.4);
        }

        void wrongDocumentation() {
            network(5, 8);
            for (SiteId site : sites()) {
                Vm right = type(site.provider(), documentedType(site.provider()));
                world.vms.put(site, copy(right, site));
            }
            double factor = one(List.of(0.35, 0.5, 0.7, 1.6, 2.0));
            everyVm(vm -> {
                vm.egress *= factor;
                vm.egressInside *= factor;
                vm.ingress *= Math.max(1, factor);
                vm.ingressInside *= Math.max(1, factor);
            });
            usualCampaign(0.4);
        }

        void spreadPaths() {
            network(6, 9);
            for (Link link : links()) {
                // as Azure to AWS: a tenth of the cap to nearly all of it, each path its own
                double most = Math.min(world.egress(link), world.ingress(link));
                world.path(link).cap = most * between(0.1, 0.85);
            }
            usualCampaign(0.5);
        }

        void correlated() {
            network(4, 6);
            world.noise = between(0.03, 0.08);
            world.correlation = between(0.6, 0.9);
            kernelWindows(4e6, 12e6);
            campaign(links(), 12, 10, Duration.ofMinutes(20), 8, 64);
        }

        void endpointCpu() {
            network(5, 8);
            for (SiteId site : sites()) {
                if (chance(0.4)) {
                    world.vm(site).cpu = world.vm(site).egress * between(0.3, 0.8);
                }
            }
            world.cpuTold = chance(0.8);
            kernelWindows(3e6, 8e6);
            campaign(links(), 3 + random.nextInt(3), 10, Duration.ofHours(3), 1, 8, 64);
        }

        void kernelWindows() {
            network(6, 9);
            kernelWindows(0.7e6, 3e6);
            world.published = chance(0.5);
            int streams = one(List.of(8, 16, 64));
            campaign(links(), world.published ? 1 : 3, world.published ? 5 : 10, Duration.ofHours(6), streams);
        }

        // --- kinds that nobody asked for ---

        void manyLimits() {
            network(7, 9);
            kernelWindows(2e6, 6e6);
            for (SiteId site : sites()) {
                Vm vm = world.vm(site);
                if (chance(0.2)) {
                    vm.sendBuffer = between(0.3e6, 1.2e6);
                }
                if (chance(0.15)) {
                    vm.cpu = vm.egress * between(0.3, 0.8);
                }
            }
            for (Link link : links()) {
                if (chance(0.15)) {
                    world.path(link).loss = Math.pow(10, between(-4, -2.7));
                }
                if (chance(0.15)) {
                    world.path(link).cap = world.egress(link) * between(0.2, 0.7);
                }
            }
            campaign(links(), 3 + random.nextInt(3), 10, Duration.ofHours(3), 1, 8, 32);
        }

        void twoSites() {
            network(3, 3);
            world.sockets = chance(0.5);
            kernelWindows(2e6, 8e6);
            SiteId out = sites().get(2);
            world.vms.remove(out);
            world.paths
                    .keySet()
                    .removeIf(link -> link.from().equals(out) || link.to().equals(out));
            campaign(links(), 4, 10, Duration.ofHours(3), 1, 4, 16, 64);
        }

        void star() {
            network(7, 10);
            kernelWindows(3e6, 8e6);
            SiteId hub = one(sites());
            campaign(
                    links().stream()
                            .filter(link -> link.from().equals(hub) || link.to().equals(hub))
                            .toList(),
                    3,
                    10,
                    Duration.ofHours(3),
                    1,
                    8,
                    64);
        }

        void windowsBySite() {
            network(6, 9);
            for (SiteId site : sites()) {
                world.vm(site).receiveWindow = between(0.5e6, 4e6);
                world.vm(site).sendBuffer = between(3e6, 9e6);
            }
            world.sockets = chance(0.5);
            campaign(links(), 3, 10, Duration.ofHours(3), chance(0.5) ? new int[] {16} : new int[] {1, 16});
        }

        void streamsByLink() {
            network(6, 9);
            kernelWindows(3e6, 8e6);
            for (int repetition = 0; repetition < 3; repetition++) {
                for (Link link : links()) {
                    int most = one(List.of(2, 4, 8, 16, 32, 64));
                    shot(link, most, OptionalDouble.empty(), between(5, 12), 1);
                }
            }
        }

        void policed() {
            network(5, 8);
            everyVm(vm -> vm.policed = true);
            kernelWindows(6e6, 16e6);
            campaign(links(), 3 + random.nextInt(3), 10, Duration.ofHours(3), 1, 4, 16, 64);
        }

        private void scaled(double factor) {
            everyVm(vm -> {
                vm.type = "scaled-" + vm.site.provider();
                vm.egress *= factor;
                vm.egressInside *= factor;
                vm.ingress *= factor;
                vm.ingressInside *= factor;
            });
        }

        void smallCaps() {
            network(5, 8);
            scaled(between(0.01, 0.05));
            usualCampaign(0.3);
        }

        void largeCaps() {
            network(5, 8);
            scaled(between(4, 8));
            usualCampaign(0.3);
        }

        private void distances(double factor, double least) {
            for (Link link : links()) {
                Path path = world.path(link);
                var moved = new Path(least + factor * path.rtt, path.lossFactor);
                moved.cap = path.cap;
                world.paths.put(link, moved);
            }
        }

        void near() {
            network(5, 8);
            distances(0.01, 0.0005);
            usualCampaign(0.3);
        }

        void far() {
            network(5, 8);
            distances(0.5, 0.22);
            usualCampaign(0.4);
        }

        void heavyTail() {
            network(5, 8);
            world.oneSided = true;
            world.noise = between(0.02, 0.05);
            world.outliers = between(0.15, 0.25);
            usualCampaign(0);
        }

        void changedType() {
            network(5, 7);
            usualCampaign(0);
            SiteId site = one(sites());
            world.shifts.put(site, one(List.of(0.5, 2.0)));
            world.shiftAt = world.shots.get(world.shots.size() / 2).start();
        }

        void oneProberWithoutSockets() {
            network(5, 8);
            world.sockets = false;
            world.cpuTold = false;
            for (Link link : links()) {
                if (chance(0.2)) {
                    world.path(link).cap = world.egress(link) * between(0.3, 0.7);
                }
            }
            kernelWindows(2e6, 8e6);
            campaign(links(), 3, 10, Duration.ofHours(3), 1, 4, 16, 64);
        }

        void twoCapsAlike() {
            network(6, 9);
            everyVm(vm -> {
                vm.ingress = vm.egress * between(1.08, 1.2);
                vm.ingressInside = vm.ingress;
                vm.egressInside = vm.egress;
            });
            usualCampaign(0.4);
        }

        // --- kinds drawn after the rules were made ---

        private void somePaths(double share) {
            for (Link link : links()) {
                if (chance(share)) {
                    world.path(link).cap = Math.min(world.egress(link), world.ingress(link)) * between(0.2, 0.85);
                }
            }
        }

        /** Two to four sites, some of their links, once or twice: a grid by hand. */
        void smallGrid() {
            network(4, 4);
            List<SiteId> all = shuffled(sites());
            for (SiteId out : all.subList(2 + random.nextInt(3), 4)) {
                world.vms.remove(out);
                world.paths
                        .keySet()
                        .removeIf(link -> link.from().equals(out) || link.to().equals(out));
            }
            somePaths(0.25);
            world.published = chance(0.5);
            kernelWindows(4e6, 12e6);
            List<Link> some = shuffled(links());
            int kept = Math.max(2, (int) Math.round(some.size() * between(0.4, 1)));
            int[] streams = world.published ? new int[] {64} : chance(0.5) ? new int[] {32} : new int[] {1, 32};
            campaign(
                    some.subList(0, Math.min(kept, some.size())),
                    1 + random.nextInt(2),
                    world.published ? 5 : 10,
                    Duration.ofHours(6),
                    streams);
        }

        /** Twelve sites of three providers, caps by scope, some paths held, windows that the longest links feel. */
        void threeClouds() {
            network(12, List.of("aws", "azure", "gcp"));
            for (String provider : List.of("aws", "azure", "gcp")) {
                double more = chance(0.5) ? between(1.3, 2.5) : 1;
                everyVm(vm -> {
                    if (vm.site.provider().equals(provider)) {
                        vm.egressInside *= more;
                        vm.ingressInside = Math.max(vm.ingressInside, vm.egressInside * 1.2);
                    }
                });
            }
            somePaths(0.15);
            usualCampaign(0.4);
        }

        /** A site gets another VM type half way, which its runs tell. */
        void typeInLog() {
            network(5, 8);
            usualCampaign(0);
            SiteId site = one(sites());
            double factor = one(List.of(0.4, 0.6, 1.7, 2.5));
            world.shifts.put(site, factor);
            world.typesAfter.put(site, "resized-" + site.provider());
            world.shiftAt = world.shots.get(world.shots.size() / 2).start();
        }

        /** Short links of a site are held by its cap, long ones by its buffers, windows or loss. */
        void twoFamilies() {
            network(6, 9);
            kernelWindows(6e6, 16e6);
            for (SiteId site : shuffled(sites()).subList(0, 3)) {
                Vm vm = world.vm(site);
                double middle = links().stream()
                        .filter(link -> link.from().equals(site))
                        .mapToDouble(link -> world.path(link).rtt)
                        .sorted()
                        .skip(sites().size() / 2 - 1)
                        .findFirst()
                        .orElse(0.1);
                int family = random.nextInt(3);
                if (family == 0) {
                    vm.sendBuffer = vm.egress * middle / 8 / 16;
                } else if (family == 1) {
                    vm.receiveWindow = vm.egress * middle / 8 / 16;
                } else {
                    links().stream()
                            .filter(link -> link.from().equals(site) && world.path(link).rtt > middle)
                            .forEach(link -> world.path(link).loss = Math.pow(10, between(-4, -2.7)));
                }
            }
            world.sockets = chance(0.7);
            campaign(links(), 3, 10, Duration.ofHours(3), 1, 4, 16);
        }

        /** Full buckets under caps that follow the hour. */
        void bucketsByDay() {
            network(4, 5);
            world.dayAmplitude = between(0.05, 0.2);
            kernelWindows(6e6, 16e6);
            everyVm(vm -> {
                vm.egressInside = vm.egress;
                vm.low = vm.egress * between(0.1, 0.4);
                vm.refill = vm.low;
                vm.budget = chance(0.5) ? vm.egress * 36_000 : (vm.egress - vm.refill) * between(15, 40);
                vm.credit = vm.budget;
            });
            boolean longRuns = chance(0.5);
            for (int repetition = 0; repetition < (longRuns ? 6 : 16); repetition++) {
                for (Link link : shuffled(links())) {
                    shot(link, 32, OptionalDouble.empty(), longRuns ? 60 : 8, 1);
                    clock = clock.plus(Duration.ofMinutes(5));
                }
                clock = clock.plus(Duration.ofMinutes(20 + random.nextInt(60)));
            }
        }

        /** Part of the links, some with many streams and some with few, some often and some once. */
        void partialMesh() {
            network(7, 10);
            kernelWindows(3e6, 10e6);
            somePaths(0.15);
            world.sockets = chance(0.6);
            for (Link link : shuffled(links()).subList(0, (int) (links().size() * between(0.3, 0.6)))) {
                int repetitions = 1 + random.nextInt(4);
                for (int repetition = 0; repetition < repetitions; repetition++) {
                    for (int streams : chance(0.5) ? new int[] {1, 16} : new int[] {one(List.of(8, 32, 64))}) {
                        shot(link, streams, OptionalDouble.empty(), 10, 1);
                    }
                }
            }
        }

        /** Round-trip times that were measured elsewhere: between other VMs, or over another path. */
        void wrongRtt() {
            network(6, 9);
            for (Link link : links()) {
                if (chance(0.25)) {
                    world.rttErrors.put(link, chance(0.5) ? between(0.4, 0.85) : between(1.15, 2.5));
                }
            }
            usualCampaign(0.5);
        }

        /** Each site has a VM type and caps of its own: nothing can be pooled. */
        void ownTypes() {
            network(5, 8);
            int number = 0;
            for (SiteId site : sites()) {
                Vm vm = type(site.provider(), "own-" + number++);
                world.vms.put(site, copy(vm, site));
            }
            somePaths(0.1);
            usualCampaign(0.4);
        }

        // --- kinds drawn after the ends were told apart anew ---

        /** Half of the sites move to the next generation of their VM half way, each under its new name. */
        void generations() {
            network(6, 8);
            usualCampaign(0);
            double factor = between(1.3, 2.2);
            for (SiteId site : shuffled(sites()).subList(0, sites().size() / 2)) {
                world.shifts.put(site, factor);
                world.typesAfter.put(site, world.vm(site).type + "-next");
            }
            world.shiftAt = world.shots.get(world.shots.size() / 2).start();
        }

        /** Two sites send to all others, and nothing else was measured. */
        void starOut() {
            network(7, 10);
            kernelWindows(4e6, 12e6);
            somePaths(0.1);
            List<SiteId> hubs = shuffled(sites()).subList(0, 2);
            campaign(
                    links().stream().filter(link -> hubs.contains(link.from())).toList(),
                    3,
                    10,
                    Duration.ofHours(3),
                    1,
                    16,
                    64);
        }

        /** Every VM takes less than it sends. */
        void slowReceivers() {
            network(6, 9);
            double share = between(0.4, 0.85);
            everyVm(vm -> {
                vm.type = "slow-" + vm.site.provider();
                vm.ingress = vm.egress * share;
                vm.ingressInside = vm.egressInside * share;
            });
            usualCampaign(0.4);
        }

        /** VMs of all providers have the same cap both ways. */
        void oneCapForAll() {
            network(6, 9);
            double cap = one(List.of(1.0, 5.0, 10.0)) * GBIT * between(0.95, 1);
            everyVm(vm -> {
                vm.type = "same-" + vm.site.provider();
                vm.egress = cap;
                vm.egressInside = cap;
                vm.ingress = cap;
                vm.ingressInside = cap;
            });
            somePaths(0.2);
            usualCampaign(0.4);
        }

        /** Links of one provider with many streams, those between providers with two or four, and not as often. */
        void fewAgainstMany() {
            network(6, 9);
            kernelWindows(4e6, 16e6);
            world.sockets = chance(0.6);
            for (int repetition = 0; repetition < 4; repetition++) {
                for (Link link : shuffled(links())) {
                    if (World.isInside(link)) {
                        shot(link, 64, OptionalDouble.empty(), 10, 1);
                    } else if (repetition % 2 == 0) {
                        shot(link, one(List.of(2, 4)), OptionalDouble.empty(), 10, 1);
                    }
                }
                clock = clock.plus(Duration.ofHours(4));
            }
        }
    }

    static Kind ofId(String id) {
        return Arrays.stream(values())
                .filter(kind -> kind.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The kind of world (" + id + ") is not known.",
                        "Known are "
                                + String.join(
                                        ", ",
                                        Arrays.stream(values()).map(Kind::id).toList()) + "."));
    }
}
