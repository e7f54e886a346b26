package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.hostile.HttpFace.Answer;
import io.longhaul.clouds.hostile.HttpFace.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the three clouds say of themselves, in the words of each: VM types, prices, quotas. Some 1,100 types of each are made up, so that every
 * answer has many pages. Thread-safe.
 */
public final class HostileCatalogue {
    /** How an answer is made wrong. */
    public enum Distortion {
        NONE,
        /** A page of a front end, with status 200. */
        GARBAGE,
        /** 65 MiB. */
        OVERSIZED,
        /** Every page names a next one. */
        ENDLESS,
        /** Every value has another type than it should. */
        WRONG_TYPES
    }

    /** A VM type that a cloud offers: processors, GiB, Gbit/s for ever and at most, dollars an hour on demand and spot. */
    public record Offer(String name, int vcpus, double memory, double baseline, double peak, double usd, double spot) {}

    /** Made up, beside those that are real. */
    public static final int MADE_UP = 1_100;

    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGE = 400;
    private static final int OVERSIZED = 65 << 20;
    private static final Pattern SCOPE = Pattern.compile("Credential=[^/]+/\\d+/([^/]+)/([^/]+)/");
    private static final Pattern GOOGLE = Pattern.compile(
            "/compute/v1/projects/[^/]+/(?:regions(?:/([^/]+))?|zones/([^/]+)/machineTypes(?:/([^/]+))?)");
    private static final Pattern AZURE = Pattern.compile(
            "/subscriptions/[^/]+/(?:locations|providers/Microsoft\\.(Compute|Network)/(?:skus|locations/([^/]+)/usages))");

    private final HostileCloud cloud;
    private final String provider;
    private volatile Distortion distortion = Distortion.NONE;
    private volatile double factor = 1;

    HostileCatalogue(HostileCloud cloud, String provider) {
        this.cloud = cloud;
        this.provider = provider;
    }

    /** Makes every later answer wrong. */
    public void distort(Distortion how) {
        distortion = how;
    }

    /** Makes VMs dearer and their networks slower by a factor, from now on. */
    public void change(double by) {
        factor = by;
    }

    /** What is offered. */
    public List<Offer> offers() {
        List<Offer> offers = new ArrayList<>(
                switch (provider) {
                    case "aws" ->
                        List.of(
                                new Offer("m5.8xlarge", 32, 128, 10, 10, 1.536, 0.61),
                                new Offer("m5.large", 2, 8, 0.75, 10, 0.096, 0.04),
                                new Offer("c5n.18xlarge", 72, 192, 100, 100, 3.888, 1.4));
                    case "gcp" ->
                        List.of(
                                new Offer("n2-standard-32", 32, 128, 32, 32, 1.5539, 0.37664),
                                new Offer("e2-micro", 2, 1, 1, 1, 0.0084, 0.002));
                    default ->
                        List.of(
                                new Offer("Standard_D32_v5", 32, 128, 16, 16, 1.536, 0.3),
                                new Offer("Standard_D2_v5", 2, 8, 12.5, 12.5, 0.096, 0.02));
                });
        String made = switch (provider) {
            case "aws" -> "y9.size%d";
            case "gcp" -> "y9-made-%d";
            default -> "Standard_Y%d_v9";
        };
        IntStream.range(0, MADE_UP)
                .forEach(i -> offers.add(new Offer(String.format(made, i), 4, 16, 5, 10, 0.2 + i * 1e-4, 0.05)));
        return offers.stream()
                .map(offer -> new Offer(
                        offer.name,
                        offer.vcpus,
                        offer.memory,
                        offer.baseline / factor,
                        offer.peak / factor,
                        offer.usd * factor,
                        offer.spot * factor))
                .toList();
    }

    /** The answer to a question about what is offered; empty for every other request. */
    Optional<Answer> answer(Request request) {
        Optional<Answer> found = switch (provider) {
            case "aws" -> aws(request);
            case "gcp" -> gcp(request);
            default -> azure(request);
        };
        return found.map(this::distorted);
    }

    private Answer distorted(Answer answer) {
        return switch (distortion) {
            case GARBAGE -> new Answer(200, "text/html", "<html><body>Sign in to this hotel's network", Map.of());
            case OVERSIZED -> new Answer(answer.status(), answer.type(), padded(answer.body()), Map.of());
            case WRONG_TYPES ->
                new Answer(
                        answer.status(),
                        answer.type(),
                        answer.body()
                                .replaceAll("\":\"[^\"]*\"", "\":[7]")
                                .replaceAll("\":[0-9.]+", "\":{\"a\":\"b\"}")
                                .replaceAll(">[^<>]+<", ">&#x1F4A9;<"),
                        answer.headers());
            default -> answer;
        };
    }

