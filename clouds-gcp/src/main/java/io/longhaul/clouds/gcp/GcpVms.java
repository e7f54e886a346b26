package io.longhaul.clouds.gcp;

import com.google.api.client.http.HttpResponseException;
import com.google.api.gax.core.NoCredentialsProvider;
import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.ClientSettings;
import com.google.api.gax.rpc.StatusCode;
import com.google.api.gax.rpc.UnaryCallSettings;
import com.google.cloud.ServiceOptions;
import com.google.cloud.compute.v1.AccessConfig;
import com.google.cloud.compute.v1.AggregatedListDisksRequest;
import com.google.cloud.compute.v1.AggregatedListInstancesRequest;
import com.google.cloud.compute.v1.Allowed;
import com.google.cloud.compute.v1.AttachedDisk;
import com.google.cloud.compute.v1.AttachedDiskInitializeParams;
import com.google.cloud.compute.v1.DeleteDiskRequest;
import com.google.cloud.compute.v1.DeleteFirewallRequest;
import com.google.cloud.compute.v1.DeleteInstanceRequest;
import com.google.cloud.compute.v1.DisksClient;
import com.google.cloud.compute.v1.DisksScopedList;
import com.google.cloud.compute.v1.DisksSettings;
import com.google.cloud.compute.v1.Firewall;
import com.google.cloud.compute.v1.FirewallsClient;
import com.google.cloud.compute.v1.FirewallsSettings;
import com.google.cloud.compute.v1.GlobalOperationsClient;
import com.google.cloud.compute.v1.GlobalOperationsSettings;
import com.google.cloud.compute.v1.InsertFirewallRequest;
import com.google.cloud.compute.v1.InsertInstanceRequest;
import com.google.cloud.compute.v1.Instance;
import com.google.cloud.compute.v1.InstancesClient;
import com.google.cloud.compute.v1.InstancesScopedList;
import com.google.cloud.compute.v1.InstancesSetLabelsRequest;
import com.google.cloud.compute.v1.InstancesSettings;
import com.google.cloud.compute.v1.Items;
import com.google.cloud.compute.v1.ListFirewallsRequest;
import com.google.cloud.compute.v1.Metadata;
import com.google.cloud.compute.v1.NetworkInterface;
import com.google.cloud.compute.v1.Operation;
import com.google.cloud.compute.v1.PatchFirewallRequest;
import com.google.cloud.compute.v1.Scheduling;
import com.google.cloud.compute.v1.SetLabelsInstanceRequest;
import com.google.cloud.compute.v1.SetMetadataInstanceRequest;
import com.google.cloud.compute.v1.Tags;
import com.google.cloud.compute.v1.Warning;
import com.google.cloud.compute.v1.ZoneOperationsClient;
import com.google.cloud.compute.v1.ZoneOperationsSettings;
import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Order;
import io.longhaul.clouds.Resource;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * VMs of Compute Engine: one firewall rule, which is global here, and one insert a VM with its labels, its metadata and the time at which
 * Google itself deletes it. The SDK tries nothing again; who calls does. Safe for any thread.
 */
final class GcpVms implements CloudVms {
    /** Lists of instances are of all zones at once, and firewall rules of no region. */
    private static final SiteId EVERYWHERE = new SiteId("gcp", "global");

    private static final Pattern ZONE = Pattern.compile(".+-[a-z]");
    private static final Pattern ARM = Pattern.compile("(t2a|c4a|n4a)-.+");
    private static final String IMAGE = "projects/ubuntu-os-cloud/global/images/family/ubuntu-2404-lts-";
    private static final String USER_DATA = "user-data";
    private static final List<String> PORTS = List.of("5201-5202");
    private static final int PAGE = 500;
    private static final int WAITS = 3;

    private final String project;
    private final InstancesClient instances;
    private final DisksClient disks;
    private final FirewallsClient firewalls;
    private final ZoneOperationsClient zoneOperations;
    private final GlobalOperationsClient globalOperations;

