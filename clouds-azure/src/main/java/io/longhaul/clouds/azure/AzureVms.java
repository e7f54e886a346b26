package io.longhaul.clouds.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Order;
import io.longhaul.clouds.Resource;
import io.longhaul.core.topology.SiteId;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * VMs of Azure: one resource group in each region, which takes all that it holds with it. Every thing is one PUT by its name to the
 * Resource Manager, through the SDK's pipeline and credentials; nothing is tried again. Safe for any thread.
 */
final class AzureVms implements CloudVms {
    private static final String CLOUD = "https://management.azure.com";
    private static final String GROUPS = "2021-04-01";
    private static final String NETWORKS = "2023-09-01";
    private static final String COMPUTE = "2024-03-01";
    private static final String SCHEDULES = "2018-09-15";
    private static final String LOCATIONS = "2022-12-01";
    private static final String SUBNET = "agents";
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int LOOKS = 60;
    private static final long USUAL_WAIT_MILLIS = 3_000;
    private static final Pattern ARM = Pattern.compile("Standard_[A-Z]+\\d+p.*");
    private static final Pattern GROUP = Pattern.compile("(?i).*/resourceGroups/([^/]+)/.*");
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("HHmm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final HttpPipeline pipeline;
    private final String base;
    private final String subscription;

    AzureVms(CloudAccess access) {
        subscription = subscription(access);
        base = base(access);
        pipeline = pipeline(access);
    }

    static String subscription(CloudAccess access) {
        return access.subscription()
                .orElseThrow(() -> new CloudException(
                        Reason.REFUSED, "No subscription of Azure is known.", "Give --subscription ID."));
    }

    /** Where the Resource Manager is. */
    static String base(CloudAccess access) {
        return access.endpoint().map(Object::toString).orElse(CLOUD);
    }

    /** What carries requests to the Resource Manager, with credentials. */
    static HttpPipeline pipeline(CloudAccess access) {
        var builder = new HttpPipelineBuilder().httpClient(HttpClient.createDefault());
        if (access.endpoint().isEmpty()) {
            TokenCredential credential = new DefaultAzureCredentialBuilder().build();
            builder.policies(new BearerTokenAuthenticationPolicy(credential, CLOUD + "/.default"));
        }
        return builder.build();
    }

    private record Said(int status, JsonNode body, Optional<String> follow, long waitMillis) {}

    private Said ask(HttpMethod method, String url, Optional<ObjectNode> body) {
        var request = new HttpRequest(method, url.startsWith("http") ? url : base + url);
        body.ifPresent(document ->
                request.setBody(document.toString()).setHeader(HttpHeaderName.CONTENT_TYPE, "application/json"));
        try (HttpResponse response = pipeline.send(request).block(ANSWER)) {
            if (response == null) {
                throw new CloudException(Reason.UNANSWERED, "Azure: no answer.", "Ask again.");
            }
            String text = response.getBodyAsString().blockOptional(ANSWER).orElse("");
            JsonNode said = text.isBlank() ? JSON.createObjectNode() : JSON.readTree(text);
            if (response.getStatusCode() >= 400) {
                throw refused(response.getStatusCode(), said);
            }
            Optional<String> follow = Optional.ofNullable(
                            response.getHeaderValue(HttpHeaderName.fromString("Azure-AsyncOperation")))
                    .or(() -> Optional.ofNullable(response.getHeaderValue(HttpHeaderName.LOCATION)));
            String after = response.getHeaderValue(HttpHeaderName.RETRY_AFTER);
            long wait = after != null && after.matches("\\d{1,3}") ? Long.parseLong(after) * 1000 : USUAL_WAIT_MILLIS;
            return new Said(response.getStatusCode(), said, follow, wait);
        } catch (ClientAuthenticationException e) {
            throw new CloudException(
                    Reason.CREDENTIALS, "Azure: no credentials: " + e.getMessage(), advice(Reason.CREDENTIALS), e);
        } catch (JacksonException e) {
            throw new CloudException(Reason.UNANSWERED, "Azure: an answer that is no JSON.", "Ask again.", e);
        } catch (CloudException e) {
            throw e;
        } catch (RuntimeException e) {
            // the pipeline hands on what broke the connection, or that time was over
            throw new CloudException(Reason.UNANSWERED, "Azure: no answer: " + e.getMessage() + ".", "Ask again.", e);
        }
    }

    static CloudException refused(int status, JsonNode said) {
        String code = said.path("error").path("code").asString("");
        String message = said.path("error").path("message").asString("");
        Reason reason;
        if (code.contains("Allocation") || code.equals("SkuNotAvailable")) {
            reason = Reason.CAPACITY;
        } else if (code.contains("Quota") || message.toLowerCase(Locale.ROOT).contains("quota")) {
            reason = Reason.QUOTA;
        } else if (status == 429) {
            reason = Reason.THROTTLED;
        } else if (status == 401) {
            reason = Reason.CREDENTIALS;
        } else if (status == 404) {
            reason = Reason.NOT_FOUND;
        } else if (code.contains("InUse") || code.equals("CannotDeleteResource")) {
            reason = Reason.IN_USE;
        } else if (status >= 500 || status == 408 || status == 409) {
            // a conflict: another operation on it goes on
            reason = Reason.UNAVAILABLE;
        } else {
            reason = Reason.REFUSED;
        }
        return new CloudException(reason, "Azure: " + status + " " + code + ": " + message + ".", advice(reason));
    }

    static String advice(Reason reason) {
        return switch (reason) {
            case CREDENTIALS -> "Sign in anew: az login.";
            case CAPACITY -> "Name another site below elsewhere, or another type.";
            case QUOTA -> "Ask for more: Quotas of the subscription, Compute; or name another site.";
            case REFUSED ->
                "Look at the type, the image and the subnet; fleet plan --permissions prints what is needed.";
            default -> "Try again a little later.";
        };
    }

    @Override
    public List<Kind> base() {
        return List.of(Kind.GROUP, Kind.FIREWALL, Kind.NETWORK);
    }

    @Override
    public List<Kind> perVm() {
        return List.of(Kind.ADDRESS, Kind.INTERFACE, Kind.VM, Kind.SCHEDULE);
    }

    @Override
    public SiteId regionOf(SiteId site) {
        return site;
    }

    @Override
    public List<SiteId> regions() {
        List<SiteId> regions = new ArrayList<>();
        pages("/subscriptions/" + subscription + "/locations?api-version=" + LOCATIONS)
                .forEach(
                        each -> regions.add(new SiteId("azure", each.get("name").asString())));
        return regions;
    }

    private List<JsonNode> pages(String first) {
        List<JsonNode> all = new ArrayList<>();
        Optional<String> next = Optional.of(first);
        while (next.isPresent()) {
            JsonNode page = ask(HttpMethod.GET, next.get(), Optional.empty()).body();
            page.path("value").forEach(all::add);
            next = Optional.of(page.path("nextLink").asString("")).filter(link -> !link.isEmpty());
        }
        return all;
    }

    private String groupPath(String group) {
        return "/subscriptions/" + subscription + "/resourceGroups/" + group;
    }

    private static String typePath(Kind kind) {
        return switch (kind) {
            case FIREWALL -> "/providers/Microsoft.Network/networkSecurityGroups/";
            case NETWORK -> "/providers/Microsoft.Network/virtualNetworks/";
            case ADDRESS -> "/providers/Microsoft.Network/publicIPAddresses/";
            case INTERFACE -> "/providers/Microsoft.Network/networkInterfaces/";
            case VM -> "/providers/Microsoft.Compute/virtualMachines/";
            case SCHEDULE -> "/providers/Microsoft.DevTestLab/schedules/";
            default -> throw new IllegalArgumentException("no " + kind + " is in a group of Azure");
        };
    }

    private static String version(Kind kind) {
        return switch (kind) {
            case GROUP -> GROUPS;
            case VM -> COMPUTE;
            case SCHEDULE -> SCHEDULES;
            default -> NETWORKS;
        };
    }

    private static String standing(Order order, Kind kind) {
        return order.base().stream()
                .filter(thing -> thing.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + kind + " to stand on"))
                .id();
    }

