package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Resource.State;
import io.longhaul.clouds.hostile.HostileCloud.Thing;
import io.longhaul.clouds.hostile.HostileCloud.Wish;
import java.io.IOException;
import java.time.Instant;
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
import tools.jackson.databind.node.ObjectNode;

/** The part of Compute Engine's REST that we use. All things are in the region {@code global}. Thread-safe. */
public final class GcpFace extends HttpFace {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String REGION = "global";
    private static final Pattern PATH = Pattern.compile(
            "/compute/v1/projects/[^/]+/(?:zones/([^/]+)|global|aggregated)/(instances|firewalls|disks|operations)(?:/([^/]+))?(?:/([^/]+))?");
    /** What became of operations that go on, by their name. */
    private final Map<String, Optional<CloudException>> operations = new ConcurrentHashMap<>();

    private static final int PAGE = 400;

    public GcpFace(HostileCloud cloud) throws IOException {
        super(cloud, "gcp");
    }

    @Override
    protected Answer answer(Request request) {
        Matcher path = PATH.matcher(request.path());
        if (!path.matches()) {
            throw HostileCloud.failure(Reason.REFUSED, "No such path " + request.path());
        }
        Optional<String> name = Optional.ofNullable(path.group(3));
        String verb = path.group(4) != null
                ? path.group(4)
                : switch (request.method()) {
                    case "POST" -> "insert";
                    case "DELETE" -> "delete";
                    case "PATCH" -> "patch";
                    default -> name.isPresent() ? "get" : "list";
                };
        String call = (path.group(2).equals("operations")
                        ? path.group(1) == null ? "globalOperations" : "zoneOperations"
                        : path.group(2))
                + "." + verb;
        Fault fault = cloud.enter(provider, call);
        String zone = Optional.ofNullable(path.group(1)).orElse(REGION);
        Answer answer = act(call, zone, name.orElse(""), request, fault);
        if (fault == Fault.DELIVERED_TWICE) {
            answer = act(call, zone, name.orElse(""), request, fault);
        }
        HostileCloud.leave(fault);
        return answer;
    }

    @Override
    protected Answer refusal(Request request, CloudException failure) {
        int status = switch (failure.reason()) {
            case THROTTLED -> 429;
            case UNAVAILABLE -> 503;
            case CREDENTIALS -> 401;
            case NOT_FOUND -> 404;
            case IN_USE -> 400;
            default -> failure.message().startsWith("Already") ? 409 : 400;
        };
        String message =
                failure.reason() == Reason.IN_USE ? "The resource is already being used by another" : failure.message();
        ObjectNode out = JSON.createObjectNode();
        ObjectNode error = out.putObject("error");
        error.put("code", status).put("message", message);
        error.putArray("errors").addObject().put("message", message).put("reason", "r");
        return Answer.json(status, out.toString());
    }

    /** What is begun goes on at first: who wants to know its end waits for it. */
    private Answer operation(String zone, Optional<CloudException> failure) {
        String name = "operation-" + operations.size();
        operations.put(name, failure);
        ObjectNode out = JSON.createObjectNode();
        out.put("kind", "compute#operation").put("name", name).put("status", "RUNNING");
        if (!zone.equals(REGION)) {
            out.put("zone", "https://www.googleapis.com/compute/v1/projects/p/zones/" + zone);
        }
        return Answer.json(200, out.toString());
    }

    private static Answer ended(String name, Optional<CloudException> failure) {
        ObjectNode out = JSON.createObjectNode();
        out.put("kind", "compute#operation").put("name", name).put("status", "DONE");
        failure.ifPresent(lost -> out.putObject("error")
                .putArray("errors")
                .addObject()
                .put("code", lost.reason() == Reason.CAPACITY ? "ZONE_RESOURCE_POOL_EXHAUSTED" : "QUOTA_EXCEEDED")
                .put("message", lost.message()));
        return Answer.json(200, out.toString());
    }

