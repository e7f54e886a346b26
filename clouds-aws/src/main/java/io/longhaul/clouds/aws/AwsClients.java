package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.catalog.BoundedStream;
import io.longhaul.clouds.catalog.Patience;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/**
 * Clients of the services of AWS for one account, over one HTTP client. They try nothing again, and read no answer beyond {@link
 * Patience#MOST_OCTETS}. Safe for any thread.
 */
final class AwsClients implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final CloudAccess access;
    private final AwsCredentialsProvider credentials;
    private final SdkHttpClient http = UrlConnectionHttpClient.builder()
            .connectionTimeout(Duration.ofSeconds(10))
            .socketTimeout(ANSWER)
            .build();

    AwsClients(CloudAccess access) {
        this.access = access;
        var chain = DefaultCredentialsProvider.builder();
        access.profile().ifPresent(chain::profileName);
        credentials = chain.build();
    }

    <B extends AwsClientBuilder<B, C> & SdkSyncClientBuilder<B, C>, C> C build(B builder, String region) {
        builder.httpClient(http)
                .region(Region.of(region))
                .credentialsProvider(credentials)
                .overrideConfiguration(all -> all.retryStrategy(AwsRetryStrategy.doNotRetry())
                        .apiCallTimeout(ANSWER.plusSeconds(5))
                        .addExecutionInterceptor(new Bound()));
        access.endpoint().ifPresent(builder::endpointOverride);
        return builder.build();
    }

    @Override
    public void close() {
        http.close();
    }

    /** Cuts an answer that has no end. */
    private static final class Bound implements ExecutionInterceptor {
        @Override
        public Optional<InputStream> modifyHttpResponseContent(
                Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
            return context.responseBody().map(body -> new BoundedStream(body, Patience.MOST_OCTETS));
        }
    }
}
