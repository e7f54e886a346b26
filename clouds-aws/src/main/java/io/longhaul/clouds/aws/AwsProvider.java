package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudProvider;

/** AWS, by its own SDK. Stateless. */
public final class AwsProvider implements CloudProvider {
    @Override
    public String name() {
        return "aws";
    }
}