    /** Larger than any answer, and still well-formed as far as it is read. */
    private static String padded(String body) {
        return (body.startsWith("<") ? "<padding>" : "{\"padding\":\"") + "x".repeat(OVERSIZED);
    }

    private void enter(String call) {
        Fault fault = cloud.enter(provider, call);
        HostileCloud.leave(fault);
    }

    private record Part<T>(List<T> rows, Optional<String> next) {}

    private <T> Part<T> part(List<T> all, String token, int most) {
        int from = token.isEmpty() ? 0 : Integer.parseInt(token);
        int to = Math.min(all.size(), from + Math.min(PAGE, most));
        if (distortion == Distortion.ENDLESS) {
            return new Part<>(all.subList(0, Math.min(all.size(), 1)), Optional.of("1"));
        }
        return new Part<>(
                all.subList(from, to), to < all.size() ? Optional.of(Integer.toString(to)) : Optional.empty());
    }

    private Optional<Answer> aws(Request request) {
        Matcher scope = SCOPE.matcher(request.authorization());
        if (!scope.find()) {
            return Optional.empty();
        }
        String region = scope.group(1);
        String service = scope.group(2);
        if (service.equals("pricing") || service.equals("servicequotas")) {
            String call = request.target().replaceFirst(".*\\.", "");
            try {
                enter(call);
                return Optional.of(
                        new Answer(200, "application/x-amz-json-1.1", amazonJson(call, request.body()), Map.of()));
            } catch (CloudException failure) {
                if (failure.reason() == Reason.UNANSWERED) {
                    throw failure;
                }
                String type = switch (failure.reason()) {
                    case THROTTLED -> "ThrottlingException";
                    case CREDENTIALS -> "ExpiredTokenException";
                    case UNAVAILABLE -> "InternalErrorException";
                    default -> "InvalidParameterException";
                };
                return Optional.of(new Answer(
                        failure.reason() == Reason.UNAVAILABLE ? 500 : 400,
                        "application/x-amz-json-1.1",
                        "{\"__type\":\"" + type + "\",\"message\":\"" + failure.message() + "\"}",
                        Map.of()));
            }
        }
        Map<String, String> in = HttpFace.form(request.body());
        String call = in.getOrDefault("Action", "");
        Optional<String> said = switch (call) {
            case "DescribeRegions" -> {
                if (!in.containsKey("AllRegions") || in.get("AllRegions").equals("false")) {
                    yield Optional.empty();
                }
                enter(call);
                yield Optional.of("<regionInfo><item><regionName>us-east-1</regionName><optInStatus>"
                        + "opt-in-not-required</optInStatus></item><item><regionName>eu-west-1</regionName>"
                        + "<optInStatus>opted-in</optInStatus></item><item><regionName>af-south-1</regionName>"
                        + "<optInStatus>not-opted-in</optInStatus></item></regionInfo>");
            }
            case "DescribeAvailabilityZones" -> {
                enter(call);
                yield Optional.of("<availabilityZoneInfo><item><zoneName>" + region
                        + "b</zoneName></item><item><zoneName>" + region
                        + "a</zoneName></item></availabilityZoneInfo>");
            }
            case "DescribeInstanceTypes" -> {
                enter(call);
                yield Optional.of(amazonTypes(in));
            }
            case "DescribeSpotPriceHistory" -> {
                enter(call);
                yield Optional.of(amazonSpot(in, region));
            }
            default -> Optional.empty();
        };
        return said.map(body -> new Answer(
                200,
                "text/xml",
                "<" + call + "Response><requestId>r</requestId>" + body + "</" + call + "Response>",
                Map.of()));
    }

    private static List<String> numbered(Map<String, String> in, String name) {
        List<String> values = new ArrayList<>();
        for (int i = 1; in.containsKey(name + "." + i); i++) {
            values.add(in.get(name + "." + i));
        }
        return values;
    }

