package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Resource.State;
import io.longhaul.clouds.hostile.HostileCloud.Thing;
import io.longhaul.clouds.hostile.HostileCloud.Wish;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** EC2's query protocol, EventBridge Scheduler's JSON and the one call of STS that we make. Thread-safe. */
public final class AwsFace extends HttpFace {
    private static final Pattern SCOPE = Pattern.compile("Credential=([^/]+)/\\d+/([^/]+)/([^/]+)/");
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGE = 400;

    public AwsFace(HostileCloud cloud) throws IOException {
        super(cloud, "aws");
    }

    @Override
    protected Answer answer(HttpFace.Request request) {
        Matcher scope = SCOPE.matcher(request.authorization());
        if (!scope.find()) {
            throw HostileCloud.failure(Reason.CREDENTIALS, "The request is not signed");
        }
        String region = scope.group(2);
        if (scope.group(3).equals("scheduler")) {
            return schedules(request, region);
        }
        Map<String, String> in = form(request.body());
        String action = in.getOrDefault("Action", "");
        Fault fault = cloud.enter(provider, action);
        String body = act(action, in, region, fault);
        if (fault == Fault.DELIVERED_TWICE) {
            body = act(action, in, region, fault);
        }
        HostileCloud.leave(fault);
        if (action.equals("GetCallerIdentity")) {
            return xml(
                    200,
                    "<GetCallerIdentityResponse><GetCallerIdentityResult>" + body
                            + "</GetCallerIdentityResult></GetCallerIdentityResponse>");
        }
        return xml(200, "<" + action + "Response><requestId>r</requestId>" + body + "</" + action + "Response>");
    }

    private static Answer xml(int status, String body) {
        return new Answer(status, "text/xml", body, Map.of());
    }

    @Override
    protected Answer refusal(HttpFace.Request request, CloudException failure) {
        String action = form(request.body()).getOrDefault("Action", "");
        String code = switch (failure.reason()) {
            case THROTTLED -> "RequestLimitExceeded";
            case UNAVAILABLE -> "Unavailable";
            case CAPACITY -> "InsufficientInstanceCapacity";
            case QUOTA -> "VcpuLimitExceeded";
            case IN_USE -> "DependencyViolation";
            case CREDENTIALS -> "RequestExpired";
            case NOT_FOUND -> action.contains("Group") ? "InvalidGroup.NotFound" : "InvalidInstanceID.NotFound";
            default -> failure.message().startsWith("Duplicate") ? "InvalidGroup.Duplicate" : "InvalidParameterValue";
        };
        int status = switch (failure.reason()) {
            case THROTTLED, UNAVAILABLE -> 503;
            case CAPACITY -> 500;
            default -> 400;
        };
        if (request.path().startsWith("/schedules")) {
            String type = switch (failure.reason()) {
                case NOT_FOUND -> "ResourceNotFoundException";
                case THROTTLED -> "ThrottlingException";
                case UNAVAILABLE -> "InternalServerException";
                case CREDENTIALS -> "ExpiredTokenException";
                default -> "ValidationException";
            };
            return new Answer(
                    failure.reason() == Reason.NOT_FOUND ? 404 : failure.reason() == Reason.THROTTLED ? 429 : status,
                    "application/json",
                    "{\"Message\":\"" + failure.message() + "\"}",
                    Map.of("x-amzn-ErrorType", type));
        }
        return xml(
                status,
                "<Response><Errors><Error><Code>" + code + "</Code><Message>" + failure.message()
                        + "</Message></Error></Errors><RequestID>r</RequestID></Response>");
    }