    GcpVms(CloudAccess access) {
        project = project(access);
        try {
            instances = InstancesClient.create(
                    settings(InstancesSettings.newBuilder().applyToAllUnaryMethods(GcpVms::once), access)
                            .build());
            disks = DisksClient.create(settings(DisksSettings.newBuilder().applyToAllUnaryMethods(GcpVms::once), access)
                    .build());
            firewalls = FirewallsClient.create(
                    settings(FirewallsSettings.newBuilder().applyToAllUnaryMethods(GcpVms::once), access)
                            .build());
            zoneOperations = ZoneOperationsClient.create(
                    settings(ZoneOperationsSettings.newBuilder().applyToAllUnaryMethods(GcpVms::once), access)
                            .build());
            globalOperations = GlobalOperationsClient.create(
                    settings(GlobalOperationsSettings.newBuilder().applyToAllUnaryMethods(GcpVms::once), access)
                            .build());
        } catch (IOException e) {
            throw withoutCredentials(e);
        }
    }

    static String project(CloudAccess access) {
        return access.project()
                .or(() -> Optional.ofNullable(ServiceOptions.getDefaultProjectId()))
                .orElseThrow(() -> new CloudException(
                        Reason.REFUSED, "No project of Google Cloud is known.", "Give --project ID."));
    }

    static CloudException withoutCredentials(IOException e) {
        return new CloudException(
                Reason.CREDENTIALS,
                "Google Cloud: no credentials were found: " + e.getMessage() + ".",
                "Sign in: gcloud auth application-default login.",
                e);
    }

    private static <B extends ClientSettings.Builder<?, ?>> B settings(B builder, CloudAccess access) {
        access.endpoint().ifPresent(uri -> {
            builder.setEndpoint(uri.toString());
            builder.setCredentialsProvider(NoCredentialsProvider.create());
        });
        return builder;
    }

    private static Void once(UnaryCallSettings.Builder<?, ?> call) {
        call.setRetryableCodes();
        return null;
    }

    @Override
    public List<Kind> base() {
        return List.of(Kind.FIREWALL);
    }

    @Override
    public List<Kind> perVm() {
        return List.of(Kind.VM);
    }

    @Override
    public List<SiteId> regions() {
        return List.of(EVERYWHERE);
    }

    @Override
    public SiteId regionOf(SiteId site) {
        return EVERYWHERE;
    }

    @Override
    public Resource create(Order order) {
        return asked(() -> switch (order.kind()) {
            case FIREWALL -> createFirewall(order);
            case VM -> createVm(order);
            default -> throw new IllegalArgumentException("no " + order.kind() + " is made on Google Cloud");
        });
    }

    private Resource createFirewall(Order order) {
        Firewall.Builder rule = Firewall.newBuilder()
                .setName(order.name())
                .setDescription(described(order.label()))
                .setNetwork("global/networks/default")
                .setDirection("INGRESS")
                .addAllSourceRanges(order.reach())
                .addTargetTags(order.name());
        for (String protocol : List.of("tcp", "udp")) {
            rule.addAllowed(Allowed.newBuilder().setIPProtocol(protocol).addAllPorts(PORTS));
        }
        made(() -> firewalls
                .insertCallable()
                .call(InsertFirewallRequest.newBuilder()
                        .setProject(project)
                        .setRequestId(order.token())
                        .setFirewallResource(rule)
                        .build()));
        return order.made(order.name(), EVERYWHERE, Resource.State.RUNNING);
    }

    private Resource createVm(Order order) {
        String zone = order.site().name();
        if (!ZONE.matcher(zone).matches()) {
            throw new CloudException(
                    Reason.REFUSED,
                    "The site " + order.site() + " is a region, and VMs of Google Cloud are in zones.",
                    "Write it like " + order.site() + "-b.");
        }
        Order.Vm vm = order.vm().orElseThrow(() -> new IllegalArgumentException("no VM is described"));
        String image = vm.image().orElse(IMAGE + (ARM.matcher(vm.type()).matches() ? "arm64" : "amd64"));
        NetworkInterface.Builder card = NetworkInterface.newBuilder()
                .addAccessConfigs(
                        AccessConfig.newBuilder().setType("ONE_TO_ONE_NAT").setName("External NAT"));
        vm.subnet().ifPresentOrElse(card::setSubnetwork, () -> card.setNetwork("global/networks/default"));
        Scheduling.Builder scheduling = Scheduling.newBuilder()
                .setAutomaticRestart(false)
                .setInstanceTerminationAction("DELETE")
                .setTerminationTime(vm.endsAtLatest().toString());
        if (vm.spot()) {
            scheduling.setProvisioningModel("SPOT").setOnHostMaintenance("TERMINATE");
        }
        Tags.Builder tags = Tags.newBuilder();
        order.base().stream()
                .filter(thing -> thing.kind() == Kind.FIREWALL)
                .forEach(thing -> tags.addItems(thing.name()));
        Instance instance = Instance.newBuilder()
                .setName(order.name())
                .setMachineType("zones/" + zone + "/machineTypes/" + vm.type())
                .putAllLabels(order.label().tags())
                .setTags(tags)
                .setMetadata(Metadata.newBuilder()
                        .addItems(item(USER_DATA, vm.userData()))
                        .addItems(expires(order.label())))
                .setScheduling(scheduling)
                .addNetworkInterfaces(card)
                .addDisks(AttachedDisk.newBuilder()
                        .setBoot(true)
                        .setAutoDelete(true)
                        .setInitializeParams(AttachedDiskInitializeParams.newBuilder()
                                .setSourceImage(image)
                                .putAllLabels(order.label().tags())))
                .build();
        made(() -> instances
                .insertCallable()
                .call(InsertInstanceRequest.newBuilder()
                        .setProject(project)
                        .setZone(zone)
                        .setRequestId(order.token())
                        .setInstanceResource(instance)
                        .build()));
        return order.made(order.name(), order.site(), Resource.State.STARTING);
    }

