package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Order;
import io.longhaul.clouds.Resource;
import io.longhaul.core.topology.SiteId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.IpRange;
import software.amazon.awssdk.services.ec2.model.MarketType;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.ShutdownBehavior;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.scheduler.SchedulerClient;
import software.amazon.awssdk.services.scheduler.model.ActionAfterCompletion;
import software.amazon.awssdk.services.scheduler.model.ConflictException;
import software.amazon.awssdk.services.scheduler.model.FlexibleTimeWindowMode;
import software.amazon.awssdk.services.scheduler.model.GetScheduleResponse;
import software.amazon.awssdk.services.scheduler.model.ScheduleSummary;
import software.amazon.awssdk.services.scheduler.model.Target;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * VMs of EC2: a security group in each region, one {@code RunInstances} a VM with all tags in it, and a one-shot schedule of EventBridge
 * that terminates the VM at the end of its lease. The SDK tries nothing again; who calls does. Safe for any thread.
 */
final class AwsVms implements CloudVms {
    /** What EventBridge acts as; {@code fleet plan} prints how to make it, once for an account. */
    static final String TIMER_ROLE = "longhaul-fleet-timer";

    private static final Pattern ZONE = Pattern.compile("(?<=\\d)[a-z]$");
    /** Types with processors of AWS's own: m6g, c7gn, t4g; not g5. */
    private static final Pattern ARM = Pattern.compile("[a-z]+\\d+g[a-z]*\\..+");

