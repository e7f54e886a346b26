package io.longhaul.clouds.gcp;

import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpRequestInitializer;
import com.google.api.client.http.HttpResponse;
import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.auth.http.HttpCredentialsAdapter;
import com.google.auth.oauth2.GoogleCredentials;
import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.catalog.BoundedStream;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.CloudEgress;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmPrice;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.Origin;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.clouds.catalog.Tiers;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What Google Cloud says of itself: Compute Engine's regions and machine types, and the SKUs of the Cloud Billing catalogue. Asked over the
 * HTTP client and with the credentials of the SDK, since the SDK's own clients read answers of any size. Safe for any thread.
 */
final class GcpCatalog implements CloudCatalog {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String COMPUTE = "https://compute.googleapis.com";
    private static final String BILLING = "https://cloudbilling.googleapis.com";
    /** Compute Engine's name among the services that are billed. */
    private static final String ENGINE = "6F81-5844-456A";

    private static final int PAGE = 500;
    private static final int SKUS_A_PAGE = 5000;
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 60_000;
    private static final int ERROR = 400;
    private static final double MEBIBYTES = 1024;
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private static final Pattern MACHINE = Pattern.compile(
            "(?:Spot Preemptible )?(?:(Compute optimized)|([A-Z]\\d[A-Z]?)(?: Predefined)?(?: AMD| Arm)?(?: Instance))"
                    + " (Core|Ram) running in .*");
    /** Machines that are processors and memory alone: others share a processor, or have disks or accelerators that cost, too. */
    private static final Pattern PLAIN = Pattern.compile("[a-z]\\d[a-z]?-(standard|highcpu|highmem)-\\d+");

    private static final Pattern INTERNET =
            Pattern.compile("Network Internet (?:Data Transfer Out|Egress) from .+ to (.+)");
    private static final Pattern BETWEEN =
            Pattern.compile("Network Inter[ -]?Region (?:Data Transfer Out|Egress) from .+ to (.+)");

    /** What Google's price list calls parts of the world, as the catalogue calls them. */
    private static final Map<String, String> PARTS = Map.of(
            "Americas", "North America",
            "North America", "North America",
            "EMEA", "Europe",
            "Europe", "Europe",
            "APAC", "Asia",
            "Asia", "Asia",
            "Oceania", "Oceania",
            "Latin America", "South America",
            "South America", "South America");

    private final CloudAccess access;
    private final Patience patience;
    private final HttpTransport transport = new NetHttpTransport();
    private @Nullable HttpRequestInitializer signer;
    private @Nullable List<JsonNode> skus;

    GcpCatalog(CloudAccess access, Patience patience) {
        this.access = access;
        this.patience = patience;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(patience.clock().instant(), ZoneOffset.UTC);
    }

    private synchronized HttpRequestInitializer signer() {
        if (signer == null) {
            signer = access.endpoint().isPresent() ? request -> {} : credentials();
        }
        return signer;
    }

    private static HttpRequestInitializer credentials() {
        try {
            return new HttpCredentialsAdapter(GoogleCredentials.getApplicationDefault()
                    .createScoped("https://www.googleapis.com/auth/cloud-platform"));
        } catch (IOException e) {
            throw GcpVms.withoutCredentials(e);
        }
    }

    private JsonNode get(String service, String path) {
        String base = access.endpoint().map(Object::toString).orElse(service);
        try {
            HttpRequest request = transport.createRequestFactory(signer()).buildGetRequest(new GenericUrl(base + path));
            request.setThrowExceptionOnExecuteError(false);
            request.setNumberOfRetries(0);
            request.setConnectTimeout(CONNECT_MILLIS);
            request.setReadTimeout(ANSWER_MILLIS);
            HttpResponse response = request.execute();
            try (InputStream body = new BoundedStream(response.getContent(), Patience.MOST_OCTETS)) {
                JsonNode said = response.getStatusCode() < ERROR ? JSON.readTree(body) : failure(body);
                if (response.getStatusCode() >= ERROR) {
                    throw refused(response.getStatusCode(), said.path("error"));
                }
                return said;
            } finally {
                response.disconnect();
            }
        } catch (JacksonException e) {
            throw new CloudException(
                    Reason.UNANSWERED, "Google Cloud: an answer that is no JSON: " + path + ".", "Ask again.", e);
        } catch (IOException e) {
            throw new CloudException(
                    Reason.UNANSWERED, "Google Cloud: no answer: " + e.getMessage() + ".", "Ask again.", e);
        }
    }