    private Answer act(String call, String zone, String name, Request request, Fault fault) {
        JsonNode in = request.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(request.body());
        switch (call) {
            case "instances.insert" -> {
                return insert(zone, in);
            }
            case "firewalls.insert" -> {
                String wanted = in.get("name").asString();
                if (cloud.findNamed("gcp", REGION, Kind.FIREWALL, wanted).isPresent()) {
                    throw HostileCloud.failure(Reason.REFUSED, "Already there: " + wanted);
                }
                Thing made = cloud.make(wish(Kind.FIREWALL, REGION, wanted, described(in), Map.of(), Optional.empty()));
                ranges(made, in);
                return operation(zone, Optional.empty());
            }
            case "zoneOperations.wait", "globalOperations.wait" -> {
                return ended(name, operations.getOrDefault(name, Optional.empty()));
            }
            case "instances.get" -> {
                return Answer.json(200, instance(named(Kind.VM, name)).toString());
            }
            case "firewalls.get" -> {
                return Answer.json(200, firewall(named(Kind.FIREWALL, name)).toString());
            }
            case "instances.delete", "firewalls.delete", "disks.delete" -> {
                Kind kind = call.startsWith("inst") ? Kind.VM : call.startsWith("fire") ? Kind.FIREWALL : Kind.DISK;
                cloud.delete(named(kind, name).id);
                return operation(zone, Optional.empty());
            }
            case "instances.setLabels" -> {
                Thing vm = named(Kind.VM, name);
                if (!"fp".equals(in.get("labelFingerprint").asString())) {
                    throw HostileCloud.failure(Reason.REFUSED, "Wrong fingerprint");
                }
                cloud.change(vm.id, texts(in.get("labels")), Optional.empty());
                return operation(zone, Optional.empty());
            }
            case "instances.setMetadata" -> {
                Thing vm = named(Kind.VM, name);
                metadata(in).forEach(vm.facts::put);
                cloud.change(vm.id, Map.of(), Optional.empty());
                return operation(zone, Optional.empty());
            }
            case "firewalls.patch" -> {
                Thing rule = named(Kind.FIREWALL, name);
                cloud.change(rule.id, described(in), Optional.empty());
                ranges(rule, in);
                return operation(zone, Optional.empty());
            }
            case "firewalls.list" -> {
                return page(Kind.FIREWALL, request, fault);
            }
            case "instances.list" -> {
                return page(Kind.VM, request, fault);
            }
            case "disks.list" -> {
                return page(Kind.DISK, request, fault);
            }
            default -> throw HostileCloud.failure(Reason.REFUSED, "No such call " + call);
        }
    }

    private Answer insert(String zone, JsonNode in) {
        String name = in.get("name").asString();
        if (cloud.findNamed("gcp", REGION, Kind.VM, name).isPresent()) {
            throw HostileCloud.failure(Reason.REFUSED, "Already there: " + name);
        }
        JsonNode scheduling = in.get("scheduling");
        Optional<Instant> end = Optional.ofNullable(scheduling.get("terminationTime"))
                .filter(time -> "DELETE"
                        .equals(scheduling.get("instanceTerminationAction").asString()))
                .map(time -> Instant.parse(time.asString()));
        Map<String, String> facts = new TreeMap<>(metadata(in.get("metadata")));
        facts.put("type", in.get("machineType").asString());
        try {
            cloud.make(wish(Kind.VM, zone, name, texts(in.get("labels")), facts, end));
        } catch (CloudException e) {
            if (e.reason() == Reason.CAPACITY || e.reason() == Reason.QUOTA) {
                return operation(zone, Optional.of(e));
            }
            throw e;
        }
        return operation(zone, Optional.empty());
    }