    private static final String IMAGE = "resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-";
    private static final String TERMINATE = "arn:aws:scheduler:::aws-sdk:ec2:terminateInstances";
    private static final DateTimeFormatter AT = DateTimeFormatter.ofPattern(
                    "'at('yyyy-MM-dd'T'HH:mm:ss')'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int FIRST_PORT = 5201;
    private static final int LAST_PORT = 5202;
    private static final int PAGE = 1000;
    private static final int SCHEDULES_A_PAGE = 100;

    private final AwsClients clients;
    private final Map<String, Ec2Client> ec2 = new ConcurrentHashMap<>();
    private final Map<String, SchedulerClient> schedulers = new ConcurrentHashMap<>();
    private final Map<String, String> accounts = new ConcurrentHashMap<>();

    AwsVms(CloudAccess access) {
        clients = new AwsClients(access);
    }

    private Ec2Client ec2(SiteId site) {
        return ec2.computeIfAbsent(regionOf(site).name(), region -> clients.build(Ec2Client.builder(), region));
    }

    private SchedulerClient scheduler(SiteId site) {
        return schedulers.computeIfAbsent(
                regionOf(site).name(), region -> clients.build(SchedulerClient.builder(), region));
    }

    @Override
    public List<Kind> base() {
        return List.of(Kind.FIREWALL);
    }

    @Override
    public List<Kind> perVm() {
        return List.of(Kind.VM, Kind.SCHEDULE);
    }

    @Override
    public SiteId regionOf(SiteId site) {
        return region(site);
    }

    /** The region of a region or zone. */
    static SiteId region(SiteId site) {
        return new SiteId(site.provider(), ZONE.matcher(site.name()).replaceFirst(""));
    }

    @Override
    public List<SiteId> regions() {
        return asked(() ->
                ec2(new SiteId("aws", "us-east-1")).describeRegions(all -> all.allRegions(false)).regions().stream()
                        .map(region -> new SiteId("aws", region.regionName()))
                        .toList());
    }

    @Override
    public Resource create(Order order) {
        try {
            return asked(() -> switch (order.kind()) {
                case FIREWALL -> createFirewall(order);
                case VM -> createVm(order);
                case SCHEDULE -> createSchedule(order);
                default -> throw new IllegalArgumentException("no " + order.kind() + " is made on AWS");
            });
        } catch (CloudException e) {
            // what it stands on was made a moment ago, and this part of EC2 has not heard of it; images are never new
            boolean fresh = e.reason() == Reason.NOT_FOUND && !e.message().contains("InvalidAMI");
            throw fresh ? new CloudException(Reason.UNAVAILABLE, e.message(), e.advice(), e) : e;
        }
    }

    private Resource createFirewall(Order order) {
        Ec2Client client = ec2(order.site());
        Optional<String> vpc = order.vm()
                .flatMap(Order.Vm::subnet)
                .map(subnet -> client.describeSubnets(one -> one.subnetIds(subnet))
                        .subnets()
                        .get(0)
                        .vpcId());
        String id;
        try {
            id = client.createSecurityGroup(group -> {
                        group.groupName(order.name())
                                .description("Agents of the Longhaul fleet "
                                        + order.label().fleet())
                                .tagSpecifications(tags(order, ResourceType.SECURITY_GROUP));
                        vpc.ifPresent(group::vpcId);
                    })
                    .groupId();
        } catch (AwsServiceException e) {
            if (!code(e).equals("InvalidGroup.Duplicate")) {
                throw e;
            }
            id = client
                    .describeSecurityGroups(groups -> groups.filters(
                            filter("group-name", order.name()),
                            filter("tag:" + Label.FLEET, order.label().fleet())))
                    .securityGroups()
                    .stream()
                    .map(SecurityGroup::groupId)
                    .findFirst()
                    .orElseThrow(() -> new CloudException(
                            Reason.UNAVAILABLE,
                            "The security group " + order.name() + " is there and not listed yet.",
                            ""));
        }
        Resource made = order.made(id, order.site(), Resource.State.RUNNING);
        open(made, order.reach());
        return made;
    }

    private void open(Resource firewall, Collection<String> networks) {
        Ec2Client client = ec2(firewall.site());
        for (String network : networks) {
            try {
                client.authorizeSecurityGroupIngress(rule -> rule.groupId(firewall.id())
                        .ipPermissions(Stream.of("tcp", "udp")
                                .map(protocol -> IpPermission.builder()
                                        .ipProtocol(protocol)
                                        .fromPort(FIRST_PORT)
                                        .toPort(LAST_PORT)
                                        .ipRanges(IpRange.builder()
                                                .cidrIp(network)
                                                .build())
                                        .build())
                                .toList()));
            } catch (AwsServiceException e) {
                if (!code(e).equals("InvalidPermission.Duplicate")) {
                    throw e;
                }
            }
        }
    }

    private static Order.Vm vm(Order order) {
        return order.vm().orElseThrow(() -> new IllegalArgumentException("no VM is described"));
    }

    private static String base(Order order, Kind kind) {
        return order.base().stream()
                .filter(thing -> thing.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + kind + " to stand on"))
                .id();
    }

    private Resource createVm(Order order) {
        Order.Vm vm = vm(order);
        String image = vm.image().orElse(IMAGE + (ARM.matcher(vm.type()).matches() ? "arm64" : "x86_64"));
        InstanceNetworkInterfaceSpecification.Builder card = InstanceNetworkInterfaceSpecification.builder()
                .deviceIndex(0)
                .associatePublicIpAddress(true)
                .deleteOnTermination(true)
                .groups(base(order, Kind.FIREWALL));
        vm.subnet().ifPresent(card::subnetId);
        RunInstancesRequest.Builder run = RunInstancesRequest.builder()
                .minCount(1)
                .maxCount(1)
                .clientToken(order.token())
                .instanceType(vm.type())
                .imageId(image)
                .userData(Base64.getEncoder().encodeToString(vm.userData().getBytes(StandardCharsets.UTF_8)))
                .instanceInitiatedShutdownBehavior(ShutdownBehavior.TERMINATE)
                .metadataOptions(options -> options.httpTokens("required").instanceMetadataTags("enabled"))
                .networkInterfaces(card.build())
                .tagSpecifications(Stream.of(ResourceType.INSTANCE, ResourceType.VOLUME, ResourceType.NETWORK_INTERFACE)
                        .map(type -> tags(order, type))
                        .toList());
        if (!regionOf(order.site()).equals(order.site())) {
            run.placement(place -> place.availabilityZone(order.site().name()));
        }
        if (vm.spot()) {
            run.instanceMarketOptions(market -> market.marketType(MarketType.SPOT));
        }
        Instance instance =
                ec2(order.site()).runInstances(run.build()).instances().get(0);
        return order.made(instance.instanceId(), order.site(), Resource.State.STARTING);
    }

