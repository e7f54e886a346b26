package io.longhaul.clouds.azure;

import io.longhaul.clouds.CloudProvider;

/** Azure, by its own SDK. Stateless. */
public final class AzureProvider implements CloudProvider {
    @Override
    public String name() {
        return "azure";
    }
}
