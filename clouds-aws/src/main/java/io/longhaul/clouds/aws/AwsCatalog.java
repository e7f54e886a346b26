package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.CloudEgress;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmPrice;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.CloudVmType.Card;
import io.longhaul.clouds.catalog.Origin;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.clouds.catalog.Tiers;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.PricePerHour;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.AvailabilityZone;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceLifecycleType;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;
import software.amazon.awssdk.services.ec2.model.NetworkCardInfo;
import software.amazon.awssdk.services.ec2.model.Region;
import software.amazon.awssdk.services.pricing.PricingClient;
import software.amazon.awssdk.services.pricing.model.FilterType;
import software.amazon.awssdk.services.servicequotas.ServiceQuotasClient;
import software.amazon.awssdk.services.servicequotas.model.ServiceQuota;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What AWS says of itself: EC2's Describe calls, the price list's GetProducts, and Service Quotas. The price list is asked in us-east-1,
 * which has it for all regions. Safe for any thread.
 */
final class AwsCatalog implements CloudCatalog {
    private static final JsonMapper JSON = new JsonMapper();
    private static final SiteId USUAL = new SiteId("aws", "us-east-1");
    private static final String CAPS =
            "Amazon EC2 User Guide, \"Amazon EC2 instance network bandwidth\": out of the region"
                    + " 5 Gbit/s below 32 vCPUs, else the larger of 5 Gbit/s and half the NIC, and no more than the baseline;"
                    + " 5 Gbit/s a flow";
    private static final Bandwidth FIVE = Bandwidth.parse("5Gbit/s");
    private static final int LARGE_VCPUS = 32;
    private static final int PAGE = 100;
    private static final int SPOT_PAGE = 1000;
    private static final double GBPS = 1e9;
    private static final Pattern FAMILY = Pattern.compile("^(u|inf|trn|dl|hpc|vt|[a-z])[a-z0-9-]*\\..*");

    /** Quotas of running VMs by family, in virtual processors: on demand, spot. */
    private static final Map<String, List<String>> QUOTAS = Map.of(
            "standard", List.of("L-1216C47A", "L-34B43A08"),
            "f", List.of("L-74FC7D96", "L-88CF9481"),
            "g", List.of("L-DB2E81BA", "L-3819A6DF"),
            "p", List.of("L-417A185B", "L-7212CCBC"),
            "x", List.of("L-7295265B", "L-E3A00192"),
            "inf", List.of("L-1945791B", "L-B5D1601B"),
            "trn", List.of("L-2C3B7624", "L-6B0D517C"),
            "dl", List.of("L-6E869C2A", "L-85EED4F7"),
            "hpc", List.of("L-F7808C92"),
            "u", List.of("L-43DA4232"));

    private final AwsClients clients;
    private final Patience patience;
    private final Map<String, Ec2Client> ec2 = new ConcurrentHashMap<>();

    AwsCatalog(CloudAccess access, Patience patience) {
        clients = new AwsClients(access);
        this.patience = patience;
    }

    private Ec2Client ec2(SiteId region) {
        return ec2.computeIfAbsent(region.name(), name -> clients.build(Ec2Client.builder(), name));
    }

    private LocalDate today() {
        return LocalDate.ofInstant(patience.clock().instant(), ZoneOffset.UTC);
    }

    /** One page of an answer. */
    private record Page<T>(Collection<T> rows, @Nullable String next) {}

    private <T> List<T> pages(Function<@Nullable String, Page<T>> one) {
        Patience.Asking asking = patience.begin();
        List<T> all = new ArrayList<>();
        String token = null;
        do {
            String from = token;
            Page<T> page = asking.call(() -> AwsErrors.telling(() -> one.apply(from)));
            all.addAll(page.rows());
            asking.page(page.rows().size());
            token = page.next();
        } while (token != null && !token.isEmpty());
        return all;
    }