    private Resource createSchedule(Order order) {
        String instance = base(order, Kind.VM);
        Target target = terminate(order.site(), instance);
        try {
            scheduler(order.site())
                    .createSchedule(schedule -> schedule.name(order.name())
                            .clientToken(order.token())
                            .description(described(order.label()))
                            .scheduleExpression(AT.format(order.label().expires()))
                            .scheduleExpressionTimezone("UTC")
                            .flexibleTimeWindow(window -> window.mode(FlexibleTimeWindowMode.OFF))
                            .actionAfterCompletion(ActionAfterCompletion.DELETE)
                            .target(target));
        } catch (ConflictException thereAlready) {
            return order.made(order.name(), order.site(), Resource.State.RUNNING);
        }
        return order.made(order.name(), order.site(), Resource.State.RUNNING);
    }

    private Target terminate(SiteId site, String instance) {
        String account = accounts.computeIfAbsent("", one -> {
            try (StsClient sts =
                    clients.build(StsClient.builder(), regionOf(site).name())) {
                return sts.getCallerIdentity().account();
            }
        });
        return Target.builder()
                .arn(TERMINATE)
                .roleArn("arn:aws:iam::" + account + ":role/" + TIMER_ROLE)
                .input("{\"InstanceIds\":[\"" + instance + "\"]}")
                .build();
    }

    /** Schedules have no tags. */
    private static String described(Label label) {
        return String.join(
                " ",
                label.tags().entrySet().stream()
                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                        .toList());
    }

    private static Map<String, String> undescribed(String description) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (String word : description.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                tags.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return tags;
    }

    private static TagSpecification tags(Order order, ResourceType type) {
        List<Tag> tags = new ArrayList<>(tags(order.label()));
        tags.add(Tag.builder().key("Name").value(order.name()).build());
        return TagSpecification.builder().resourceType(type).tags(tags).build();
    }

    private static List<Tag> tags(Label label) {
        return label.tags().entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
    }

    private static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    @Override
    public List<Resource> list(SiteId region, Optional<String> fleet) {
        Filter ours = fleet.map(name -> filter("tag:" + Label.FLEET, name)).orElse(filter("tag-key", Label.FLEET));
        return asked(() -> {
            List<Resource> all = new ArrayList<>();
            Ec2Client client = ec2(region);
            client
                    .describeInstancesPaginator(page -> page.maxResults(PAGE)
                            .filters(
                                    ours,
                                    filter(
                                            "instance-state-name",
                                            "pending",
                                            "running",
                                            "stopping",
                                            "stopped",
                                            "shutting-down")))
                    .reservations()
                    .stream()
                    .flatMap(reservation -> reservation.instances().stream())
                    .forEach(vm -> resource(
                                    Kind.VM,
                                    vm.instanceId(),
                                    new SiteId(
                                            "aws",
                                            vm.placement() == null
                                                            || vm.placement().availabilityZone() == null
                                                    ? region.name()
                                                    : vm.placement().availabilityZone()),
                                    vm.tags(),
                                    state(vm.state().name()),
                                    Optional.ofNullable(vm.publicIpAddress())
                                            .or(() -> Optional.ofNullable(vm.privateIpAddress())),
                                    Optional.ofNullable(vm.launchTime()))
                            .ifPresent(all::add));
            client
                    .describeSecurityGroupsPaginator(
                            page -> page.maxResults(PAGE).filters(ours))
                    .securityGroups()
                    .stream()
                    .forEach(group -> plain(Kind.FIREWALL, group.groupId(), region, group.tags())
                            .ifPresent(all::add));
            // those of a VM go with it; what is left over is not attached to any
            client
                    .describeVolumesPaginator(
                            page -> page.maxResults(PAGE).filters(ours, filter("status", "available", "error")))
                    .volumes()
                    .stream()
                    .forEach(disk -> plain(Kind.DISK, disk.volumeId(), region, disk.tags())
                            .ifPresent(all::add));
            client
                    .describeNetworkInterfacesPaginator(
                            page -> page.maxResults(PAGE).filters(ours, filter("status", "available")))
                    .networkInterfaces()
                    .stream()
                    .forEach(card -> plain(Kind.INTERFACE, card.networkInterfaceId(), region, card.tagSet())
                            .ifPresent(all::add));
            schedules(region, fleet).forEach(all::add);
            return List.copyOf(all);
        });
    }