    @Override
    public Resource create(Order order) {
        ObjectNode body = JSON.createObjectNode();
        body.put("location", order.site().name());
        ObjectNode tags = body.putObject("tags");
        order.label().tags().forEach(tags::put);
        String id;
        if (order.kind() == Kind.GROUP) {
            id = groupPath(order.name());
        } else {
            // Azure knows the timer of a VM by this name only
            String name = order.kind() == Kind.SCHEDULE
                    ? "shutdown-computevm-" + standing(order, Kind.VM).replaceFirst(".*/", "")
                    : order.name();
            id = standing(order, Kind.GROUP) + typePath(order.kind()) + name;
            ObjectNode properties = body.putObject("properties");
            switch (order.kind()) {
                case FIREWALL -> rules(properties, order.reach());
                case NETWORK -> network(properties, order);
                case ADDRESS -> {
                    body.putObject("sku").put("name", "Standard");
                    properties.put("publicIPAllocationMethod", "Static");
                }
                case INTERFACE -> card(properties, order);
                case VM -> {
                    vm(properties, order);
                    order.vm()
                            .flatMap(Order.Vm::identity)
                            .ifPresent(identity -> body.putObject("identity")
                                    .put("type", "UserAssigned")
                                    .putObject("userAssignedIdentities")
                                    .putObject(identity));
                }
                case SCHEDULE -> schedule(properties, order.label().expires(), standing(order, Kind.VM));
                default -> throw new IllegalArgumentException("no " + order.kind() + " is made on Azure");
            }
        }
        try {
            done(ask(HttpMethod.PUT, id + "?api-version=" + version(order.kind()), Optional.of(body)));
        } catch (CloudException e) {
            // what it stands on was made a moment ago, and is not seen everywhere yet
            throw e.reason() == Reason.NOT_FOUND
                    ? new CloudException(Reason.UNAVAILABLE, e.message(), e.advice(), e)
                    : e;
        }
        return order.made(id, order.site(), Resource.State.STARTING);
    }