    @Override
    public List<CloudRegion> regions() {
        Origin origin = Origin.documented("EC2 DescribeRegions and DescribeAvailabilityZones", today());
        List<CloudRegion> regions = new ArrayList<>();
        for (Region region : pages(token -> new Page<>(
                ec2(USUAL).describeRegions(all -> all.allRegions(true)).regions(), null))) {
            Optional<SiteId> named = CloudRegion.place("aws", String.valueOf(region.regionName()));
            if (named.isEmpty()) {
                continue;
            }
            SiteId site = named.get();
            boolean open = !"not-opted-in".equals(region.optInStatus());
            List<String> zones = open
                    ? pages(token -> new Page<>(
                                    ec2(site).describeAvailabilityZones().availabilityZones(), null))
                            .stream()
                            .map(AvailabilityZone::zoneName)
                            .toList()
                    : List.of();
            regions.add(new CloudRegion(site, region.regionName(), open, zones, Optional.empty(), origin));
        }
        return List.copyOf(regions);
    }

    @Override
    public List<CloudVmType> vmTypes(SiteId region) {
        return infos(region, List.of()).stream()
                .flatMap(info -> type(info).stream())
                .sorted(Comparator.comparing(CloudVmType::name))
                .toList();
    }

    private List<InstanceTypeInfo> infos(SiteId region, List<String> names) {
        return pages(token -> {
            var answer = ec2(region).describeInstanceTypes(all -> {
                if (names.isEmpty()) {
                    all.maxResults(PAGE).nextToken(token);
                } else {
                    all.instanceTypesWithStrings(names);
                }
            });
            return new Page<>(answer.instanceTypes(), answer.nextToken());
        });
    }

    private Optional<CloudVmType> type(InstanceTypeInfo info) {
        if (info.instanceTypeAsString() == null
                || info.vCpuInfo() == null
                || info.vCpuInfo().defaultVCpus() == null) {
            return Optional.empty();
        }
        int vcpus = info.vCpuInfo().defaultVCpus();
        List<Card> cards = info.networkInfo() == null
                ? List.of()
                : info.networkInfo().networkCards().stream()
                        .flatMap(card -> card(card).stream())
                        .toList();
        Origin listed = Origin.documented("EC2 DescribeInstanceTypes", today());
        return Optional.of(new CloudVmType(
                "aws",
                info.instanceTypeAsString(),
                vcpus,
                cards,
                listed,
                cards.isEmpty() ? Optional.empty() : Optional.of(caps(vcpus, cards)),
                Origin.derived(listed.source() + "; " + CAPS, today())));
    }

    private static Optional<Card> card(NetworkCardInfo card) {
        Double peak = card.peakBandwidthInGbps();
        Double baseline = card.baselineBandwidthInGbps() == null ? peak : card.baselineBandwidthInGbps();
        if (baseline == null || !(baseline > 0) || baseline > 1e6) {
            return Optional.empty();
        }
        double most = peak == null || !(peak >= baseline) || peak > 1e6 ? baseline : peak;
        return Optional.of(
                new Card(card.networkCardIndex() == null ? 0 : card.networkCardIndex(), rate(baseline), rate(most)));
    }

    private static Bandwidth rate(double gbps) {
        return Bandwidth.ofBitsPerSecond(Math.round(gbps * GBPS));
    }

    /** A VM has one card unless it is told otherwise, so the first counts. */
    private static VmCaps caps(int vcpus, List<Card> cards) {
        Card first = cards.get(0);
        Bandwidth half = Bandwidth.ofBitsPerSecond(first.baseline().bitsPerSecond() / 2);
        Bandwidth out = vcpus < LARGE_VCPUS || half.compareTo(FIVE) < 0 ? FIVE : half;
        return new VmCaps(
                least(out, first.baseline()),
                first.baseline(),
                Optional.of(least(FIVE, first.peak())),
                Optional.empty());
    }

    private static Bandwidth least(Bandwidth one, Bandwidth other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private List<JsonNode> products(String service, Map<String, String> filters) {
        try (PricingClient pricing = clients.build(PricingClient.builder(), USUAL.name())) {
            var terms = filters.entrySet().stream()
                    .map(term -> software.amazon.awssdk.services.pricing.model.Filter.builder()
                            .type(FilterType.TERM_MATCH)
                            .field(term.getKey())
                            .value(term.getValue())
                            .build())
                    .toList();
            return pages(token -> {
                var answer = pricing.getProducts(all ->
                        all.serviceCode(service).filters(terms).maxResults(PAGE).nextToken(token));
                return new Page<>(
                        answer.priceList().stream().map(AwsCatalog::product).toList(), answer.nextToken());
            });
        }
    }

    private static JsonNode product(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw new CloudException(Reason.REFUSED, "AWS: a line of the price list is no JSON.", "", e);
        }
    }