    private static Items item(String key, String value) {
        return Items.newBuilder().setKey(key).setValue(value).build();
    }

    private static Items expires(Label label) {
        return item(Label.EXPIRES, Long.toString(label.expires().getEpochSecond()));
    }

    /** Has something made. Names are the fleet's own: what is there already was made by a call before this one. */
    private void made(Supplier<Operation> begin) {
        try {
            done(begin.get());
        } catch (ApiException e) {
            boolean isThere = e.getStatusCode().getTransportCode() instanceof Integer code && code == 409;
            if (!isThere) {
                throw e;
            }
        }
    }

    /** Waits for an operation; what it ends with is what the call ends with. */
    private void done(Operation begun) {
        Operation now = begun;
        for (int i = 0; i < WAITS && now.getStatus() != Operation.Status.DONE; i++) {
            String zone = now.getZone().replaceFirst(".*/", "");
            now = zone.isEmpty()
                    ? globalOperations.wait(project, now.getName())
                    : zoneOperations.wait(project, zone, now.getName());
        }
        if (now.getStatus() != Operation.Status.DONE) {
            throw new CloudException(
                    Reason.UNANSWERED,
                    "Google Cloud: the operation " + now.getName() + " goes on.",
                    "Ask again later.");
        }
        if (now.getError().getErrorsCount() > 0) {
            var error = now.getError().getErrors(0);
            String code = error.getCode();
            Reason reason = code.contains("EXHAUSTED") || code.contains("STOCKOUT")
                    ? Reason.CAPACITY
                    : code.contains("QUOTA")
                            ? Reason.QUOTA
                            : code.contains("IN_USE")
                                    ? Reason.IN_USE
                                    : code.contains("INTERNAL") ? Reason.UNAVAILABLE : Reason.REFUSED;
            throw new CloudException(reason, "Google Cloud: " + code + ": " + error.getMessage() + ".", advice(reason));
        }
    }

    /** Firewall rules have no labels. */
    private static String described(Label label) {
        return String.join(
                " ",
                label.tags().entrySet().stream()
                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                        .toList());
    }

    private static Optional<Label> undescribed(String description) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (String word : description.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                tags.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return Label.of(tags);
    }

