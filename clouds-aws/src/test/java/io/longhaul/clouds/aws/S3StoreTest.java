package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.objects.ObjectStoreContract;
import io.longhaul.clouds.objects.StoreUrl;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class S3StoreTest extends ObjectStoreContract {
    private static final Map<String, String> CHAIN =
            Map.of("aws.accessKeyId", "AKIATEST", "aws.secretAccessKey", "none", "aws.region", "us-east-1");

    /** The first that the SDK's own chain looks at. */
    @BeforeAll
    static void credentials() {
        CHAIN.forEach(System::setProperty);
    }

    @AfterAll
    static void noCredentials() {
        CHAIN.keySet().forEach(System::clearProperty);
    }

    @Override
    protected CloudProvider provider() {
        return new AwsProvider();
    }

    @Override
    protected StoreUrl url() {
        return StoreUrl.parse("s3://bucket");
    }
}
