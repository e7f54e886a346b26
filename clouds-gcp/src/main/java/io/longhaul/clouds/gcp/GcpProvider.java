package io.longhaul.clouds.gcp;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;

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

    @Override
    public CloudCatalog catalog(CloudAccess access, Patience patience) {
        return new GcpCatalog(access, patience);
    }

    @Override
    public ObjectStore store(CloudAccess access, StoreUrl url, int connections) {
        return new GcsStore(access, url);
    }
}