    private List<Resource> schedules(SiteId region, Optional<String> fleet) {
        SchedulerClient client = scheduler(region);
        List<Resource> all = new ArrayList<>();
        String prefix = "lh-" + fleet.map(name -> name + "-").orElse("");
        for (ScheduleSummary found : client.listSchedulesPaginator(
                        page -> page.namePrefix(prefix).maxResults(SCHEDULES_A_PAGE))
                .schedules()) {
            try {
                GetScheduleResponse schedule = client.getSchedule(one -> one.name(found.name()));
                Label.of(undescribed(Optional.ofNullable(schedule.description()).orElse("")))
                        .filter(label -> fleet.isEmpty() || fleet.get().equals(label.fleet()))
                        .ifPresent(label -> all.add(new Resource(
                                Kind.SCHEDULE,
                                found.name(),
                                found.name(),
                                region,
                                label,
                                Resource.State.RUNNING,
                                Optional.empty(),
                                Optional.ofNullable(found.creationDate()))));
            } catch (AwsServiceException e) {
                if (reason(e) != Reason.NOT_FOUND) {
                    throw e;
                }
            }
        }
        return all;
    }

    private static Optional<Resource> plain(Kind kind, String id, SiteId region, List<Tag> tags) {
        return resource(kind, id, region, tags, Resource.State.RUNNING, Optional.empty(), Optional.empty());
    }

    private static Optional<Resource> resource(
            Kind kind,
            String id,
            SiteId site,
            List<Tag> tags,
            Resource.State state,
            Optional<String> address,
            Optional<Instant> made) {
        Map<String, String> byKey = new LinkedHashMap<>();
        tags.forEach(tag -> byKey.put(tag.key(), tag.value()));
        return Label.of(byKey)
                .map(label ->
                        new Resource(kind, id, byKey.getOrDefault("Name", id), site, label, state, address, made));
    }

    private static Resource.State state(InstanceStateName name) {
        return switch (name) {
            case RUNNING -> Resource.State.RUNNING;
            case STOPPED, STOPPING -> Resource.State.STOPPED;
            case SHUTTING_DOWN, TERMINATED -> Resource.State.ENDING;
            default -> Resource.State.STARTING;
        };
    }

