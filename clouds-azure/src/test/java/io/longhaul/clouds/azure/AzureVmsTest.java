package io.longhaul.clouds.azure;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.CloudVmsContract;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.fleet.Permissions;
import io.longhaul.clouds.hostile.AzureFace;
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
import tools.jackson.databind.json.JsonMapper;

/** The Azure Resource Manager by the SDK's pipeline. */
class AzureVmsTest extends CloudVmsContract {
    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new AzureFace(cloud);
    }

    @Override
    protected CloudCatalog catalog(HttpFace face) {
        return new AzureProvider().catalog(access(face), Patience.usual(new SplittableRandom(1)));
    }

    @Override
    protected CloudVms open(HttpFace face) {
        return new AzureProvider().vms(access(face));
    }

    private static CloudAccess access(HttpFace face) {
        return new CloudAccess(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("00000000-0000-0000-0000-000000000016"),
                        Optional.empty())
                .at(face.address());
    }

    @Override
    protected SiteId site() {
        return SiteId.parse("azure:eastus");
    }

    @Override
    protected String type() {
        return "Standard_D32_v5";
    }

    @Override
    protected Optional<String> identity() {
        return Optional.of("/subscriptions/00000000-0000-0000-0000-000000000016/resourceGroups/own/providers/"
                + "Microsoft.ManagedIdentity/userAssignedIdentities/longhaul-fleet-timer");
    }

    @Override
    protected String createCall() {
        return "virtualMachines/PUT";
    }

    /** The needs are those of the operations of each resource provider of Azure. */
    @Test
    void the_role_allows_what_is_called_and_no_more() {
        Set<String> document = new TreeSet<>();
        new JsonMapper()
                .readTree(Permissions.of("azure").get(0).text())
                .get("Actions")
                .forEach(one -> document.add(one.asString()));
        String compute = "Microsoft.Compute/";
        String network = "Microsoft.Network/";
        String groups = "Microsoft.Resources/subscriptions/resourceGroups/";
        allowsWhatIsCalledAndNoMore(
                document,
                Map.ofEntries(
                        Map.entry("locations/GET", List.of("Microsoft.Resources/subscriptions/locations/read")),
                        Map.entry("skus/GET", List.of(compute + "skus/read")),
                        Map.entry(
                                "usages/GET",
                                List.of(compute + "locations/usages/read", network + "locations/usages/read")),
                        Map.entry("resourceGroups/PUT", List.of(groups + "write")),
                        Map.entry("resourceGroups/PATCH", List.of(groups + "write")),
                        Map.entry("resourceGroups/GET", List.of(groups + "read")),
                        Map.entry("resourceGroups/DELETE", List.of(groups + "delete")),
                        Map.entry("networkSecurityGroups/PUT", List.of(network + "networkSecurityGroups/write")),
                        Map.entry("networkSecurityGroups/GET", List.of(network + "networkSecurityGroups/read")),
                        Map.entry(
                                "virtualNetworks/PUT",
                                List.of(
                                        network + "virtualNetworks/write",
                                        network + "networkSecurityGroups/join/action")),
                        Map.entry("publicIPAddresses/PUT", List.of(network + "publicIPAddresses/write")),
                        Map.entry("publicIPAddresses/GET", List.of(network + "publicIPAddresses/read")),
                        Map.entry(
                                "networkInterfaces/PUT",
                                List.of(
                                        network + "networkInterfaces/write",
                                        network + "virtualNetworks/subnets/join/action",
                                        network + "publicIPAddresses/join/action",
                                        network + "networkSecurityGroups/join/action")),
                        Map.entry(
                                "virtualMachines/PUT",
                                List.of(
                                        compute + "virtualMachines/write",
                                        compute + "disks/write",
                                        network + "networkInterfaces/join/action",
                                        "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action")),
                        Map.entry("virtualMachines/PATCH", List.of(compute + "virtualMachines/write")),
                        Map.entry("virtualMachines/GET", List.of(compute + "virtualMachines/read")),
                        Map.entry("virtualMachines/DELETE", List.of(compute + "virtualMachines/delete")),
                        Map.entry("schedules/PUT", List.of("Microsoft.DevTestLab/schedules/write")),
                        Map.entry(
                                "operations/GET",
                                List.of(
                                        compute + "locations/operations/read",
                                        network + "locations/operations/read"))));
    }
}
