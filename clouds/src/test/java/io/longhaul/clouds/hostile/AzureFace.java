package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Resource.State;
import io.longhaul.clouds.hostile.HostileCloud.Thing;
import io.longhaul.clouds.hostile.HostileCloud.Wish;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The part of the Azure Resource Manager that we use: groups, and things in them by name. Thread-safe. */
public final class AzureFace extends HttpFace {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern PATH = Pattern.compile(
            "/subscriptions/[^/]+/resourceGroups(?:/([^/]+)(?:/providers/Microsoft\\.[A-Za-z]+/([A-Za-z]+)/([^/]+))?)?");
    private static final Pattern EVERYWHERE =
            Pattern.compile("/subscriptions/[^/]+/providers/Microsoft\\.[A-Za-z]+/([A-Za-z]+)");
    private static final List<String> REGIONS = List.of("eastus", "westeurope");
    private static final Map<String, Kind> KINDS = Map.of(
            "networkSecurityGroups", Kind.FIREWALL,
            "virtualNetworks", Kind.NETWORK,
            "publicIPAddresses", Kind.ADDRESS,
            "networkInterfaces", Kind.INTERFACE,
            "virtualMachines", Kind.VM,
            "schedules", Kind.SCHEDULE);
    private static final int PAGE = 400;

    /** What became of operations that were accepted, by their number. */
    private final Map<String, Optional<CloudException>> operations = new ConcurrentHashMap<>();

    public AzureFace(HostileCloud cloud) throws IOException {
        super(cloud, "azure");
    }

    @Override
    protected Answer answer(Request request) {
        if (request.path().startsWith("/operations/")) {
            HostileCloud.leave(cloud.enter(provider, "operations/GET"));
            Optional<CloudException> end = operations.getOrDefault(request.path(), Optional.empty());
            ObjectNode out = JSON.createObjectNode().put("status", end.isPresent() ? "Failed" : "Succeeded");
            end.ifPresent(why -> error(out, why));
            return Answer.json(200, out.toString());
        }
        if (request.path().endsWith("/locations")) {
            Fault fault = cloud.enter(provider, "locations/GET");
            ObjectNode out = JSON.createObjectNode();
            ArrayNode value = out.putArray("value");
            REGIONS.forEach(name -> value.addObject().put("name", name));
            HostileCloud.leave(fault);
            return Answer.json(200, out.toString());
        }
        Matcher everywhere = EVERYWHERE.matcher(request.path());
        if (everywhere.matches()) {
            Fault fault = cloud.enter(provider, everywhere.group(1) + "/" + request.method());
            List<ObjectNode> all = new ArrayList<>();
            for (String region : REGIONS) {
                cloud.list("azure", region, kind(everywhere.group(1)), fault == Fault.STALE_LIST)
                        .forEach(thing -> all.add(shown(thing)));
            }
            HostileCloud.leave(fault);
            return page(all, request);
        }
        Matcher path = PATH.matcher(request.path());
        if (!path.matches()) {
            throw HostileCloud.failure(Reason.REFUSED, "No such path " + request.path());
        }
        String type = path.group(2) == null ? "resourceGroups" : path.group(2);
        Fault fault = cloud.enter(provider, type + "/" + request.method());
        Answer answer = act(path, request, fault);
        if (fault == Fault.DELIVERED_TWICE) {
            answer = act(path, request, fault);
        }
        HostileCloud.leave(fault);
        return answer;
    }

    private static void error(ObjectNode out, CloudException failure) {
        String code = switch (failure.reason()) {
            case CAPACITY -> "AllocationFailed";
            case QUOTA -> "QuotaExceeded";
            case NOT_FOUND -> "ResourceNotFound";
            case CREDENTIALS -> "ExpiredAuthenticationToken";
            case THROTTLED -> "TooManyRequests";
            case IN_USE -> "InUseCannotBeDeleted";
            default -> "Other";
        };
        out.putObject("error").put("code", code).put("message", failure.message());
    }

    @Override
    protected Answer refusal(Request request, CloudException failure) {
        ObjectNode out = JSON.createObjectNode();
        error(out, failure);
        int status = switch (failure.reason()) {
            case THROTTLED -> 429;
            case UNAVAILABLE -> 503;
            case CREDENTIALS -> 401;
            case NOT_FOUND -> 404;
            case QUOTA, IN_USE -> 409;
            default -> 400;
        };
        return Answer.json(status, out.toString());
    }

