package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;

/** AWS, by its own SDK. Stateless. */
public final class AwsProvider implements CloudProvider {
    @Override
    public String name() {
        return "aws";
    }

    @Override
    public CloudVms vms(CloudAccess access) {
        return new AwsVms(access);
    }

    @Override
    public CloudCatalog catalog(CloudAccess access, Patience patience) {
        return new AwsCatalog(access, patience);
    }

    @Override
    public ObjectStore store(CloudAccess access, StoreUrl url, int connections) {
        return new S3Store(access, url, connections);
    }
}