    private static Wish wish(
            Kind kind,
            String zone,
            String name,
            Map<String, String> tags,
            Map<String, String> facts,
            Optional<Instant> end) {
        return new Wish("gcp", REGION, zone, kind, name, name, tags, facts, List.of(), end);
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asString()));
        return texts;
    }

    private static Map<String, String> metadata(JsonNode metadata) {
        Map<String, String> items = new LinkedHashMap<>();
        metadata.get("items")
                .forEach(item ->
                        items.put(item.get("key").asString(), item.get("value").asString()));
        return items;
    }

    private static Map<String, String> described(JsonNode in) {
        Map<String, String> tags = new LinkedHashMap<>();
        if (in.has("description")) {
            for (String word : in.get("description").asString().split(" ", -1)) {
                tags.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
        }
        return tags;
    }

    private static void ranges(Thing rule, JsonNode in) {
        if (in.has("sourceRanges")) {
            rule.facts.keySet().removeIf(key -> key.startsWith("rule "));
            in.get("sourceRanges").forEach(range -> rule.facts.put("rule " + range.asString(), "5201"));
        }
    }

    private Thing named(Kind kind, String name) {
        return cloud.findNamed("gcp", REGION, kind, name)
                .orElseThrow(() -> HostileCloud.failure(Reason.NOT_FOUND, "no " + kind + " " + name));
    }

    private Answer page(Kind kind, Request request, Fault fault) {
        String filter = request.query().getOrDefault("filter", "");
        List<Thing> all = cloud.list("gcp", REGION, kind, fault == Fault.STALE_LIST).stream()
                .filter(thing -> filter.isEmpty() || matches(filter, thing))
                .toList();
        int from = Integer.parseInt(request.query().getOrDefault("pageToken", "0"));
        int to = Math.min(all.size(), from + PAGE);
        ObjectNode out = JSON.createObjectNode();
        if (kind == Kind.FIREWALL) {
            var items = out.putArray("items");
            all.subList(from, to).forEach(thing -> items.add(firewall(thing)));
        } else {
            String set = kind == Kind.VM ? "instances" : "disks";
            ObjectNode zones = out.putObject("items");
            ObjectNode empty = zones.putObject("zones/nowhere-a").putObject("warning");
            empty.put("code", "NO_RESULTS_ON_PAGE");
            for (Thing thing : all.subList(from, to)) {
                ObjectNode zone = zones.withObject("/zones~1" + thing.zone);
                zone.withArray("/" + set).add(kind == Kind.VM ? instance(thing) : disk(thing));
            }
        }
        if (to < all.size()) {
            out.put("nextPageToken", Integer.toString(to));
        }
        return Answer.json(200, out.toString());
    }

    private static boolean matches(String filter, Thing thing) {
        String rest = filter.replaceFirst("^labels\\.", "");
        return rest.endsWith(":*")
                ? thing.tags.containsKey(rest.substring(0, rest.length() - 2))
                : rest.substring(rest.indexOf('=') + 1).equals(thing.tags.get(rest.substring(0, rest.indexOf('='))));
    }

    private static void labels(ObjectNode out, Thing thing) {
        ObjectNode labels = out.putObject("labels");
        thing.tags.forEach(labels::put);
    }

    private ObjectNode instance(Thing vm) {
        State state = vm.state(cloud.now());
        ObjectNode out = JSON.createObjectNode();
        out.put("name", vm.name)
                .put("zone", "https://www.googleapis.com/compute/v1/projects/p/zones/" + vm.zone)
                .put("creationTimestamp", vm.made.toString())
                .put("labelFingerprint", "fp")
                .put(
                        "status",
                        switch (state) {
                            case STARTING -> "STAGING";
                            case RUNNING -> "RUNNING";
                            case STOPPED -> "TERMINATED";
                            case ENDING -> "STOPPING";
                        });
        labels(out, vm);
        ObjectNode metadata = out.putObject("metadata").put("fingerprint", "fp");
        var items = metadata.putArray("items");
        vm.facts.forEach((key, value) -> items.addObject().put("key", key).put("value", value));
        if (state == State.RUNNING) {
            out.putArray("networkInterfaces")
                    .addObject()
                    .putArray("accessConfigs")
                    .addObject()
                    .put("natIP", "203.0.113." + (vm.id.hashCode() & 127));
        }
        return out;
    }

    private static ObjectNode disk(Thing disk) {
        ObjectNode out = JSON.createObjectNode();
        out.put("name", disk.name).put("zone", "zones/" + disk.zone);
        labels(out, disk);
        return out;
    }

    private static ObjectNode firewall(Thing rule) {
        ObjectNode out = JSON.createObjectNode();
        out.put("name", rule.name)
                .put(
                        "description",
                        String.join(
                                " ",
                                rule.tags.entrySet().stream()
                                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                                        .toList()));
        var ranges = out.putArray("sourceRanges");
        rule.facts.keySet().stream()
                .filter(key -> key.startsWith("rule "))
                .forEach(key -> ranges.add(key.substring("rule ".length())));
        return out;
    }
}
