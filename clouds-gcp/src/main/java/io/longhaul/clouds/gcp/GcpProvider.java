package io.longhaul.clouds.gcp;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.CloudVms;

/** Google Cloud, by its own SDK. Stateless. */
public final class GcpProvider implements CloudProvider {
    @Override
    public String name() {
        return "gcp";
    }

    @Override
    public CloudVms vms(CloudAccess access) {
        return new GcpVms(access);
    }
}
