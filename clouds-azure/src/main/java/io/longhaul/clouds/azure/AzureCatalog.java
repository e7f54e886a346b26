package io.longhaul.clouds.azure;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.FluxUtil;
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
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.catalogue.Region;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What Azure says of itself: the Resource Manager's locations, SKUs and usages, and the Retail Prices, for which no account is needed. All
 * through the SDK's pipeline. Safe for any thread.
 */
final class AzureCatalog implements CloudCatalog {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PRICES = "https://prices.azure.com";
    private static final String LOCATIONS = "2022-12-01";
    private static final String SKUS = "2021-07-01";
    private static final String COMPUTE = "2024-03-01";
    private static final String NETWORK = "2023-09-01";
    private static final String RETAIL = "2023-01-01-preview";
    private static final Pattern SERVER = Pattern.compile("(https?)://([^/:@?#]+)(?::(\\d+))?(?=[/?])");
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int ERROR = 400;
    private static final int TYPES_A_QUESTION = 10;
    private static final long MOST_MBPS = 10_000_000;
    private static final String CAPS =
            "Azure Resource SKUs, MaxNetworkBandwidthMbps; Microsoft Learn, \"Virtual machine"
                    + " network bandwidth\": egress metered for all destinations together, ingress not metered and taken as the"
                    + " egress figure";

    private final CloudAccess access;
    private final Patience patience;
    private final HttpPipeline open =
            new HttpPipelineBuilder().httpClient(HttpClient.createDefault()).build();
    private @Nullable HttpPipeline signed;

    AzureCatalog(CloudAccess access, Patience patience) {
        this.access = access;
        this.patience = patience;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(patience.clock().instant(), ZoneOffset.UTC);
    }

    private synchronized HttpPipeline signed() {
        if (signed == null) {
            signed = AzureVms.pipeline(access);
        }
        return signed;
    }

    private static JsonNode get(HttpPipeline pipeline, String url) {
        try (HttpResponse response =
                pipeline.send(new HttpRequest(HttpMethod.GET, url)).block(ANSWER)) {
            if (response == null) {
                throw new CloudException(Reason.UNANSWERED, "Azure: no answer.", "Ask again.");
            }
            var octets = new AtomicLong();
            byte[] body = FluxUtil.collectBytesInByteBufferStream(response.getBody()
                            .handle((part, sink) -> {
                                if (octets.addAndGet(part.remaining()) > Patience.MOST_OCTETS) {
                                    sink.error(new IOException(
                                            "the answer has more than " + Patience.MOST_OCTETS + " octets"));
                                } else {
                                    sink.next(part);
                                }
                            }))
                    .block(ANSWER);
            String text = body == null ? "" : new String(body, StandardCharsets.UTF_8);
            if (response.getStatusCode() >= ERROR) {
                throw AzureVms.refused(response.getStatusCode(), failure(text));
            }
            return JSON.readTree(text);
        } catch (ClientAuthenticationException e) {
            throw new CloudException(
                    Reason.CREDENTIALS,
                    "Azure: no credentials: " + e.getMessage(),
                    AzureVms.advice(Reason.CREDENTIALS),
                    e);
        } catch (JacksonException e) {
            throw new CloudException(Reason.UNANSWERED, "Azure: an answer that is no JSON.", "Ask again.", e);
        } catch (CloudException e) {
            throw e;
        } catch (RuntimeException e) {
            // the pipeline hands on what broke the connection, or that time was over
            throw new CloudException(Reason.UNANSWERED, "Azure: no answer: " + e.getMessage() + ".", "Ask again.", e);
        }
    }

