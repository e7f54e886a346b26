package io.longhaul.clouds.azure;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;

/** Azure, by its own SDK. Stateless. */
public final class AzureProvider implements CloudProvider {
    @Override
    public String name() {
        return "azure";
    }

    @Override
    public CloudVms vms(CloudAccess access) {
        return new AzureVms(access);
    }

    @Override
    public CloudCatalog catalog(CloudAccess access, Patience patience) {
        return new AzureCatalog(access, patience);
    }

    @Override
    public ObjectStore store(CloudAccess access, StoreUrl url, int connections) {
        return new BlobStore(access, url, connections);
    }
}