    /** Follows what was begun to its end: a VM without room is accepted first, and refused later. */
    private void done(Said begun) {
        Said now = begun;
        for (int look = 0; look < LOOKS && begun.follow().isPresent(); look++) {
            String status = now.body().path("status").asString("");
            boolean answered = look > 0 && now.status() != 202 && status.isEmpty();
            if (status.equals("Succeeded") || answered) {
                return;
            }
            if (status.equals("Failed") || status.equals("Canceled")) {
                throw refused(400, now.body());
            }
            try {
                Thread.sleep(now.waitMillis());
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                throw new CloudException(Reason.UNANSWERED, "Azure: an operation goes on.", "Ask again.", ending);
            }
            now = ask(HttpMethod.GET, begun.follow().get(), Optional.empty());
        }
        if (begun.follow().isPresent()) {
            throw new CloudException(Reason.UNANSWERED, "Azure: an operation goes on.", "Ask again.");
        }
    }

    private static void rules(ObjectNode properties, Collection<String> networks) {
        ObjectNode rule = properties.putArray("securityRules").addObject().put("name", SUBNET);
        ObjectNode inside = rule.putObject("properties")
                .put("priority", 100)
                .put("direction", "Inbound")
                .put("access", "Allow")
                .put("protocol", "*")
                .put("sourcePortRange", "*")
                .put("destinationAddressPrefix", "*")
                .put("destinationPortRange", "5201-5202");
        ArrayNode sources = inside.putArray("sourceAddressPrefixes");
        networks.forEach(sources::add);
    }

    private static void network(ObjectNode properties, Order order) {
        properties.putObject("addressSpace").putArray("addressPrefixes").add("10.77.0.0/16");
        ObjectNode subnet = properties.putArray("subnets").addObject().put("name", SUBNET);
        subnet.putObject("properties")
                .put("addressPrefix", "10.77.0.0/16")
                .putObject("networkSecurityGroup")
                .put("id", standing(order, Kind.FIREWALL));
    }

    private static void card(ObjectNode properties, Order order) {
        String subnet = order.vm()
                .flatMap(Order.Vm::subnet)
                .orElseGet(() -> standing(order, Kind.NETWORK) + "/subnets/" + SUBNET);
        properties.putObject("networkSecurityGroup").put("id", standing(order, Kind.FIREWALL));
        ObjectNode inside = properties
                .putArray("ipConfigurations")
                .addObject()
                .put("name", "main")
                .putObject("properties");
        inside.putObject("subnet").put("id", subnet);
        inside.putObject("publicIPAddress")
                .put("id", standing(order, Kind.ADDRESS))
                .putObject("properties")
                .put("deleteOption", "Delete");
    }

