package io.longhaul.clouds.gcp;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.CloudVmsContract;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.fleet.Permissions;
import io.longhaul.clouds.hostile.GcpFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Compute Engine by the real SDK. */
class GcpVmsTest extends CloudVmsContract {
    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new GcpFace(cloud);
    }

    @Override
    protected CloudCatalog catalog(HttpFace face) {
        return new GcpProvider().catalog(access(face), Patience.usual(new SplittableRandom(1)));
    }

    @Override
    protected CloudVms open(HttpFace face) {
        return new GcpProvider().vms(access(face));
    }

    private static CloudAccess access(HttpFace face) {
        return new CloudAccess(Optional.empty(), Optional.of("grid-project"), Optional.empty(), Optional.empty())
                .at(face.address());
    }

    @Override
    protected SiteId site() {
        return SiteId.parse("gcp:us-central1-a");
    }

    @Override
    protected String type() {
        return "n2-standard-32";
    }

    @Override
    protected String createCall() {
        return "instances.insert";
    }

    /** The needs are those of the reference of each method of Compute Engine. */
    @Test
    void the_role_allows_what_is_called_and_no_more() {
        Set<String> document = new TreeSet<>();
        new YAMLMapper()
                .readTree(Permissions.of("gcp").get(0).text())
                .get("includedPermissions")
                .forEach(one -> document.add(one.asString()));
        allowsWhatIsCalledAndNoMore(
                document,
                Map.ofEntries(
                        Map.entry(
                                "instances.insert",
                                List.of(
                                        "compute.instances.create",
                                        "compute.instances.setLabels",
                                        "compute.instances.setMetadata",
                                        "compute.instances.setTags",
                                        "compute.disks.create",
                                        "compute.disks.setLabels",
                                        "compute.images.useReadOnly",
                                        "compute.subnetworks.use",
                                        "compute.subnetworks.useExternalIp")),
                        Map.entry("regions.get", List.of("compute.regions.get")),
                        Map.entry("machineTypes.get", List.of("compute.machineTypes.get")),
                        Map.entry("instances.list", List.of("compute.instances.list")),
                        Map.entry("instances.get", List.of("compute.instances.get")),
                        Map.entry("instances.setLabels", List.of("compute.instances.setLabels")),
                        Map.entry("instances.setMetadata", List.of("compute.instances.setMetadata")),
                        Map.entry("instances.delete", List.of("compute.instances.delete")),
                        Map.entry("disks.list", List.of("compute.disks.list")),
                        Map.entry("disks.delete", List.of("compute.disks.delete")),
                        Map.entry(
                                "firewalls.insert",
                                List.of("compute.firewalls.create", "compute.networks.updatePolicy")),
                        Map.entry(
                                "firewalls.patch",
                                List.of("compute.firewalls.update", "compute.networks.updatePolicy")),
                        Map.entry("firewalls.get", List.of("compute.firewalls.get")),
                        Map.entry("firewalls.list", List.of("compute.firewalls.list")),
                        Map.entry(
                                "firewalls.delete",
                                List.of("compute.firewalls.delete", "compute.networks.updatePolicy")),
                        Map.entry("zoneOperations.wait", List.of("compute.zoneOperations.get")),
                        Map.entry("globalOperations.wait", List.of("compute.globalOperations.get"))));
    }
}
