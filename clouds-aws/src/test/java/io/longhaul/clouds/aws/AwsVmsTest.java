package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.CloudVmsContract;
import io.longhaul.clouds.hostile.AwsFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;

/** EC2 by the real SDK. */
class AwsVmsTest extends CloudVmsContract {
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
    protected CloudVms open(HttpFace face) {
        return new AwsProvider().vms(CloudAccess.DEFAULT.at(face.address()));
    }

    @Override
    protected SiteId site() {
        return SiteId.parse("aws:us-east-1");
    }

    @Override
    protected String type() {
        return "m5.large";
    }

    @Override
    protected String createCall() {
        return "RunInstances";
    }
}