    @Override
    public List<Resource> list(SiteId region, Optional<String> fleet) {
        String filter = "labels." + Label.FLEET + fleet.map(name -> "=" + name).orElse(":*");
        return asked(() -> {
            List<Resource> all = new ArrayList<>();
            for (Map.Entry<String, InstancesScopedList> zone : instances
                    .aggregatedList(AggregatedListInstancesRequest.newBuilder()
                            .setProject(project)
                            .setFilter(filter)
                            .setMaxResults(PAGE)
                            .build())
                    .iterateAll()) {
                answered(zone.getKey(), zone.getValue().getWarning());
                zone.getValue()
                        .getInstancesList()
                        .forEach(vm -> Label.of(vm.getLabelsMap())
                                .ifPresent(label -> all.add(new Resource(
                                        Kind.VM,
                                        vm.getName(),
                                        vm.getName(),
                                        new SiteId("gcp", vm.getZone().replaceFirst(".*/", "")),
                                        label,
                                        state(vm.getStatus()),
                                        address(vm),
                                        made(vm.getCreationTimestamp())))));
            }
            for (Map.Entry<String, DisksScopedList> zone : disks.aggregatedList(AggregatedListDisksRequest.newBuilder()
                            .setProject(project)
                            .setFilter(filter)
                            .setMaxResults(PAGE)
                            .build())
                    .iterateAll()) {
                answered(zone.getKey(), zone.getValue().getWarning());
                // those of a VM go with it; what is left over has no users
                zone.getValue().getDisksList().stream()
                        .filter(disk -> disk.getUsersCount() == 0)
                        .forEach(disk -> Label.of(disk.getLabelsMap())
                                .ifPresent(label -> all.add(new Resource(
                                        Kind.DISK,
                                        disk.getName(),
                                        disk.getName(),
                                        new SiteId("gcp", disk.getZone().replaceFirst(".*/", "")),
                                        label,
                                        Resource.State.RUNNING,
                                        Optional.empty(),
                                        made(disk.getCreationTimestamp())))));
            }
            for (Firewall rule : firewalls
                    .list(ListFirewallsRequest.newBuilder()
                            .setProject(project)
                            .setMaxResults(PAGE)
                            .build())
                    .iterateAll()) {
                undescribed(rule.getDescription())
                        .filter(label -> rule.getName().startsWith("lh-" + label.fleet() + "-"))
                        .filter(label -> fleet.isEmpty() || fleet.get().equals(label.fleet()))
                        .ifPresent(label -> all.add(new Resource(
                                Kind.FIREWALL,
                                rule.getName(),
                                rule.getName(),
                                EVERYWHERE,
                                label,
                                Resource.State.RUNNING,
                                Optional.empty(),
                                made(rule.getCreationTimestamp()))));
            }
            return List.copyOf(all);
        });
    }

    /** A zone that could not be asked looks like an empty one, but for its warning. */
    private static void answered(String scope, Warning warning) {
        if (!warning.getCode().isEmpty() && !warning.getCode().equals("NO_RESULTS_ON_PAGE")) {
            throw new CloudException(
                    Reason.UNAVAILABLE, "Google Cloud: " + scope + " was not listed: " + warning.getCode() + ".", "");
        }
    }

    private static Resource.State state(String status) {
        return switch (status) {
            case "RUNNING" -> Resource.State.RUNNING;
            case "TERMINATED", "STOPPED", "SUSPENDED" -> Resource.State.STOPPED;
            case "STOPPING", "DEPROVISIONING", "PENDING_STOP" -> Resource.State.ENDING;
            default -> Resource.State.STARTING;
        };
    }

    private static Optional<String> address(Instance vm) {
        return vm.getNetworkInterfacesList().stream()
                .flatMap(card -> card.getAccessConfigsCount() > 0
                                && !card.getAccessConfigs(0).getNatIP().isEmpty()
                        ? Optional.of(card.getAccessConfigs(0).getNatIP()).stream()
                        : Optional.of(card.getNetworkIP()).filter(ip -> !ip.isEmpty()).stream())
                .findFirst();
    }

    private static Optional<Instant> made(String time) {
        return time.isEmpty()
                ? Optional.empty()
                : Optional.of(OffsetDateTime.parse(time).toInstant());
    }