    /** What a refusal says; front ends refuse with pages of their own. */
    private static JsonNode failure(InputStream body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException page) {
            return JSON.createObjectNode();
        }
    }

    private static CloudException refused(int status, JsonNode error) {
        String message = error.path("message").asString("HTTP " + status);
        String said =
                (message + " " + error.path("errors").path(0).path("reason").asString("")).toLowerCase(Locale.ROOT);
        Reason reason = switch (status) {
            case 401 -> Reason.CREDENTIALS;
            case 403 -> said.contains("ratelimit") || said.contains("rate limit") ? Reason.THROTTLED : Reason.REFUSED;
            case 404 -> Reason.NOT_FOUND;
            case 408 -> Reason.UNANSWERED;
            case 429 -> Reason.THROTTLED;
            default -> status >= 500 ? Reason.UNAVAILABLE : Reason.REFUSED;
        };
        return new CloudException(
                reason,
                "Google Cloud: " + status + " " + message + ".",
                reason == Reason.REFUSED
                        ? "Its account needs compute.viewer; the Cloud Billing API must be open in the project."
                        : GcpVms.advice(reason));
    }

    private List<JsonNode> pages(String service, String path, String field) {
        Patience.Asking asking = patience.begin();
        List<JsonNode> all = new ArrayList<>();
        String token = "";
        do {
            String next = token.isEmpty() ? "" : "&pageToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
            JsonNode page = asking.call(() -> get(service, path + next));
            JsonNode rows = page.path(field);
            rows.forEach(all::add);
            asking.page(rows.size());
            token = page.path("nextPageToken").asString("");
        } while (!token.isEmpty());
        return all;
    }

    private String project() {
        return "/compute/v1/projects/" + GcpVms.project(access);
    }

    private static String last(JsonNode address) {
        return address.asString("").replaceFirst(".*/", "");
    }

    @Override
    public List<CloudRegion> regions() {
        Origin origin = Origin.documented("Compute Engine regions.list", today());
        return pages(COMPUTE, project() + "/regions?maxResults=" + PAGE, "items").stream()
                .flatMap(region -> CloudRegion.place("gcp", region.path("name").asString("")).stream()
                        .map(site -> new CloudRegion(
                                site,
                                site.name(),
                                region.path("status").asString("UP").equals("UP"),
                                zones(region),
                                Optional.empty(),
                                origin)))
                .toList();
    }

    private static List<String> zones(JsonNode region) {
        return region.path("zones").valueStream().map(GcpCatalog::last).toList();
    }

    /** Machine types of a region by name: no zone of it has all. */
    private Map<String, JsonNode> machines(SiteId region) {
        JsonNode listed = patience.begin()
                .call(() -> get(
                        COMPUTE, project() + "/regions/" + region.withoutZone().name()));
        Map<String, JsonNode> machines = new TreeMap<>();
        for (String zone : zones(listed)) {
            if (CloudRegion.place("gcp", zone).isPresent()) {
                pages(COMPUTE, project() + "/zones/" + zone + "/machineTypes?maxResults=" + PAGE, "items")
                        .forEach(machine ->
                                machines.putIfAbsent(machine.path("name").asString(""), machine));
            }
        }
        return machines;
    }

    /** A machine type in a zone, or in the first zone of a region that has it. */
    private JsonNode machine(SiteId site, String name) {
        Patience.Asking asking = patience.begin();
        List<String> zones = site.withoutZone().equals(site)
                ? zones(asking.call(() -> get(COMPUTE, project() + "/regions/" + site.name())))
                : List.of(site.name());
        for (String zone : zones) {
            try {
                return asking.call(() -> get(
                        COMPUTE,
                        project() + "/zones/" + zone + "/machineTypes/"
                                + URLEncoder.encode(name, StandardCharsets.UTF_8)));
            } catch (CloudException e) {
                if (e.reason() != Reason.NOT_FOUND) {
                    throw e;
                }
            }
        }
        throw new CloudException(
                Reason.NOT_FOUND, "Google Cloud knows no VM type " + name + " in " + site + ".", "Check its name.");
    }

    @Override
    public List<CloudVmType> vmTypes(SiteId region) {
        Origin listed = Origin.documented("Compute Engine machineTypes.list", today());
        return machines(region).entrySet().stream()
                .filter(machine -> processors(machine.getValue()) > 0)
                .flatMap(machine -> Stream.of(false, true)
                        .map(tier1 -> type(machine.getKey(), processors(machine.getValue()), tier1, listed))
                        // Tier_1 is for large machines only
                        .filter(type ->
                                type.wideArea().isPresent() || !type.name().endsWith(MachineEgress.TIER_1)))
                .toList();
    }

    private CloudVmType type(String name, int vcpus, boolean tier1, Origin listed) {
        return new CloudVmType(
                "gcp",
                name + (tier1 ? MachineEgress.TIER_1 : ""),
                vcpus,
                List.of(),
                listed,
                MachineEgress.find(name, vcpus, tier1),
                Origin.derived(MachineEgress.SOURCE, today()));
    }

    private static int processors(JsonNode machine) {
        return machine.path("guestCpus").asInt(0);
    }

    private synchronized List<JsonNode> skus() {
        if (skus == null) {
            skus = pages(BILLING, "/v1/services/" + ENGINE + "/skus?currencyCode=USD&pageSize=" + SKUS_A_PAGE, "skus");
        }
        return skus;
    }

    private Stream<JsonNode> skus(SiteId region) {
        return skus().stream()
                .filter(sku -> sku.path("serviceRegions")
                        .valueStream()
                        .anyMatch(place -> place.asString("").equals(region.name())));
    }

    /** The steps of a SKU, in dollars for its unit; empty when it is not in dollars. */
    private static Tiers steps(JsonNode sku) {
        var steps = new Tiers();
        JsonNode expression = sku.path("pricingInfo").path(0).path("pricingExpression");
        expression.path("tieredRates").forEach(step -> {
            JsonNode price = step.path("unitPrice");
            if (price.path("currencyCode").asString("USD").equals("USD")) {
                Tiers.number(step.path("startUsageAmount"))
                        .ifPresent(from -> Tiers.number(price.path("units").asString("0"))
                                .ifPresent(units -> steps.add(
                                        from,
                                        units.add(BigDecimal.valueOf(Math.max(
                                                        0, price.path("nanos").asLong(0)))
                                                .divide(NANOS)))));
            }
        });
        return steps;
    }

    private Origin origin(JsonNode sku, String rule) {
        return Origin.derived(
                "Cloud Billing catalogue, SKUs of Compute Engine; " + rule,
                Origin.day(sku.path("pricingInfo").path(0).path("effectiveTime").asString(""), today()));
    }

    /** What a processor and a GiB of memory cost an hour. */
    private static final class Rates {
        private Optional<BigDecimal> core = Optional.empty();
        private Optional<BigDecimal> memory = Optional.empty();
        private Optional<Origin> origin = Optional.empty();
    }

    private Map<String, Rates> rates(SiteId region) {
        Map<String, Rates> rates = new HashMap<>();
        skus(region).forEach(sku -> {
            String usage = sku.path("category").path("usageType").asString("");
            Matcher machine = MACHINE.matcher(sku.path("description").asString(""));
            boolean spot = usage.equals("Preemptible");
            if (!machine.matches() || !(spot || usage.equals("OnDemand"))) {
                return;
            }
            String family = machine.group(1) != null ? "c2" : machine.group(2).toLowerCase(Locale.ROOT);
            steps(sku).first().ifPresent(usd -> {
                Rates found = rates.computeIfAbsent(family + (spot ? " spot" : ""), key -> new Rates());
                if (machine.group(3).equals("Core")) {
                    found.core = Optional.of(usd);
                } else {
                    found.memory = Optional.of(usd);
                }
                found.origin = Optional.of(origin(sku, "processors and GiB of memory, each at its price"));
            });
        });
        return rates;
    }

    @Override
    public List<CloudVmPrice> vmPrices(SiteId region, Set<String> vmTypes) {
        Set<String> wanted = vmTypes.stream()
                .filter(type -> !type.endsWith(MachineEgress.TIER_1))
                .collect(Collectors.toSet());
        if (wanted.isEmpty()) {
            return List.of();
        }
        Map<String, Rates> rates = rates(region);
        List<CloudVmPrice> prices = new ArrayList<>();
        machines(region).forEach((name, machine) -> {
            if (!wanted.contains(name) || !PLAIN.matcher(name).matches()) {
                return;
            }
            for (boolean spot : new boolean[] {false, true}) {
                Rates found = rates.get(name.replaceFirst("-.*", "") + (spot ? " spot" : ""));
                double gibibytes = machine.path("memoryMb").asDouble(0) / MEBIBYTES;
                if (found != null && found.core.isPresent() && found.memory.isPresent() && gibibytes > 0) {
                    prices.add(new CloudVmPrice(
                            region,
                            name,
                            spot,
                            PricePerHour.ofDollars(found.core.get().doubleValue() * processors(machine)
                                    + found.memory.get().doubleValue() * gibibytes),
                            found.origin.orElseThrow()));
                }
            }
        });
        return List.copyOf(prices);
    }

    @Override
    public List<CloudEgress> egress(SiteId region) {
        Map<String, CloudEgress> lines = new TreeMap<>();
        skus(region).forEach(sku -> {
            String text = sku.path("description").asString("");
            Matcher internet = INTERNET.matcher(text);
            Matcher between = BETWEEN.matcher(text);
            Optional<String> to = internet.matches()
                    ? Optional.of(outside(internet.group(1)))
                    : between.matches()
                            ? Optional.ofNullable(PARTS.get(between.group(1))).map(part -> "gcp:" + part)
                            : Optional.empty();
            to.ifPresent(where -> steps(sku).binary().ifPresent(tiers -> {
                var line = new CloudEgress(
                        "gcp",
                        region.name(),
                        where,
                        tiers,
                        origin(sku, "the part of the world as the SKU names it, the dearest where several do"));
                lines.merge(where, line, GcpCatalog::dearer);
            }));
        });
        return List.copyOf(lines.values());
    }

    private static String outside(String part) {
        return switch (part) {
            case "Australia" -> "internet:AU";
            case "China" -> "internet:CN";
            default -> "internet";
        };
    }

    private static CloudEgress dearer(CloudEgress one, CloudEgress other) {
        Comparator<CloudEgress> byPrice =
                Comparator.comparing(line -> line.tiers().get(0).price());
        return byPrice.compare(one, other) >= 0 ? one : other;
    }

    @Override
    public List<Quota> quotas(SiteId site) {
        SiteId region = site.withoutZone();
        JsonNode listed = patience.begin().call(() -> get(COMPUTE, project() + "/regions/" + region.name()));
        Origin origin = Origin.documented("Compute Engine regions.get", today());
        List<Quota> quotas = new ArrayList<>();
        listed.path("quotas").forEach(quota -> {
            String metric = quota.path("metric").asString("");
            if (!metric.isEmpty() && quota.path("limit").isNumber()) {
                JsonNode used = quota.path("usage");
                quotas.add(new Quota(
                        region,
                        metric,
                        metric.toLowerCase(Locale.ROOT).replace('_', ' '),
                        quota.path("limit").asDouble(),
                        used.isNumber() ? OptionalDouble.of(used.asDouble()) : OptionalDouble.empty(),
                        origin));
            }
        });
        return List.copyOf(quotas);
    }

    /** The processors of its family, an instance, and an address that is in use. */
    @Override
    public Map<String, Double> takes(SiteId site, String vmType, boolean spot) {
        String name = vmType.replace(MachineEgress.TIER_1, "");
        JsonNode machine = machine(site, name);
        String family = name.replaceFirst("-.*", "").toUpperCase(Locale.ROOT);
        // the oldest families share one quota
        String processors = Set.of("N1", "E2", "F1", "G1").contains(family) ? "CPUS" : family + "_CPUS";
        return Map.of(
                spot ? "PREEMPTIBLE_CPUS" : processors,
                (double) processors(machine),
                "INSTANCES",
                1.0,
                "IN_USE_ADDRESSES",
                1.0);
    }

    @Override
    public void close() {
        try {
            transport.shutdown();
        } catch (IOException e) {
            throw new IllegalStateException("the transport holds nothing", e);
        }
    }
}