    private static void vm(ObjectNode properties, Order order) {
        Order.Vm vm = order.vm().orElseThrow(() -> new IllegalArgumentException("no VM is described"));
        properties.putObject("hardwareProfile").put("vmSize", vm.type());
        ObjectNode storage = properties.putObject("storageProfile");
        if (vm.image().isPresent()) {
            storage.putObject("imageReference").put("id", vm.image().get());
        } else {
            storage.putObject("imageReference")
                    .put("publisher", "Canonical")
                    .put("offer", "ubuntu-24_04-lts")
                    .put("sku", ARM.matcher(vm.type()).matches() ? "server-arm64" : "server")
                    .put("version", "latest");
        }
        storage.putObject("osDisk").put("createOption", "FromImage").put("deleteOption", "Delete");
        ObjectNode system = properties
                .putObject("osProfile")
                .put("computerName", order.name())
                .put("adminUsername", "longhaul-admin")
                .put(
                        "customData",
                        Base64.getEncoder().encodeToString(vm.userData().getBytes(StandardCharsets.UTF_8)));
        ObjectNode linux = system.putObject("linuxConfiguration").put("disablePasswordAuthentication", true);
        linux.putObject("ssh")
                .putArray("publicKeys")
                .addObject()
                .put("path", "/home/longhaul-admin/.ssh/authorized_keys")
                .put("keyData", nobodysKey(order.name()));
        properties
                .putObject("networkProfile")
                .putArray("networkInterfaces")
                .addObject()
                .put("id", standing(order, Kind.INTERFACE))
                .putObject("properties")
                .put("primary", true)
                .put("deleteOption", "Delete");
        if (vm.spot()) {
            properties.put("priority", "Spot").put("evictionPolicy", "Delete");
        }
    }

    /** Azure wants a public key. This one is a digest: nobody has the private half, so nobody logs in. */
    private static String nobodysKey(String name) {
        try {
            byte[] point =
                    MessageDigest.getInstance("SHA-256").digest(("longhaul " + name).getBytes(StandardCharsets.UTF_8));
            byte[] type = "ssh-ed25519".getBytes(StandardCharsets.US_ASCII);
            ByteBuffer key = ByteBuffer.allocate(8 + type.length + point.length)
                    .putInt(type.length)
                    .put(type)
                    .putInt(point.length)
                    .put(point);
            return "ssh-ed25519 " + Base64.getEncoder().encodeToString(key.array());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Azure's timer takes the machine away and leaves the rest to the group; it knows a time of the day only. */
    private static void schedule(ObjectNode properties, Instant expires, String vm) {
        if (Duration.between(Instant.now(), expires).toHours() >= 23) {
            throw new CloudException(
                    Reason.REFUSED,
                    "Azure: its timer for VMs knows a time of the day only, and the lease ends in more than 23 hours.",
                    "Take shorter leases and extend them, or do without this timer.");
        }
        Instant minute = expires.plusSeconds(59).truncatedTo(ChronoUnit.MINUTES);
        properties
                .put("status", "Enabled")
                .put("taskType", "ComputeVmShutdownTask")
                .put("timeZoneId", "UTC")
                .put("targetResourceId", vm);
        properties.putObject("dailyRecurrence").put("time", MINUTE.format(minute));
    }

    private static Optional<Label> label(JsonNode thing) {
        Map<String, String> tags = new LinkedHashMap<>();
        thing.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asString("")));
        return Label.of(tags);
    }

