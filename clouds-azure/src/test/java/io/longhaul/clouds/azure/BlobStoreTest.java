package io.longhaul.clouds.azure;

import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.objects.ObjectStoreContract;
import io.longhaul.clouds.objects.StoreUrl;

class BlobStoreTest extends ObjectStoreContract {
    @Override
    protected CloudProvider provider() {
        return new AzureProvider();
    }

    @Override
    protected StoreUrl url() {
        return StoreUrl.parse("az://account/bucket");
    }
}