    private String amazonTypes(Map<String, String> in) {
        List<String> named = numbered(in, "InstanceType");
        List<Offer> found = offers().stream()
                .filter(offer -> named.isEmpty() || named.contains(offer.name))
                .toList();
        if (!named.isEmpty() && found.isEmpty()) {
            throw HostileCloud.failure(Reason.REFUSED, "InvalidInstanceType " + named);
        }
        Part<Offer> part =
                part(found, in.getOrDefault("NextToken", ""), Integer.parseInt(in.getOrDefault("MaxResults", "100")));
        return "<instanceTypeSet>"
                + part.rows.stream()
                        .map(offer -> "<item><instanceType>" + offer.name + "</instanceType><vCpuInfo><defaultVCpus>"
                                + offer.vcpus + "</defaultVCpus></vCpuInfo><networkInfo><networkCards><item>"
                                + "<networkCardIndex>0</networkCardIndex><baselineBandwidthInGbps>" + offer.baseline
                                + "</baselineBandwidthInGbps><peakBandwidthInGbps>" + offer.peak
                                + "</peakBandwidthInGbps></item></networkCards></networkInfo></item>")
                        .collect(Collectors.joining())
                + "</instanceTypeSet>"
                + part.next.map(token -> "<nextToken>" + token + "</nextToken>").orElse("");
    }

    private String amazonSpot(Map<String, String> in, String region) {
        List<String> named = numbered(in, "InstanceType");
        List<String> items = new ArrayList<>();
        offers().stream().filter(offer -> named.contains(offer.name)).forEach(offer -> {
            for (double zone : new double[] {1, 1.1}) {
                items.add("<item><instanceType>" + offer.name + "</instanceType><spotPrice>"
                        + String.format("%.6f", offer.spot * zone) + "</spotPrice><availabilityZone>" + region
                        + (zone > 1 ? "a" : "b") + "</availabilityZone></item>");
            }
        });
        Part<String> part = part(items, in.getOrDefault("NextToken", ""), PAGE);
        return "<spotPriceHistorySet>" + String.join("", part.rows) + "</spotPriceHistorySet>"
                + part.next.map(token -> "<nextToken>" + token + "</nextToken>").orElse("");
    }

    private String amazonJson(String call, String body) {
        JsonNode in = JSON.readTree(body);
        String token = in.path("NextToken").asString("");
        int most = in.path("MaxResults").asInt(PAGE);
        ObjectNode out = JSON.createObjectNode();
        switch (call) {
            case "GetProducts" -> {
                Map<String, String> filters = in.path("Filters")
                        .valueStream()
                        .collect(Collectors.toMap(
                                filter -> filter.path("Field").asString(),
                                filter -> filter.path("Value").asString()));
                List<ObjectNode> all = in.path("ServiceCode").asString("").equals("AmazonEC2")
                        ? offers().stream()
                                .map(offer -> product(
                                        Map.of("instanceType", offer.name, "regionCode", filters.get("regionCode")),
                                        "Hrs",
                                        Map.of("0", offer.usd)))
                                .toList()
                        : transfers(filters.getOrDefault("fromRegionCode", ""));
                Part<ObjectNode> part = part(all, token, most);
                ArrayNode list = out.put("FormatVersion", "aws_v1").putArray("PriceList");
                part.rows.forEach(row -> list.add(row.toString()));
                part.next.ifPresent(next -> out.put("NextToken", next));
            }
            case "ListServiceQuotas", "ListAWSDefaultServiceQuotas" -> {
                List<ObjectNode> all = new ArrayList<>();
                boolean applied = call.equals("ListServiceQuotas");
                all.add(quota(
                        "L-1216C47A",
                        "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances",
                        applied ? 640 : 5));
                if (!applied) {
                    all.add(quota("L-34B43A08", "All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests", 5));
                    IntStream.range(0, MADE_UP).forEach(i -> all.add(quota("L-" + i, "Made up " + i, i)));
                }
                Part<ObjectNode> part = part(all, token, most);
                ArrayNode list = out.putArray("Quotas");
                part.rows.forEach(list::add);
                part.next.ifPresent(next -> out.put("NextToken", next));
            }
            default -> throw HostileCloud.failure(Reason.REFUSED, "UnknownOperationException " + call);
        }
        return out.toString();
    }

    private static ObjectNode quota(String code, String name, double value) {
        return JSON.createObjectNode()
                .put("ServiceCode", "ec2")
                .put("QuotaCode", code)
                .put("QuotaName", name)
                .put("Value", value);
    }