    /** Groups and their VMs: all else ends with its group. */
    @Override
    public List<Resource> list(SiteId region, Optional<String> fleet) {
        String filter = "tagName eq '" + Label.FLEET + "'"
                + fleet.map(name -> " and tagValue eq '" + name + "'").orElse("");
        List<Resource> all = new ArrayList<>();
        for (JsonNode group : pages("/subscriptions/" + subscription + "/resourceGroups?api-version=" + GROUPS
                + "&$filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8))) {
            Optional<Label> label =
                    label(group).filter(found -> fleet.isEmpty() || fleet.get().equals(found.fleet()));
            if (label.isEmpty() || !group.get("location").asString().equals(region.name())) {
                continue;
            }
            String name = group.get("name").asString();
            all.add(resource(Kind.GROUP, groupPath(name), name, region, label.get(), group, Optional.empty()));
        }
        vms(region, fleet, all);
        return List.copyOf(all);
    }

    private void vms(SiteId region, Optional<String> fleet, List<Resource> all) {
        String providers = "/subscriptions/" + subscription + "/providers/";
        Map<String, String> addresses = new HashMap<>();
        pages(providers + "Microsoft.Network/publicIPAddresses?api-version=" + NETWORKS)
                .forEach(each -> addresses.put(
                        each.get("name").asString(),
                        each.path("properties").path("ipAddress").asString("")));
        for (JsonNode vm : pages(providers + "Microsoft.Compute/virtualMachines?api-version=" + COMPUTE)) {
            String name = vm.get("name").asString();
            String address = addresses.getOrDefault(name + "-" + Kind.ADDRESS.id(), "");
            label(vm)
                    .filter(found -> fleet.isEmpty() || fleet.get().equals(found.fleet()))
                    .filter(found -> vm.get("location").asString().equals(region.name()))
                    .ifPresent(found -> all.add(resource(
                            Kind.VM,
                            // Azure writes ids in capitals now and then; the name of the group is what counts
                            groupPath(GROUP.matcher(vm.get("id").asString()).replaceFirst("$1"))
                                    + typePath(Kind.VM)
                                    + name,
                            name,
                            region,
                            found,
                            vm,
                            Optional.of(address).filter(text -> !text.isEmpty()))));
        }
    }

    private static Resource resource(
            Kind kind, String id, String name, SiteId region, Label label, JsonNode thing, Optional<String> address) {
        Resource.State state =
                switch (thing.path("properties").path("provisioningState").asString("")) {
                    case "Succeeded" -> Resource.State.RUNNING;
                    case "Deleting" -> Resource.State.ENDING;
                    case "Failed", "Canceled" -> Resource.State.STOPPED;
                    default -> Resource.State.STARTING;
                };
        return new Resource(kind, id, name, region, label, state, address, Optional.empty());
    }

    @Override
    public void delete(Resource thing) {
        try {
            ask(HttpMethod.DELETE, thing.id() + "?api-version=" + version(thing.kind()), Optional.empty());
        } catch (CloudException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    @Override
    public void extend(Resource thing, Instant expires) {
        ObjectNode body = JSON.createObjectNode();
        ObjectNode tags = body.putObject("tags");
        thing.label().until(expires).tags().forEach(tags::put);
        done(ask(HttpMethod.PATCH, thing.id() + "?api-version=" + version(thing.kind()), Optional.of(body)));
        if (thing.kind() == Kind.VM) {
            String group = thing.id().replaceFirst("/providers/.*", "");
            ObjectNode schedule = JSON.createObjectNode();
            schedule.put("location", thing.site().name());
            ObjectNode own = schedule.putObject("tags");
            thing.label().until(expires).tags().forEach(own::put);
            schedule(schedule.putObject("properties"), expires, thing.id());
            done(ask(
                    HttpMethod.PUT,
                    group + typePath(Kind.SCHEDULE) + "shutdown-computevm-" + thing.name() + "?api-version="
                            + SCHEDULES,
                    Optional.of(schedule)));
        }
    }

    @Override
    public void admit(Resource firewall, Set<String> networks) {
        String url = firewall.id() + "?api-version=" + NETWORKS;
        JsonNode now = ask(HttpMethod.GET, url, Optional.empty()).body();
        Set<String> all = new TreeSet<>(networks);
        now.path("properties")
                .path("securityRules")
                .forEach(rule -> rule.path("properties")
                        .path("sourceAddressPrefixes")
                        .forEach(source -> all.add(source.asString())));
        ObjectNode body = JSON.createObjectNode();
        body.put("location", firewall.site().name());
        ObjectNode tags = body.putObject("tags");
        label(now).orElse(firewall.label()).tags().forEach(tags::put);
        rules(body.putObject("properties"), all);
        done(ask(HttpMethod.PUT, url, Optional.of(body)));
    }

    @Override
    public void close() {
        // the pipeline's client is shared by all of the SDK, and ends with the process
    }
}
