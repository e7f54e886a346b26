package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudCatalogContract;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.hostile.AwsFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.util.Map;

/** EC2, the price list and Service Quotas by the real SDK. */
class AwsCatalogTest extends CloudCatalogContract {
    static {
        // the SDK's default chain looks here first; there is no account behind these
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", "an-example-that-opens-nothing");
    }

    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new AwsFace(cloud);
    }

    @Override
    protected CloudProvider provider() {
        return new AwsProvider();
    }

    @Override
    protected CloudAccess account() {
        return CloudAccess.DEFAULT;
    }

    @Override
    protected SiteId region() {
        return SiteId.parse("aws:us-east-1");
    }

    @Override
    protected String type() {
        return "m5.8xlarge";
    }

    @Override
    protected String unknownType() {
        return "m5.9xlarge";
    }

    @Override
    protected Map<String, Double> egress() {
        return Map.of("internet", 0.09, "aws:eu-west-1", 0.02);
    }

    /** 640 processors, and none in use. */
    @Override
    protected Map<String, Integer> room() {
        return Map.of("L-1216C47A", 20);
    }
}