    private static List<ObjectNode> transfers(String from) {
        return List.of(
                product(
                        Map.of("transferType", "AWS Outbound", "fromRegionCode", from, "toLocation", "External"),
                        "GB",
                        Map.of("0", 0.09, "10240", 0.085, "51200", 0.07, "153600", 0.05)),
                product(
                        Map.of(
                                "transferType",
                                "InterRegion Outbound",
                                "fromRegionCode",
                                from,
                                "toRegionCode",
                                "eu-west-1"),
                        "GB",
                        Map.of("0", 0.02)),
                product(
                        Map.of(
                                "transferType",
                                "InterRegion Inbound",
                                "fromRegionCode",
                                from,
                                "toRegionCode",
                                "eu-west-1"),
                        "GB",
                        Map.of("0", 0.0)));
    }

    private static ObjectNode product(Map<String, String> attributes, String unit, Map<String, Double> steps) {
        ObjectNode out = JSON.createObjectNode();
        out.put("publicationDate", "2026-11-20T10:00:00Z");
        ObjectNode facts = out.putObject("product").putObject("attributes");
        attributes.forEach(facts::put);
        ObjectNode term = out.putObject("terms").putObject("OnDemand").putObject("SKU.TERM");
        ObjectNode dimensions = term.putObject("priceDimensions");
        steps.forEach((from, usd) -> {
            ObjectNode step = dimensions.putObject("SKU.TERM." + from);
            step.put("unit", unit).put("beginRange", from).put("endRange", "Inf");
            step.putObject("pricePerUnit").put("USD", String.format("%.10f", usd));
        });
        return out;
    }

    private Optional<Answer> gcp(Request request) {
        if (request.path().equals("/v1/services/6F81-5844-456A/skus")) {
            enter("skus.list");
            return Optional.of(listed(skus(), request, "skus", 5000));
        }
        Matcher path = GOOGLE.matcher(request.path());
        if (!path.matches()) {
            return Optional.empty();
        }
        if (path.group(2) == null) {
            enter(path.group(1) == null ? "regions.list" : "regions.get");
            List<ObjectNode> all = IntStream.range(0, 2)
                    .mapToObj(i -> region(i == 0 ? "us-central1" : "europe-west4"))
                    .toList();
            if (path.group(1) == null) {
                return Optional.of(listed(all, request, "items", PAGE));
            }
            return Optional.of(all.stream()
                    .filter(one -> one.get("name").asString().equals(path.group(1)))
                    .findFirst()
                    .map(one -> Answer.json(200, one.toString()))
                    .orElseThrow(() -> HostileCloud.failure(Reason.NOT_FOUND, "no region " + path.group(1))));
        }
        enter(path.group(3) == null ? "machineTypes.list" : "machineTypes.get");
        // the first zone lacks what the second has
        List<ObjectNode> all = offers().stream()
                .filter(offer -> path.group(2).endsWith("-b") || !offer.name.endsWith("7"))
                .map(offer -> JSON.createObjectNode()
                        .put("name", offer.name)
                        .put("guestCpus", offer.vcpus)
                        .put("memoryMb", (int) (offer.memory * 1024)))
                .toList();
        if (path.group(3) == null) {
            return Optional.of(listed(all, request, "items", PAGE));
        }
        return Optional.of(all.stream()
                .filter(one -> one.get("name").asString().equals(path.group(3)))
                .findFirst()
                .map(one -> Answer.json(200, one.toString()))
                .orElseThrow(() -> HostileCloud.failure(Reason.NOT_FOUND, "no machine " + path.group(3))));
    }

    private Answer listed(List<ObjectNode> all, Request request, String field, int most) {
        int asked = Integer.parseInt(request.query()
                .getOrDefault("maxResults", request.query().getOrDefault("pageSize", Integer.toString(most))));
        Part<ObjectNode> part = part(all, request.query().getOrDefault("pageToken", ""), asked);
        ObjectNode out = JSON.createObjectNode();
        ArrayNode rows = out.putArray(field);
        part.rows.forEach(rows::add);
        part.next.ifPresent(next -> out.put("nextPageToken", next));
        return Answer.json(200, out.toString());
    }