    private String act(String action, Map<String, String> in, String region, Fault fault) {
        return switch (action) {
            case "GetCallerIdentity" ->
                "<Arn>arn:aws:iam::123456789012:user/u</Arn><UserId>u</UserId><Account>123456789012</Account>";
            case "DescribeRegions" ->
                "<regionInfo>"
                        + List.of("us-east-1", "eu-west-1").stream()
                                .map(name -> "<item><regionName>" + name
                                        + "</regionName><optInStatus>opt-in-not-required</optInStatus></item>")
                                .collect(Collectors.joining())
                        + "</regionInfo>";
            case "DescribeSubnets" -> "<subnetSet><item><subnetId>s</subnetId><vpcId>vpc-1</vpcId></item></subnetSet>";
            case "CreateSecurityGroup" -> {
                String name = need(in, "GroupName");
                if (cloud.findNamed("aws", region, Kind.FIREWALL, name).isPresent()) {
                    throw HostileCloud.failure(Reason.REFUSED, "Duplicate group " + name);
                }
                Thing made =
                        cloud.make(request(Kind.FIREWALL, region, region, name, name, tags(in), Map.of(), List.of()));
                yield "<return>true</return><groupId>" + made.id + "</groupId>";
            }
            case "AuthorizeSecurityGroupIngress" -> {
                String id = need(in, "GroupId");
                Thing group = cloud.find(id).orElseThrow(() -> HostileCloud.failure(Reason.NOT_FOUND, "no " + id));
                cloud.change(group.id, Map.of(), Optional.empty());
                group.facts.put(
                        "rule " + need(in, "IpPermissions.1.IpRanges.1.CidrIp"), need(in, "IpPermissions.1.FromPort"));
                yield "<return>true</return>";
            }
            case "RunInstances" -> {
                String zone = in.getOrDefault("Placement.AvailabilityZone", region + "a");
                Map<String, String> facts = new TreeMap<>();
                facts.put("type", need(in, "InstanceType"));
                facts.put("shutdown", need(in, "InstanceInitiatedShutdownBehavior"));
                facts.put("tags in metadata", need(in, "MetadataOptions.InstanceMetadataTags"));
                facts.put("user data", need(in, "UserData"));
                Thing made = cloud.make(request(
                        Kind.VM,
                        region,
                        zone,
                        tags(in).getOrDefault("Name", ""),
                        need(in, "ClientToken"),
                        tags(in),
                        facts,
                        List.of(need(in, "NetworkInterface.1.SecurityGroupId.1"))));
                yield "<instancesSet>" + instance(made) + "</instancesSet>";
            }
            case "DescribeInstances" ->
                paged(
                        "reservationSet",
                        found(Kind.VM, in, region, fault),
                        in,
                        vm -> "<item><reservationId>" + vm.id + "</reservationId><instancesSet>" + instance(vm)
                                + "</instancesSet></item>");
            case "DescribeSecurityGroups" ->
                paged(
                        "securityGroupInfo",
                        found(Kind.FIREWALL, in, region, fault),
                        in,
                        group -> "<item><groupId>" + group.id + "</groupId><groupName>" + group.name + "</groupName>"
                                + tagSet(group) + "</item>");
            case "DescribeVolumes" ->
                paged(
                        "volumeSet",
                        found(Kind.DISK, in, region, fault),
                        in,
                        disk -> "<item><volumeId>" + disk.id + "</volumeId>" + tagSet(disk) + "</item>");
            case "DescribeNetworkInterfaces" ->
                paged(
                        "networkInterfaceSet",
                        found(Kind.INTERFACE, in, region, fault),
                        in,
                        card -> "<item><networkInterfaceId>" + card.id + "</networkInterfaceId>" + tagSet(card)
                                + "</item>");
            case "TerminateInstances" -> {
                cloud.delete(need(in, "InstanceId.1"));
                yield "<instancesSet/>";
            }
            case "DeleteSecurityGroup" -> {
                cloud.delete(need(in, "GroupId"));
                yield "<return>true</return>";
            }
            case "DeleteVolume" -> {
                cloud.delete(need(in, "VolumeId"));
                yield "<return>true</return>";
            }
            case "DeleteNetworkInterface" -> {
                cloud.delete(need(in, "NetworkInterfaceId"));
                yield "<return>true</return>";
            }
            case "CreateTags" -> {
                Map<String, String> tags = new LinkedHashMap<>();
                for (int i = 1; in.containsKey("Tag." + i + ".Key"); i++) {
                    tags.put(need(in, "Tag." + i + ".Key"), need(in, "Tag." + i + ".Value"));
                }
                cloud.change(need(in, "ResourceId.1"), tags, Optional.empty());
                yield "<return>true</return>";
            }
            default -> throw HostileCloud.failure(Reason.REFUSED, "InvalidAction " + action);
        };
    }

    private static Wish request(
            Kind kind,
            String region,
            String zone,
            String name,
            String token,
            Map<String, String> tags,
            Map<String, String> facts,
            List<String> standsOn) {
        return new Wish("aws", region, zone, kind, name, token, tags, facts, standsOn, Optional.empty());
    }

    private static String need(Map<String, String> in, String field) {
        String value = in.get(field);
        if (value == null) {
            throw HostileCloud.failure(Reason.REFUSED, "MissingParameter " + field);
        }
        return value;
    }