    @Override
    public void delete(Resource thing) {
        try {
            asked(() -> switch (thing.kind()) {
                case VM -> ec2(thing.site()).terminateInstances(one -> one.instanceIds(thing.id()));
                case FIREWALL -> ec2(thing.site()).deleteSecurityGroup(one -> one.groupId(thing.id()));
                case DISK -> ec2(thing.site()).deleteVolume(one -> one.volumeId(thing.id()));
                case INTERFACE -> ec2(thing.site()).deleteNetworkInterface(one -> one.networkInterfaceId(thing.id()));
                case SCHEDULE -> scheduler(thing.site()).deleteSchedule(one -> one.name(thing.id()));
                default -> throw new IllegalArgumentException("no " + thing.kind() + " is deleted on AWS");
            });
        } catch (CloudException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    @Override
    public void extend(Resource thing, Instant expires) {
        Label label = thing.label().until(expires);
        asked(() -> {
            if (thing.kind() != Kind.SCHEDULE) {
                return ec2(thing.site())
                        .createTags(one -> one.resources(thing.id()).tags(tags(label)));
            }
            GetScheduleResponse now = scheduler(thing.site()).getSchedule(one -> one.name(thing.id()));
            return scheduler(thing.site())
                    .updateSchedule(schedule -> schedule.name(thing.id())
                            .description(described(label))
                            .scheduleExpression(AT.format(label.expires()))
                            .scheduleExpressionTimezone("UTC")
                            .flexibleTimeWindow(window -> window.mode(FlexibleTimeWindowMode.OFF))
                            .actionAfterCompletion(ActionAfterCompletion.DELETE)
                            .target(now.target()));
        });
    }

    @Override
    public void admit(Resource firewall, Set<String> networks) {
        asked(() -> {
            open(firewall, networks);
            return true;
        });
    }

    private static String code(AwsServiceException e) {
        String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
        return code == null ? "" : code;
    }

    private static <T> T asked(Supplier<T> call) {
        try {
            return call.get();
        } catch (AwsServiceException e) {
            Reason reason = reason(e);
            String said = e.awsErrorDetails() == null
                    ? e.getMessage()
                    : code(e) + ": " + e.awsErrorDetails().errorMessage();
            throw new CloudException(reason, "AWS: " + said + ".", advice(reason, code(e)), e);
        } catch (SdkClientException e) {
            boolean none = String.valueOf(e.getMessage()).contains("Unable to load credentials");
            Reason reason = none ? Reason.CREDENTIALS : Reason.UNANSWERED;
            throw new CloudException(
                    reason,
                    "AWS: " + (none ? "no credentials were found" : e.getMessage()) + ".",
                    advice(reason, ""),
                    e);
        }
    }

    private static Reason reason(AwsServiceException e) {
        String code = code(e);
        return switch (code) {
            case "InsufficientInstanceCapacity",
                    "InsufficientHostCapacity",
                    "InsufficientReservedInstanceCapacity",
                    "SpotMaxPriceTooLow",
                    "Unsupported" -> Reason.CAPACITY;
            case "InstanceLimitExceeded",
                    "VcpuLimitExceeded",
                    "MaxSpotInstanceCountExceeded",
                    "SecurityGroupLimitExceeded",
                    "ServiceQuotaExceededException" -> Reason.QUOTA;
            case "DependencyViolation" -> Reason.IN_USE;
            case "AuthFailure",
                    "ExpiredToken",
                    "ExpiredTokenException",
                    "RequestExpired",
                    "InvalidClientTokenId",
                    "UnrecognizedClientException",
                    "SignatureDoesNotMatch" -> Reason.CREDENTIALS;
            default -> {
                if (code.endsWith(".NotFound") || code.equals("ResourceNotFoundException")) {
                    yield Reason.NOT_FOUND;
                }
                if (code.equals("RequestLimitExceeded") || code.startsWith("Throttl") || e.statusCode() == 429) {
                    yield Reason.THROTTLED;
                }
                yield e.statusCode() >= 500 ? Reason.UNAVAILABLE : Reason.REFUSED;
            }
        };
    }

    private static String advice(Reason reason, String code) {
        return switch (reason) {
            case CREDENTIALS -> "Sign in anew: aws sso login, or set AWS_PROFILE.";
            case CAPACITY -> "Name another site below elsewhere, or another type.";
            case QUOTA -> "Ask for more: Service Quotas, EC2, running on-demand instances; or name another site.";
            case REFUSED ->
                code.startsWith("Unauthorized") || code.startsWith("AccessDenied")
                        ? "fleet plan --permissions prints the policy that is needed."
                        : "Look at the type, the image and the subnet of the fleet file.";
            default -> "Try again a little later.";
        };
    }

    @Override
    public void close() {
        ec2.values().forEach(Ec2Client::close);
        schedulers.values().forEach(SchedulerClient::close);
        clients.close();
    }
}