    private static ObjectNode region(String name) {
        ObjectNode out = JSON.createObjectNode();
        out.put("name", name).put("status", "UP");
        ArrayNode zones = out.putArray("zones");
        List.of("a", "b")
                .forEach(zone ->
                        zones.add("https://www.googleapis.com/compute/v1/projects/p/zones/" + name + "-" + zone));
        ArrayNode quotas = out.putArray("quotas");
        quotas.addObject().put("metric", "N2_CPUS").put("limit", 200.0).put("usage", 64.0);
        quotas.addObject().put("metric", "INSTANCES").put("limit", 6000.0).put("usage", 2.0);
        quotas.addObject().put("metric", "IN_USE_ADDRESSES").put("limit", 8.0).put("usage", 2.0);
        return out;
    }

    private List<ObjectNode> skus() {
        List<ObjectNode> all = new ArrayList<>();
        // what 32 processors and 128 GiB cost together
        all.add(sku("N2 Instance Core running in Americas", "OnDemand", "us-central1", Map.of(0L, 0.031611 * factor)));
        all.add(sku("N2 Instance Ram running in Americas", "OnDemand", "us-central1", Map.of(0L, 0.004237 * factor)));
        all.add(sku(
                "Spot Preemptible N2 Instance Core running in Americas",
                "Preemptible",
                "us-central1",
                Map.of(0L, 0.00765)));
        all.add(sku(
                "Spot Preemptible N2 Instance Ram running in Americas",
                "Preemptible",
                "us-central1",
                Map.of(0L, 0.00103)));
        all.add(sku("Commitment v1: N2 Cpu in Americas for 1 Year", "Commit1Yr", "us-central1", Map.of(0L, 0.02)));
        all.add(sku(
                "Network Internet Data Transfer Out from Americas to Americas",
                "OnDemand",
                "us-central1",
                Map.of(0L, 0.12, 1024L, 0.11, 10240L, 0.08)));
        all.add(sku(
                "Network Internet Data Transfer Out from Americas to Australia",
                "OnDemand",
                "us-central1",
                Map.of(0L, 0.19, 1024L, 0.18, 10240L, 0.15)));
        all.add(sku(
                "Network Inter Region Data Transfer Out from Americas to EMEA",
                "OnDemand",
                "us-central1",
                Map.of(0L, 0.05)));
        IntStream.range(0, MADE_UP)
                .forEach(i -> all.add(sku("Made up " + i, "OnDemand", "us-central1", Map.of(0L, 1.0))));
        return all;
    }

    private static ObjectNode sku(String text, String usage, String region, Map<Long, Double> steps) {
        ObjectNode out = JSON.createObjectNode();
        out.put("description", text);
        out.putObject("category").put("usageType", usage);
        out.putArray("serviceRegions").add(region);
        ObjectNode price = out.putArray("pricingInfo").addObject();
        price.put("effectiveTime", "2026-11-22T10:00:00Z");
        ArrayNode rates = price.putObject("pricingExpression").putArray("tieredRates");
        steps.forEach((from, usd) -> {
            ObjectNode step = rates.addObject().put("startUsageAmount", from);
            step.putObject("unitPrice")
                    .put("currencyCode", "USD")
                    .put("units", "0")
                    .put("nanos", Math.round(usd * 1e9));
        });
        return out;
    }

    private Optional<Answer> azure(Request request) {
        if (request.path().equals("/api/retail/prices")) {
            enter("prices/GET");
            return Optional.of(
                    linked(retail(request.query().getOrDefault("$filter", "")), request, "Items", "NextPageLink"));
        }
        Matcher path = AZURE.matcher(request.path());
        if (!path.matches()) {
            return Optional.empty();
        }
        if (path.group(1) == null) {
            enter("locations/GET");
            List<ObjectNode> all = List.of(
                    location("eastus", "East US", "37.3719", "-79.8164", "Physical"),
                    location("westeurope", "West Europe", "52.3667", "4.9", "Physical"),
                    location("global", "Global", "", "", "Logical"));
            return Optional.of(linked(all, request, "value", "nextLink"));
        }
        if (path.group(2) == null) {
            enter("skus/GET");
            List<ObjectNode> all = new ArrayList<>();
            all.add(JSON.createObjectNode().put("resourceType", "disks").put("name", "Premium_LRS"));
            offers().forEach(offer -> all.add(size(offer)));
            return Optional.of(linked(all, request, "value", "nextLink"));
        }
        enter("usages/GET");
        List<ObjectNode> all = path.group(1).equals("Network")
                ? List.of(usage("PublicIPAddresses", "Public IP Addresses", 20, 3))
                : List.of(
                        usage("cores", "Total Regional vCPUs", 350, 70),
                        usage("standardDv5Family", "Standard Dv5 Family vCPUs", 100, 36),
                        usage("virtualMachines", "Virtual Machines", 25000, 4));
        return Optional.of(linked(all, request, "value", "nextLink"));
    }