    private static Map<String, String> tags(Map<String, String> in) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (int i = 1; in.containsKey("TagSpecification.1.Tag." + i + ".Key"); i++) {
            tags.put(
                    need(in, "TagSpecification.1.Tag." + i + ".Key"),
                    need(in, "TagSpecification.1.Tag." + i + ".Value"));
        }
        return tags;
    }

    /** Filters by tags and names as EC2 has them; others do not matter here. */
    private List<Thing> found(Kind kind, Map<String, String> in, String region, Fault fault) {
        List<Thing> found = new ArrayList<>(cloud.list("aws", region, kind, fault == Fault.STALE_LIST));
        for (int i = 1; in.containsKey("Filter." + i + ".Name"); i++) {
            String name = need(in, "Filter." + i + ".Name");
            String value = need(in, "Filter." + i + ".Value.1");
            if (name.equals("tag-key")) {
                found.removeIf(thing -> !thing.tags.containsKey(value));
            } else if (name.startsWith("tag:")) {
                found.removeIf(thing -> !value.equals(thing.tags.get(name.substring(4))));
            } else if (name.equals("group-name")) {
                found.removeIf(thing -> !thing.name.equals(value));
            }
        }
        return found;
    }

    private static String paged(String set, List<Thing> all, Map<String, String> in, Function<Thing, String> item) {
        int from = Integer.parseInt(in.getOrDefault("NextToken", "0"));
        int to = Math.min(all.size(), from + Math.min(PAGE, Integer.parseInt(in.getOrDefault("MaxResults", "1000"))));
        return "<" + set + ">" + all.subList(from, to).stream().map(item).collect(Collectors.joining()) + "</" + set
                + ">" + (to < all.size() ? "<nextToken>" + to + "</nextToken>" : "");
    }

    private static String tagSet(Thing thing) {
        return "<tagSet>"
                + thing.tags.entrySet().stream()
                        .map(tag -> "<item><key>" + tag.getKey() + "</key><value>" + tag.getValue() + "</value></item>")
                        .collect(Collectors.joining())
                + "</tagSet>";
    }

    private String instance(Thing vm) {
        State state = vm.state(cloud.now());
        String name = switch (state) {
            case STARTING -> "pending";
            case RUNNING -> "running";
            case STOPPED -> "stopped";
            case ENDING -> "shutting-down";
        };
        String address =
                state == State.RUNNING ? "<ipAddress>198.51.100." + (vm.id.hashCode() & 127) + "</ipAddress>" : "";
        return "<item><instanceId>" + vm.id + "</instanceId><instanceState><code>0</code><name>" + name
                + "</name></instanceState><launchTime>" + vm.made + "</launchTime><placement><availabilityZone>"
                + vm.zone
                + "</availabilityZone></placement>" + address + tagSet(vm) + "</item>";
    }

    private Answer schedules(HttpFace.Request request, String region) {
        String name = request.path().replaceFirst("^/schedules/?", "");
        String call = switch (request.method()) {
            case "POST" -> "CreateSchedule";
            case "PUT" -> "UpdateSchedule";
            case "DELETE" -> "DeleteSchedule";
            default -> name.isEmpty() ? "ListSchedules" : "GetSchedule";
        };
        Fault fault = cloud.enter(provider, call);
        Answer answer = schedule(call, name, request, region, fault);
        HostileCloud.leave(fault);
        return answer;
    }

    private Answer schedule(String call, String name, HttpFace.Request request, String region, Fault fault) {
        switch (call) {
            case "ListSchedules" -> {
                ObjectNode out = JSON.createObjectNode();
                var list = out.putArray("Schedules");
                String prefix = request.query().getOrDefault("NamePrefix", "");
                List<Thing> all = cloud.list("aws", region, Kind.SCHEDULE, fault == Fault.STALE_LIST).stream()
                        .filter(thing -> thing.name.startsWith(prefix))
                        .toList();
                int from = Integer.parseInt(request.query().getOrDefault("NextToken", "0"));
                int to = Math.min(all.size(), from + 100);
                all.subList(from, to)
                        .forEach(thing -> list.addObject()
                                .put("Name", thing.name)
                                .put("CreationDate", thing.made.getEpochSecond()));
                if (to < all.size()) {
                    out.put("NextToken", Integer.toString(to));
                }
                return Answer.json(200, out.toString());
            }
            case "CreateSchedule", "UpdateSchedule" -> {
                JsonNode in = JSON.readTree(request.body());
                Instant at = LocalDateTime.parse(
                                in.get("ScheduleExpression").asString().replaceAll("at\\((.*)\\)", "$1"))
                        .toInstant(ZoneOffset.UTC);
                Map<String, String> tags = described(in.get("Description").asString());
                if (call.equals("CreateSchedule")) {
                    String vm = JSON.readTree(in.get("Target").get("Input").asString())
                            .get("InstanceIds")
                            .get(0)
                            .asString();
                    cloud.make(new Wish(
                            "aws",
                            region,
                            region,
                            Kind.SCHEDULE,
                            name,
                            name,
                            tags,
                            Map.of("target", in.get("Target").toString()),
                            List.of(vm),
                            Optional.of(at)));
                } else {
                    cloud.change(named(region, name).id, tags, Optional.of(at));
                }
                return Answer.json(
                        200, "{\"ScheduleArn\":\"arn:aws:scheduler:" + region + ":1:schedule/default/" + name + "\"}");
            }
            case "GetSchedule" -> {
                Thing thing = named(region, name);
                ObjectNode out = JSON.createObjectNode();
                out.put("Name", name);
                out.put(
                        "Description",
                        thing.tags.entrySet().stream()
                                .map(tag -> tag.getKey() + "=" + tag.getValue())
                                .collect(Collectors.joining(" ")));
                out.set("Target", JSON.readTree(thing.facts.getOrDefault("target", "{}")));
                return Answer.json(200, out.toString());
            }
            default -> {
                cloud.delete(named(region, name).id);
                return Answer.json(200, "{}");
            }
        }
    }

    private Thing named(String region, String name) {
        return cloud.findNamed("aws", region, Kind.SCHEDULE, name)
                .orElseThrow(() -> HostileCloud.failure(Reason.NOT_FOUND, "no schedule " + name));
    }

    private static Map<String, String> described(String description) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (String word : description.split(" ", -1)) {
            tags.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        return tags;
    }
}
