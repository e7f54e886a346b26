package io.longhaul.clouds.azure;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.CloudVmsContract;
import io.longhaul.clouds.hostile.AzureFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.util.Optional;

/** The Azure Resource Manager by the SDK's pipeline. */
class AzureVmsTest extends CloudVmsContract {
    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new AzureFace(cloud);
    }

    @Override
    protected CloudVms open(HttpFace face) {
        var access = new CloudAccess(
                Optional.empty(),
                Optional.empty(),
                Optional.of("00000000-0000-0000-0000-000000000016"),
                Optional.empty());
        return new AzureProvider().vms(access.at(face.address()));
    }

    @Override
    protected SiteId site() {
        return SiteId.parse("azure:eastus");
    }

    @Override
    protected String type() {
        return "Standard_D4_v5";
    }

    @Override
    protected String createCall() {
        return "virtualMachines/PUT";
    }
}
