package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.objects.Crc32c;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * A bucket of S3 by the asynchronous client on Netty. Parts carry CRC-32C, and so does the whole object
 * ({@code FULL_OBJECT}). Safe for any thread.
 */
final class S3Store implements ObjectStore {
    private static final long LEAST_PART = 5L << 20;
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final int BUFFER = 1 << 17;

    private final S3AsyncClient client;
    private final String bucket;

    S3Store(CloudAccess access, StoreUrl url, int connections) {
        S3AsyncClientBuilder builder = S3AsyncClient.builder()
                .httpClientBuilder(NettyNioAsyncHttpClient.builder()
                        .maxConcurrency(connections)
                        .connectionAcquisitionTimeout(SILENCE)
                        .readTimeout(SILENCE)
                        .writeTimeout(SILENCE))
                .crossRegionAccessEnabled(access.endpoint().isEmpty())
                .overrideConfiguration(all -> {
                    all.retryStrategy(DefaultRetryStrategy.doNotRetry());
                    access.profile().ifPresent(all::defaultProfileName);
                });
        access.endpoint().ifPresent(at -> builder.endpointOverride(at).forcePathStyle(true));
        client = AwsErrors.telling(builder::build);
        bucket = url.bucket();
    }

    private static <T> T join(CompletableFuture<T> call) {
        try {
            return call.join();
        } catch (CompletionException failure) {
            throw AwsErrors.of(failure.getCause() == null ? failure : failure.getCause());
        }
    }

    @Override
    public Page<StoredObject> list(String prefix, Optional<String> token) {
        ListObjectsV2Response page = join(
                client.listObjectsV2(ask -> ask.bucket(bucket).prefix(prefix).continuationToken(token.orElse(null))));
        return new Page<>(
                page.contents().stream()
                        .map(each -> new StoredObject(
                                each.key(), each.size(), each.eTag(), Optional.empty(), each.lastModified()))
                        .toList(),
                Optional.ofNullable(page.nextContinuationToken()));
    }

    @Override
    public StoredObject stat(String key) {
        HeadObjectResponse head =
                join(client.headObject(ask -> ask.bucket(bucket).key(key).checksumMode(ChecksumMode.ENABLED)));
        return new StoredObject(
                key, head.contentLength(), head.eTag(), crc(head.checksumCRC32C()), head.lastModified());
    }

    private static Optional<Integer> crc(@Nullable String base64) {
        // one of parts has a number behind it, and is not that of the octets
        return Optional.ofNullable(base64).flatMap(Crc32c::findBase64);
    }

    @Override
    public long read(String key, long offset, OptionalLong length, Optional<String> version, OutputStream into)
            throws IOException {
        if (length.isPresent() && length.getAsLong() == 0) {
            return 0;
        }
        String range =
                "bytes=" + offset + "-" + (length.isPresent() ? String.valueOf(offset + length.getAsLong() - 1) : "");
        ResponseInputStream<GetObjectResponse> body = join(client.getObject(
                ask -> ask.bucket(bucket).key(key).range(range).ifMatch(version.orElse(null)),
                AsyncResponseTransformer.toBlockingInputStream()));
        long expected = body.response().contentLength();
        long read = 0;
        byte[] buffer = new byte[BUFFER];
        try {
            for (int count = next(body, buffer); count >= 0; count = next(body, buffer)) {
                into.write(buffer, 0, count);
                read += count;
            }
        } catch (IOException | RuntimeException failure) {
            body.abort();
            throw failure;
        }
        if (read != expected) {
            throw AwsErrors.cut(read, expected);
        }
        return read;
    }

    private static int next(InputStream body, byte[] buffer) {
        try {
            return body.read(buffer);
        } catch (IOException | RuntimeException cut) {
            throw AwsErrors.of(cut);
        }
    }

    @Override
    public StoredObject write(String key, ByteBuffer content) {
        join(client.putObject(
                ask -> ask.bucket(bucket)
                        .key(key)
                        .contentLength((long) content.remaining())
                        .checksumCRC32C(Crc32c.base64(Crc32c.of(content))),
                AsyncRequestBody.fromByteBufferUnsafe(content.duplicate())));
        return stat(key);
    }

    @Override
    public Upload begin(String key) {
        return new Upload(
                key,
                join(client.createMultipartUpload(ask -> ask.bucket(bucket)
                                .key(key)
                                .checksumAlgorithm(ChecksumAlgorithm.CRC32_C)
                                .checksumType(ChecksumType.FULL_OBJECT)))
                        .uploadId());
    }

    @Override
    public Part put(Upload upload, int number, ByteBuffer content) {
        int crc = Crc32c.of(content);
        long size = content.remaining();
        UploadPartResponse done = join(client.uploadPart(
                ask -> ask.bucket(bucket)
                        .key(upload.key())
                        .uploadId(upload.id())
                        .partNumber(number)
                        .contentLength(size)
                        .checksumCRC32C(Crc32c.base64(crc)),
                AsyncRequestBody.fromByteBufferUnsafe(content.duplicate())));
        return new Part(number, size, done.eTag(), Optional.of(crc));
    }

    @Override
    public StoredObject finish(Upload upload, List<Part> parts) {
        List<CompletedPart> completed = parts.stream()
                .sorted(Comparator.comparingInt(Part::number))
                .map(part -> CompletedPart.builder()
                        .partNumber(part.number())
                        .eTag(part.tag())
                        .checksumCRC32C(part.crc32c().map(Crc32c::base64).orElse(null))
                        .build())
                .toList();
        join(client.completeMultipartUpload(ask -> ask.bucket(bucket)
                .key(upload.key())
                .uploadId(upload.id())
                .checksumType(ChecksumType.FULL_OBJECT)
                .checksumCRC32C(Crc32c.ofParts(parts).map(Crc32c::base64).orElse(null))
                .multipartUpload(all -> all.parts(completed))));
        return Crc32c.checked(stat(upload.key()), parts);
    }

    @Override
    public void abort(Upload upload) {
        try {
            join(client.abortMultipartUpload(
                    ask -> ask.bucket(bucket).key(upload.key()).uploadId(upload.id())));
        } catch (CloudException over) {
            if (over.reason() != CloudException.Reason.NOT_FOUND) {
                throw over;
            }
        }
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
        ListPartsResponse page = join(client.listParts(ask -> ask.bucket(bucket)
                .key(upload.key())
                .uploadId(upload.id())
                .partNumberMarker(token.map(Integer::valueOf).orElse(null))));
        return new Page<>(
                page.parts().stream()
                        .map(part -> new Part(part.partNumber(), part.size(), part.eTag(), crc(part.checksumCRC32C())))
                        .toList(),
                Boolean.TRUE.equals(page.isTruncated())
                        ? Optional.of(String.valueOf(page.nextPartNumberMarker()))
                        : Optional.empty());
    }

    @Override
    public void delete(String key) {
        join(client.deleteObject(ask -> ask.bucket(bucket).key(key)));
    }

    @Override
    public long leastPart() {
        return LEAST_PART;
    }

    @Override
    public void close() {
        client.close();
    }
}
