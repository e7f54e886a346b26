package io.longhaul.clouds.gcp;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.CloudVmsContract;
import io.longhaul.clouds.hostile.GcpFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.util.Optional;

/** Compute Engine by the real SDK. */
class GcpVmsTest extends CloudVmsContract {
    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new GcpFace(cloud);
    }

    @Override
    protected CloudVms open(HttpFace face) {
        var access = new CloudAccess(Optional.empty(), Optional.of("grid-project"), Optional.empty(), Optional.empty());
        return new GcpProvider().vms(access.at(face.address()));
    }

    @Override
    protected SiteId site() {
        return SiteId.parse("gcp:us-central1-a");
    }

    @Override
    protected String type() {
        return "n2-standard-4";
    }

    @Override
    protected String createCall() {
        return "instances.insert";
    }
}