    private Answer act(Matcher path, Request request, Fault fault) {
        if (path.group(1) == null) {
            return page(groups(request, fault), request);
        }
        Thing group = findGroup(path.group(1)).orElse(null);
        if (path.group(2) == null) {
            return group(path.group(1), Optional.ofNullable(group), request);
        }
        if (group == null) {
            throw HostileCloud.failure(Reason.NOT_FOUND, "No group " + path.group(1));
        }
        Kind kind = kind(path.group(2));
        return thing(group, kind, path.group(3), request);
    }

    private static Kind kind(String type) {
        return Optional.ofNullable(KINDS.get(type))
                .orElseThrow(() -> HostileCloud.failure(Reason.REFUSED, "No such type " + type));
    }

    private Optional<Thing> findGroup(String name) {
        for (String region : REGIONS) {
            Optional<Thing> found = cloud.findNamed("azure", region, Kind.GROUP, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private List<ObjectNode> groups(Request request, Fault fault) {
        Matcher filter = Pattern.compile("tagName eq '([^']+)'(?: and tagValue eq '([^']+)')?")
                .matcher(request.query().getOrDefault("$filter", ""));
        List<ObjectNode> all = new ArrayList<>();
        boolean filtered = filter.matches();
        for (String region : REGIONS) {
            cloud.list("azure", region, Kind.GROUP, fault == Fault.STALE_LIST).stream()
                    .filter(thing -> !filtered || thing.tags.containsKey(filter.group(1)))
                    .filter(thing -> !filtered
                            || filter.group(2) == null
                            || filter.group(2).equals(thing.tags.get(filter.group(1))))
                    .forEach(thing -> all.add(shown(thing)));
        }
        return all;
    }

    private Answer page(List<ObjectNode> all, Request request) {
        int from = Integer.parseInt(request.query().getOrDefault("$skiptoken", "0"));
        int to = Math.min(all.size(), from + PAGE);
        ObjectNode out = JSON.createObjectNode();
        ArrayNode value = out.putArray("value");
        all.subList(from, to).forEach(value::add);
        if (to < all.size()) {
            String filter = request.query().getOrDefault("$filter", "");
            out.put(
                    "nextLink",
                    address() + request.path() + "?$skiptoken=" + to
                            + (filter.isEmpty()
                                    ? ""
                                    : "&$filter=" + filter.replace(" ", "%20").replace("'", "%27")));
        }
        return Answer.json(200, out.toString());
    }

    private Answer group(String name, Optional<Thing> group, Request request) {
        switch (request.method()) {
            case "PUT" -> {
                JsonNode in = JSON.readTree(request.body());
                Thing made = group.orElseGet(() -> cloud.make(new Wish(
                        "azure",
                        in.get("location").asString(),
                        in.get("location").asString(),
                        Kind.GROUP,
                        name,
                        name,
                        texts(in.get("tags")),
                        Map.of(),
                        List.of(),
                        Optional.empty())));
                return Answer.json(201, shown(made).toString());
            }
            case "PATCH" -> {
                cloud.change(
                        need(group, name).id,
                        texts(JSON.readTree(request.body()).get("tags")),
                        Optional.empty());
                return Answer.json(200, "{}");
            }
            case "DELETE" -> {
                cloud.delete(need(group, name).id);
                return accepted(202, JSON.createObjectNode(), Optional.empty());
            }
            default -> {
                return Answer.json(200, shown(need(group, name)).toString());
            }
        }
    }

    private static Thing need(Optional<Thing> thing, String name) {
        return thing.orElseThrow(() -> HostileCloud.failure(Reason.NOT_FOUND, "There is no " + name));
    }

    private Answer accepted(int status, ObjectNode body, Optional<CloudException> end) {
        String operation = "/operations/" + operations.size() + "-" + System.nanoTime();
        operations.put(operation, end);
        return new Answer(
                status,
                "application/json",
                body.toString(),
                Map.of("Azure-AsyncOperation", address() + operation, "Retry-After", "0"));
    }

    private Answer thing(Thing group, Kind kind, String name, Request request) {
        Optional<Thing> there = cloud.findNamed("azure", group.region, kind, name);
        switch (request.method()) {
            case "PUT" -> {
                JsonNode in = JSON.readTree(request.body());
                Optional<CloudException> end = Optional.empty();
                try {
                    put(group, kind, name, there, in);
                } catch (CloudException e) {
                    // accepted first, and refused later
                    if (e.reason() != Reason.CAPACITY) {
                        throw e;
                    }
                    end = Optional.of(e);
                }
                return accepted(201, JSON.createObjectNode().put("name", name), end);
            }
            case "PATCH" -> {
                cloud.change(
                        need(there, name).id,
                        texts(JSON.readTree(request.body()).get("tags")),
                        Optional.empty());
                return Answer.json(200, "{}");
            }
            case "DELETE" -> {
                cloud.delete(need(there, name).id);
                return accepted(202, JSON.createObjectNode(), Optional.empty());
            }
            default -> {
                return Answer.json(200, shown(need(there, name)).toString());
            }
        }
    }

    private void put(Thing group, Kind kind, String name, Optional<Thing> there, JsonNode in) {
        JsonNode properties = in.get("properties");
        Optional<Instant> timer = kind == Kind.SCHEDULE
                ? Optional.of(next(properties.get("dailyRecurrence").get("time").asString()))
                : Optional.empty();
        if (there.isPresent()) {
            cloud.change(there.get().id, texts(in.get("tags")), timer);
            rules(there.get(), kind, properties);
            return;
        }
        Map<String, String> facts = new TreeMap<>(Map.of("group", group.name));
        List<String> standsOn = new ArrayList<>(List.of(group.id));
        if (kind == Kind.SCHEDULE) {
            String vm = properties.get("targetResourceId").asString().replaceFirst(".*/", "");
            standsOn.add(need(cloud.findNamed("azure", group.region, Kind.VM, vm), vm).id);
        }
        in.path("identity")
                .path("userAssignedIdentities")
                .properties()
                .forEach(identity -> facts.put(HostileCloud.IDENTITY, identity.getKey()));
        Thing made = cloud.make(new Wish(
                "azure", group.region, group.region, kind, name, name, texts(in.get("tags")), facts, standsOn, timer));
        rules(made, kind, properties);
    }

    private static void rules(Thing thing, Kind kind, JsonNode properties) {
        if (kind == Kind.FIREWALL) {
            thing.facts.keySet().removeIf(key -> key.startsWith("rule "));
            properties
                    .get("securityRules")
                    .get(0)
                    .get("properties")
                    .get("sourceAddressPrefixes")
                    .forEach(source -> thing.facts.put("rule " + source.asString(), "5201"));
        }
    }

    /** The next time of the day. */
    private Instant next(String time) {
        OffsetDateTime now = cloud.now().atOffset(ZoneOffset.UTC);
        OffsetDateTime today = now.with(LocalTime.parse(time, DateTimeFormatter.ofPattern("HHmm")));
        return (today.isAfter(now) ? today : today.plusDays(1)).toInstant();
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asString()));
        return texts;
    }

    private ObjectNode shown(Thing thing) {
        ObjectNode out = JSON.createObjectNode();
        out.put("name", thing.name).put("location", thing.region);
        if (thing.kind == Kind.VM) {
            out.put(
                    "id",
                    "/subscriptions/s/resourceGroups/" + thing.facts.getOrDefault("group", "others")
                            + "/providers/Microsoft.Compute/virtualMachines/" + thing.name);
        }
        ObjectNode tags = out.putObject("tags");
        thing.tags.forEach(tags::put);
        State state = thing.state(cloud.now());
        ObjectNode properties = out.putObject("properties");
        properties.put(
                "provisioningState",
                switch (state) {
                    case STARTING -> "Creating";
                    case ENDING -> "Deleting";
                    default -> "Succeeded";
                });
        if (thing.kind == Kind.ADDRESS) {
            properties.put("ipAddress", "192.0.2." + (thing.id.hashCode() & 127));
        }
        if (thing.kind == Kind.FIREWALL) {
            ArrayNode sources = properties
                    .putArray("securityRules")
                    .addObject()
                    .putObject("properties")
                    .putArray("sourceAddressPrefixes");
            thing.facts.keySet().stream()
                    .filter(key -> key.startsWith("rule "))
                    .forEach(key -> sources.add(key.substring("rule ".length())));
        }
        return out;
    }
}