    private static ObjectNode location(String name, String text, String latitude, String longitude, String type) {
        ObjectNode out = JSON.createObjectNode().put("name", name).put("displayName", text);
        out.putObject("metadata")
                .put("regionType", type)
                .put("latitude", latitude)
                .put("longitude", longitude);
        ArrayNode zones = out.putArray("availabilityZoneMappings");
        List.of("1", "2", "3").forEach(zone -> zones.addObject().put("logicalZone", zone));
        return out;
    }

    private static ObjectNode size(Offer offer) {
        ObjectNode out = JSON.createObjectNode()
                .put("resourceType", "virtualMachines")
                .put("name", offer.name)
                .put("family", "standardDv5Family");
        ArrayNode facts = out.putArray("capabilities");
        facts.addObject().put("name", "vCPUs").put("value", Integer.toString(offer.vcpus));
        // Azure does not say it of every size
        if (!offer.name.endsWith("7_v9")) {
            facts.addObject()
                    .put("name", "MaxNetworkBandwidthMbps")
                    .put("value", Long.toString(Math.round(offer.peak * 1000)));
        }
        return out;
    }

    private static ObjectNode usage(String id, String text, long limit, long used) {
        ObjectNode out = JSON.createObjectNode().put("limit", limit).put("currentValue", used);
        out.putObject("name").put("value", id).put("localizedValue", text);
        return out;
    }

    private List<ObjectNode> retail(String filter) {
        if (filter.contains("Bandwidth")) {
            List<ObjectNode> all = new ArrayList<>();
            Map.of(0L, 0.0, 100L, 0.087, 10340L, 0.083)
                    .forEach((from, usd) ->
                            all.add(meter("Standard Data Transfer Out", "Rtn Preference: MGN", from, usd)));
            all.add(meter("Inter Continent Data Transfer Out - NAM or EU To Any", "Bandwidth Inter-Region", 0, 0.05));
            all.add(meter("Intra Continent Data Transfer Out", "Bandwidth Inter-Region", 0, 0.02));
            all.add(meter("Standard Data Transfer In", "Rtn Preference: MGN", 0, 0));
            return all;
        }
        List<ObjectNode> all = new ArrayList<>();
        for (Offer offer : offers()) {
            if (filter.contains("'" + offer.name + "'")) {
                String name = offer.name.replace("Standard_", "").replace('_', ' ');
                all.add(hour(offer.name, name, "Virtual Machines Dv5 Series", offer.usd));
                all.add(hour(offer.name, name + " Spot", "Virtual Machines Dv5 Series", offer.spot));
                all.add(hour(offer.name, name + " Low Priority", "Virtual Machines Dv5 Series", offer.spot));
                all.add(hour(offer.name, name, "Virtual Machines Dv5 Series Windows", offer.usd * 2));
            }
        }
        return all;
    }

    private static ObjectNode hour(String type, String name, String product, double usd) {
        return line(product, usd).put("armSkuName", type).put("skuName", name).put("unitOfMeasure", "1 Hour");
    }

    private static ObjectNode meter(String name, String product, long from, double usd) {
        return line(product, usd)
                .put("meterName", name)
                .put("tierMinimumUnits", from)
                .put("unitOfMeasure", "1 GB");
    }

    private static ObjectNode line(String product, double usd) {
        return JSON.createObjectNode()
                .put("productName", product)
                .put("retailPrice", usd)
                .put("currencyCode", "USD")
                .put("type", "Consumption")
                .put("effectiveStartDate", "2026-11-01T00:00:00Z");
    }

    /** Pages that name the next by its whole address, in whose query the first asked for. */
    private Answer linked(List<ObjectNode> all, Request request, String field, String link) {
        Part<ObjectNode> part = part(all, request.query().getOrDefault("from", ""), PAGE);
        ObjectNode out = JSON.createObjectNode();
        ArrayNode rows = out.putArray(field);
        part.rows.forEach(rows::add);
        part.next.ifPresent(
                next -> out.put(link, request.address().toString().replaceFirst("&from=\\d+", "") + "&from=" + next));
        return Answer.json(200, out.toString());
    }
}