    @Override
    public void delete(Resource thing) {
        try {
            asked(() -> switch (thing.kind()) {
                case VM ->
                    instances
                            .deleteCallable()
                            .call(DeleteInstanceRequest.newBuilder()
                                    .setProject(project)
                                    .setZone(thing.site().name())
                                    .setInstance(thing.id())
                                    .build());
                case DISK ->
                    disks.deleteCallable()
                            .call(DeleteDiskRequest.newBuilder()
                                    .setProject(project)
                                    .setZone(thing.site().name())
                                    .setDisk(thing.id())
                                    .build());
                case FIREWALL ->
                    firewalls
                            .deleteCallable()
                            .call(DeleteFirewallRequest.newBuilder()
                                    .setProject(project)
                                    .setFirewall(thing.id())
                                    .build());
                default -> throw new IllegalArgumentException("no " + thing.kind() + " is deleted on Google Cloud");
            });
        } catch (CloudException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    /** Moves the label and what the VM reads of it; Google's own time stays at the longest lease. */
    @Override
    public void extend(Resource thing, Instant expires) {
        Label label = thing.label().until(expires);
        asked(() -> {
            switch (thing.kind()) {
                case VM -> extendVm(thing, label);
                case FIREWALL ->
                    done(firewalls
                            .patchCallable()
                            .call(PatchFirewallRequest.newBuilder()
                                    .setProject(project)
                                    .setFirewall(thing.id())
                                    .setFirewallResource(Firewall.newBuilder().setDescription(described(label)))
                                    .build()));
                default -> {}
            }
            return true;
        });
    }

    private void extendVm(Resource thing, Label label) {
        String zone = thing.site().name();
        Instance vm = instances.get(project, zone, thing.id());
        done(instances
                .setLabelsCallable()
                .call(SetLabelsInstanceRequest.newBuilder()
                        .setProject(project)
                        .setZone(zone)
                        .setInstance(thing.id())
                        .setRequestId(UUID.randomUUID().toString())
                        .setInstancesSetLabelsRequestResource(InstancesSetLabelsRequest.newBuilder()
                                .putAllLabels(vm.getLabelsMap())
                                .putAllLabels(label.tags())
                                .setLabelFingerprint(vm.getLabelFingerprint()))
                        .build()));
        Metadata.Builder metadata =
                Metadata.newBuilder().setFingerprint(vm.getMetadata().getFingerprint());
        vm.getMetadata().getItemsList().stream()
                .filter(item -> !item.getKey().equals(Label.EXPIRES))
                .forEach(metadata::addItems);
        done(instances
                .setMetadataCallable()
                .call(SetMetadataInstanceRequest.newBuilder()
                        .setProject(project)
                        .setZone(zone)
                        .setInstance(thing.id())
                        .setMetadataResource(metadata.addItems(expires(label)))
                        .build()));
    }

    @Override
    public void admit(Resource firewall, Set<String> networks) {
        asked(() -> {
            Set<String> all =
                    new TreeSet<>(firewalls.get(project, firewall.id()).getSourceRangesList());
            all.addAll(networks);
            done(firewalls
                    .patchCallable()
                    .call(PatchFirewallRequest.newBuilder()
                            .setProject(project)
                            .setFirewall(firewall.id())
                            .setFirewallResource(Firewall.newBuilder().addAllSourceRanges(all))
                            .build()));
            return true;
        });
    }

    private static <T> T asked(Supplier<T> call) {
        try {
            return call.get();
        } catch (ApiException e) {
            Reason reason = reason(e);
            throw new CloudException(reason, "Google Cloud: " + e.getMessage() + ".", advice(reason), e);
        }
    }

    private static Reason reason(ApiException e) {
        String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        StatusCode.Code code = e.getStatusCode().getCode();
        return switch (code) {
            case UNAUTHENTICATED -> Reason.CREDENTIALS;
            case NOT_FOUND -> Reason.NOT_FOUND;
            case RESOURCE_EXHAUSTED -> Reason.THROTTLED;
            case PERMISSION_DENIED ->
                said.contains("ratelimit") || said.contains("rate limit")
                        ? Reason.THROTTLED
                        : said.contains("quota") ? Reason.QUOTA : Reason.REFUSED;
            case UNAVAILABLE, INTERNAL ->
                e.getCause() instanceof HttpResponseException ? Reason.UNAVAILABLE : Reason.UNANSWERED;
            case DEADLINE_EXCEEDED, UNKNOWN, CANCELLED -> Reason.UNANSWERED;
            case INVALID_ARGUMENT, FAILED_PRECONDITION ->
                said.contains("being used by") || said.contains("in use") ? Reason.IN_USE : Reason.REFUSED;
            case ABORTED -> Reason.UNAVAILABLE;
            default -> Reason.REFUSED;
        };
    }

    static String advice(Reason reason) {
        return switch (reason) {
            case CREDENTIALS -> "Sign in anew: gcloud auth application-default login.";
            case CAPACITY -> "Name another zone below elsewhere, or another type.";
            case QUOTA -> "Ask for more: IAM and Admin, Quotas, Compute Engine; or name another site.";
            case REFUSED ->
                "Look at the type, the image and the subnet; fleet plan --permissions prints what is needed.";
            default -> "Try again a little later.";
        };
    }

    @Override
    public void close() {
        instances.close();
        disks.close();
        firewalls.close();
        zoneOperations.close();
        globalOperations.close();
    }
}
