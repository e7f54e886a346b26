package io.longhaul.clouds.gcp;

import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.objects.ObjectStoreContract;
import io.longhaul.clouds.objects.StoreUrl;

class GcsStoreTest extends ObjectStoreContract {
    @Override
    protected CloudProvider provider() {
        return new GcpProvider();
    }

    @Override
    protected StoreUrl url() {
        return StoreUrl.parse("gs://bucket");
    }
}
