package io.longhaul.clouds.gcp;

import io.longhaul.clouds.CloudProvider;

/** Google Cloud, by its own SDK. Stateless. */
public final class GcpProvider implements CloudProvider {
    @Override
    public String name() {
        return "gcp";
    }
}