    /** What a refusal says; front ends refuse with pages of their own. */
    private static JsonNode failure(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException page) {
            return JSON.createObjectNode();
        }
    }

    private List<JsonNode> pages(HttpPipeline pipeline, String first, String field, String next) {
        Patience.Asking asking = patience.begin();
        List<JsonNode> all = new ArrayList<>();
        String url = first;
        while (!url.isEmpty()) {
            String one = url;
            JsonNode page = asking.call(() -> get(pipeline, one));
            JsonNode rows = page.path(field);
            rows.forEach(all::add);
            asking.page(rows.size());
            url = page.path(next).asString("");
            if (!url.isEmpty() && !server(url).equals(server(first))) {
                // credentials go with every page, so every page must be the same server's
                throw new CloudException(Reason.REFUSED, "Azure: the next page is at another server: " + url + ".", "");
            }
        }
        return all;
    }

    /** Scheme, host and port; the price list writes its port out. */
    private static String server(String url) {
        Matcher server = SERVER.matcher(url);
        if (!server.lookingAt()) {
            return url;
        }
        String usual = server.group(1).equals("https") ? "443" : "80";
        return server.group(1) + " " + server.group(2) + " "
                + Optional.ofNullable(server.group(3)).orElse(usual);
    }

    /** Pages of the Resource Manager. */
    private List<JsonNode> managed(String path, String version) {
        String subscription = AzureVms.subscription(access);
        return pages(
                signed(),
                AzureVms.base(access) + "/subscriptions/" + subscription + path + (path.contains("?") ? "&" : "?")
                        + "api-version=" + version,
                "value",
                "nextLink");
    }

    /** Pages of the Retail Prices. */
    private List<JsonNode> retail(String filter) {
        return pages(
                open,
                access.endpoint().map(Object::toString).orElse(PRICES) + "/api/retail/prices?api-version=" + RETAIL
                        + "&currencyCode='USD'&$filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8),
                "Items",
                "NextPageLink");
    }

    @Override
    public List<CloudRegion> regions() {
        Origin origin = Origin.documented("Azure Resource Manager, locations", today());
        List<CloudRegion> regions = new ArrayList<>();
        for (JsonNode each : managed("/locations", LOCATIONS)) {
            Optional<SiteId> site = CloudRegion.place("azure", each.path("name").asString(""));
            JsonNode facts = each.path("metadata");
            // the others are names for several regions together
            if (site.isPresent()
                    && facts.path("regionType").asString("Physical").equals("Physical")) {
                List<String> zones = each.path("availabilityZoneMappings")
                        .valueStream()
                        .map(zone -> zone.path("logicalZone").asString(""))
                        .filter(zone -> !zone.isEmpty())
                        .toList();
                regions.add(new CloudRegion(
                        site.get(),
                        each.path("displayName").asString(site.get().name()),
                        true,
                        zones,
                        point(facts),
                        origin));
            }
        }
        return List.copyOf(regions);
    }

    private static Optional<CloudRegion.Point> point(JsonNode facts) {
        try {
            double latitude = Double.parseDouble(facts.path("latitude").asString(""));
            double longitude = Double.parseDouble(facts.path("longitude").asString(""));
            boolean onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
            return onEarth ? Optional.of(new CloudRegion.Point(latitude, longitude)) : Optional.empty();
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    /** VM sizes of a region, by name. */
    private Map<String, JsonNode> sizes(SiteId region) {
        Map<String, JsonNode> sizes = new TreeMap<>();
        String filter = URLEncoder.encode("location eq '" + region.name() + "'", StandardCharsets.UTF_8);
        managed("/providers/Microsoft.Compute/skus?$filter=" + filter, SKUS).stream()
                .filter(sku -> sku.path("resourceType").asString("").equals("virtualMachines"))
                .forEach(sku -> sizes.put(sku.path("name").asString(""), sku));
        return sizes;
    }

    private static Optional<Long> capability(JsonNode sku, String name) {
        return sku.path("capabilities")
                .valueStream()
                .filter(each -> each.path("name").asString("").equals(name))
                .map(each -> each.path("value").asString(""))
                .filter(value -> value.matches("\\d{1,9}"))
                .map(Long::valueOf)
                .findFirst();
    }

    private static int processors(JsonNode sku) {
        return capability(sku, "vCPUsAvailable")
                .or(() -> capability(sku, "vCPUs"))
                .filter(count -> count <= 1_000_000)
                .map(Long::intValue)
                .orElse(0);
    }

    @Override
    public List<CloudVmType> vmTypes(SiteId region) {
        Origin listed = Origin.documented("Azure Resource SKUs", today());
        return sizes(region).entrySet().stream()
                .filter(size -> processors(size.getValue()) > 0)
                .map(size -> {
                    Optional<Bandwidth> most = capability(size.getValue(), "MaxNetworkBandwidthMbps")
                            .filter(mbps -> mbps > 0 && mbps <= MOST_MBPS)
                            .map(Bandwidth::ofMegabitsPerSecond);
                    return new CloudVmType(
                            "azure",
                            size.getKey(),
                            processors(size.getValue()),
                            most.map(rate -> List.of(new Card(0, rate, rate))).orElse(List.of()),
                            listed,
                            most.map(rate -> VmCaps.of(rate, rate)),
                            Origin.derived(CAPS, today()));
                })
                .toList();
    }

    @Override
    public List<CloudVmPrice> vmPrices(SiteId region, Set<String> vmTypes) {
        List<String> names = vmTypes.stream().sorted().toList();
        List<CloudVmPrice> prices = new ArrayList<>();
        for (int from = 0; from < names.size(); from += TYPES_A_QUESTION) {
            List<String> some = names.subList(from, Math.min(names.size(), from + TYPES_A_QUESTION));
            String filter = "serviceName eq 'Virtual Machines' and armRegionName eq '" + region.name()
                    + "' and priceType eq 'Consumption' and ("
                    + String.join(
                            " or ",
                            some.stream()
                                    .map(name -> "armSkuName eq '" + name.replace("'", "''") + "'")
                                    .toList())
                    + ")";
            for (JsonNode line : retail(filter)) {
                price(region, line)
                        .filter(price -> some.contains(price.vmType()))
                        .ifPresent(prices::add);
            }
        }
        return List.copyOf(prices);
    }

    private Optional<CloudVmPrice> price(SiteId region, JsonNode line) {
        String name = line.path("skuName").asString("");
        boolean hourly = line.path("unitOfMeasure").asString("").equals("1 Hour")
                && line.path("currencyCode").asString("").equals("USD")
                && line.path("type").asString("").equals("Consumption");
        String product = line.path("productName").asString("");
        if (!hourly
                || product.endsWith("Windows")
                || product.contains("Cloud Services")
                || name.endsWith("Low Priority")) {
            return Optional.empty();
        }
        return Tiers.number(line.path("retailPrice"))
                .filter(usd -> usd.signum() > 0 && usd.doubleValue() <= 100_000)
                .map(usd -> new CloudVmPrice(
                        region,
                        line.path("armSkuName").asString(""),
                        name.endsWith("Spot"),
                        PricePerHour.ofDollars(usd.doubleValue()),
                        listed(line)));
    }

    private Origin listed(JsonNode line) {
        return Origin.documented(
                "Azure Retail Prices",
                Origin.day(line.path("effectiveStartDate").asString(""), today()));
    }

    /** By meter: the steps of a meter come as lines of their own. */
    @Override
    public List<CloudEgress> egress(SiteId region) {
        Map<String, Tiers> steps = new TreeMap<>();
        LocalDate newest = LocalDate.EPOCH;
        for (JsonNode line : retail("serviceName eq 'Bandwidth' and armRegionName eq '" + region.name()
                + "' and priceType eq 'Consumption'")) {
            Optional<String> to = destination(region, line);
            if (to.isEmpty() || !line.path("currencyCode").asString("").equals("USD")) {
                continue;
            }
            LocalDate since = listed(line).asOf();
            newest = since.isAfter(newest) ? since : newest;
            Tiers.number(line.path("tierMinimumUnits"))
                    .ifPresent(from -> Tiers.number(line.path("retailPrice"))
                            .ifPresent(usd -> steps.computeIfAbsent(to.get(), where -> new Tiers())
                                    .add(from, usd)));
        }
        Origin origin = Origin.derived("Azure Retail Prices, Bandwidth; destinations as its meters name them", newest);
        List<CloudEgress> lines = new ArrayList<>();
        steps.forEach((to, found) -> found.decimal()
                .ifPresent(tiers -> lines.add(new CloudEgress("azure", region.name(), to, tiers, origin))));
        return List.copyOf(lines);
    }

    private static Optional<String> destination(SiteId region, JsonNode line) {
        String meter = line.path("meterName").asString("");
        if (!meter.contains("Data Transfer Out")) {
            return Optional.empty();
        }
        if (meter.startsWith("Inter Continent") || meter.startsWith("Inter-Continent")) {
            return Optional.of("azure");
        }
        if (meter.startsWith("Intra Continent") || meter.startsWith("Intra-Continent")) {
            return Catalogue.shipped().findRegion(region).map(Region::continent).map(continent -> "azure:" + continent);
        }
        // by the provider's own network, which is the one that VMs use unless they are told otherwise
        boolean own = line.path("productName").asString("").contains("MGN");
        return own && meter.equals("Standard Data Transfer Out") ? Optional.of("internet") : Optional.empty();
    }

    @Override
    public List<Quota> quotas(SiteId site) {
        List<Quota> quotas = new ArrayList<>();
        usages(site, "Microsoft.Compute", COMPUTE, quotas);
        usages(site, "Microsoft.Network", NETWORK, quotas);
        return List.copyOf(quotas);
    }

    private void usages(SiteId site, String provider, String version, List<Quota> quotas) {
        Origin origin = Origin.documented("Azure Resource Manager, usages of " + provider, today());
        for (JsonNode each : managed("/providers/" + provider + "/locations/" + site.name() + "/usages", version)) {
            String id = each.path("name").path("value").asString("");
            JsonNode used = each.path("currentValue");
            if (!id.isEmpty() && each.path("limit").isNumber()) {
                quotas.add(new Quota(
                        site,
                        id,
                        each.path("name").path("localizedValue").asString(id),
                        each.path("limit").asDouble(),
                        used.isNumber() ? OptionalDouble.of(used.asDouble()) : OptionalDouble.empty(),
                        origin));
            }
        }
    }

    /** The processors of its family and of the region, a VM, and an address. */
    @Override
    public Map<String, Double> takes(SiteId site, String vmType, boolean spot) {
        JsonNode size = sizes(site).get(vmType);
        if (size == null) {
            throw new CloudException(
                    Reason.NOT_FOUND, "Azure knows no VM type " + vmType + " in " + site + ".", "Check its name.");
        }
        double vcpus = processors(size);
        Map<String, Double> takes = new TreeMap<>();
        if (spot) {
            takes.put("lowPriorityCores", vcpus);
        } else {
            takes.put("cores", vcpus);
            takes.put(size.path("family").asString("cores"), vcpus);
        }
        takes.put("virtualMachines", 1.0);
        takes.put("PublicIPAddresses", 1.0);
        return Map.copyOf(takes);
    }

    @Override
    public void close() {
        // the pipelines' client is shared by all of the SDK, and ends with the process
    }
}