    /** The steps of a product's on-demand price; empty when there is none in dollars. */
    private static Tiers steps(JsonNode product) {
        var steps = new Tiers();
        product.path("terms")
                .path("OnDemand")
                .forEach(term -> term.path("priceDimensions")
                        .forEach(step -> Tiers.number(step.path("beginRange"))
                                .ifPresent(from -> Tiers.number(
                                                step.path("pricePerUnit").path("USD"))
                                        .ifPresent(usd -> steps.add(from, usd)))));
        return steps;
    }

    private Origin listed(JsonNode product) {
        return Origin.documented(
                "AWS Price List GetProducts",
                Origin.day(product.path("publicationDate").asString(""), today()));
    }

    @Override
    public List<CloudVmPrice> vmPrices(SiteId region, Set<String> vmTypes) {
        List<CloudVmPrice> prices = new ArrayList<>();
        for (JsonNode product : products(
                "AmazonEC2",
                Map.of(
                        "regionCode", region.name(),
                        "operatingSystem", "Linux",
                        "tenancy", "Shared",
                        "preInstalledSw", "NA",
                        "capacitystatus", "Used"))) {
            String type = product.path("product")
                    .path("attributes")
                    .path("instanceType")
                    .asString("");
            if (vmTypes.contains(type)) {
                steps(product)
                        .first()
                        .map(usd -> hour(usd))
                        .ifPresent(hour -> prices.add(new CloudVmPrice(region, type, false, hour, listed(product))));
            }
        }
        // EC2 refuses a question about a type that it does not know
        prices.addAll(spot(region, prices.stream().map(CloudVmPrice::vmType).collect(Collectors.toSet())));
        return List.copyOf(prices);
    }

    private static PricePerHour hour(BigDecimal usd) {
        return PricePerHour.ofDollars(usd.doubleValue());
    }

    private List<CloudVmPrice> spot(SiteId region, Set<String> vmTypes) {
        if (vmTypes.isEmpty()) {
            return List.of();
        }
        Instant now = patience.clock().instant();
        Map<String, BigDecimal> cheapest = new TreeMap<>();
        pages(token -> {
                    var answer = ec2(region)
                            .describeSpotPriceHistory(all -> all.instanceTypesWithStrings(vmTypes)
                                    .productDescriptions("Linux/UNIX")
                                    .startTime(now)
                                    .maxResults(SPOT_PAGE)
                                    .nextToken(token));
                    return new Page<>(answer.spotPriceHistory(), answer.nextToken());
                })
                .forEach(price -> Tiers.number(price.spotPrice())
                        .filter(usd -> usd.signum() > 0)
                        .ifPresent(usd ->
                                cheapest.merge(price.instanceTypeAsString(), usd, (one, other) -> one.min(other))));
        return cheapest.entrySet().stream()
                .map(price -> new CloudVmPrice(
                        region,
                        price.getKey(),
                        true,
                        hour(price.getValue()),
                        Origin.documented("EC2 DescribeSpotPriceHistory, the cheapest zone", today())))
                .toList();
    }

    @Override
    public List<CloudEgress> egress(SiteId region) {
        List<CloudEgress> lines = new ArrayList<>();
        for (JsonNode product : products("AWSDataTransfer", Map.of("fromRegionCode", region.name()))) {
            JsonNode facts = product.path("product").path("attributes");
            String kind = facts.path("transferType").asString("");
            String to = facts.path("toRegionCode").asString("");
            boolean outside = kind.equals("AWS Outbound")
                    && facts.path("toLocation").asString("").equals("External");
            boolean inside = kind.equals("InterRegion Outbound")
                    && CloudRegion.place("aws", to).isPresent()
                    && !to.equals(region.name());
            if (outside || inside) {
                steps(product)
                        .decimal()
                        .ifPresent(tiers -> lines.add(new CloudEgress(
                                "aws", region.name(), outside ? "internet" : "aws:" + to, tiers, listed(product))));
            }
        }
        return List.copyOf(lines);
    }

    @Override
    public List<Quota> quotas(SiteId site) {
        SiteId region = AwsVms.region(site);
        Map<String, ServiceQuota> limits = new TreeMap<>();
        try (ServiceQuotasClient quotas = clients.build(ServiceQuotasClient.builder(), region.name())) {
            // what was never changed is in the first list only
            pages(token -> {
                        var answer = quotas.listAWSDefaultServiceQuotas(
                                all -> all.serviceCode("ec2").maxResults(PAGE).nextToken(token));
                        return new Page<>(answer.quotas(), answer.nextToken());
                    })
                    .forEach(quota -> limits.put(quota.quotaCode(), quota));
            pages(token -> {
                        var answer = quotas.listServiceQuotas(
                                all -> all.serviceCode("ec2").maxResults(PAGE).nextToken(token));
                        return new Page<>(answer.quotas(), answer.nextToken());
                    })
                    .forEach(quota -> limits.put(quota.quotaCode(), quota));
        }
        Map<String, Double> used = used(region);
        return limits.values().stream()
                .filter(quota -> quota.value() != null && quota.quotaCode() != null)
                .map(quota -> {
                    boolean counted = QUOTAS.values().stream().anyMatch(codes -> codes.contains(quota.quotaCode()));
                    String source = "Service Quotas ListServiceQuotas";
                    return new Quota(
                            region,
                            quota.quotaCode(),
                            Optional.ofNullable(quota.quotaName()).orElse(quota.quotaCode()),
                            quota.value(),
                            counted
                                    ? OptionalDouble.of(used.getOrDefault(quota.quotaCode(), 0.0))
                                    : OptionalDouble.empty(),
                            counted
                                    ? Origin.derived(source + "; used: the processors of DescribeInstances", today())
                                    : Origin.documented(source, today()));
                })
                .toList();
    }

    /** Virtual processors of what runs, by quota. */
    private Map<String, Double> used(SiteId region) {
        Map<String, Double> used = new HashMap<>();
        pages(token -> {
                    var answer = ec2(region)
                            .describeInstances(all -> all.maxResults(SPOT_PAGE)
                                    .nextToken(token)
                                    .filters(Filter.builder()
                                            .name("instance-state-name")
                                            .values("pending", "running")
                                            .build()));
                    return new Page<>(
                            answer.reservations().stream()
                                    .flatMap(reservation -> reservation.instances().stream())
                                    .toList(),
                            answer.nextToken());
                })
                .forEach(vm -> quota(vm.instanceTypeAsString(), vm.instanceLifecycle() == InstanceLifecycleType.SPOT)
                        .ifPresent(code -> used.merge(code, processors(vm), Double::sum)));
        return used;
    }

    private static double processors(Instance vm) {
        var options = vm.cpuOptions();
        return options == null || options.coreCount() == null
                ? 0
                : options.coreCount()
                        * (double) Optional.ofNullable(options.threadsPerCore()).orElse(1);
    }

    private static Optional<String> quota(@Nullable String type, boolean spot) {
        var found = FAMILY.matcher(type == null ? "" : type);
        if (!found.matches()) {
            return Optional.empty();
        }
        String family = found.group(1).equals("vt") ? "g" : found.group(1);
        boolean standard = family.length() == 1 && "acdhimrtz".contains(family);
        List<String> codes = QUOTAS.getOrDefault(standard ? "standard" : family, List.of());
        int place = spot ? 1 : 0;
        return place < codes.size() ? Optional.of(codes.get(place)) : Optional.empty();
    }

    @Override
    public Map<String, Double> takes(SiteId site, String vmType, boolean spot) {
        Optional<String> code = quota(vmType, spot);
        if (code.isEmpty()) {
            return Map.of();
        }
        return named(AwsVms.region(site), vmType)
                .map(type -> Map.of(code.get(), (double) type.vcpus()))
                .orElseThrow(() -> new CloudException(
                        Reason.NOT_FOUND, "AWS knows no VM type " + vmType + " in " + site + ".", "Check its name."));
    }

    private Optional<CloudVmType> named(SiteId region, String vmType) {
        try {
            return infos(region, List.of(vmType)).stream()
                    .flatMap(info -> type(info).stream())
                    .filter(type -> type.name().equals(vmType))
                    .findFirst();
        } catch (CloudException e) {
            if (e.message().contains("InvalidInstanceType")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        ec2.values().forEach(Ec2Client::close);
        clients.close();
    }
}
