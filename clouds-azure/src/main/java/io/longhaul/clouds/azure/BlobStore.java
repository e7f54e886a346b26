package io.longhaul.clouds.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.netty.NettyAsyncHttpClientBuilder;
import com.azure.core.http.rest.PagedResponse;
import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobItemProperties;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.Block;
import com.azure.storage.blob.models.BlockList;
import com.azure.storage.blob.models.BlockListType;
import com.azure.storage.blob.models.DownloadRetryOptions;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.objects.Crc32c;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;
import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.ConnectionProvider;

/**
 * A container of Azure Blob Storage. Parts are staged blocks, each with its MD5; the CRC-32C of the whole, which Azure does
 * not count, is kept in the object's metadata. Safe for any thread.
 */
final class BlobStore implements ObjectStore {
    private static final String CRC = "crc32c";
    private static final HttpHeaderName CRC_HEADER = HttpHeaderName.fromString("x-ms-meta-" + CRC);
    private static final int SILENCE_SECONDS = 60;
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int UNAUTHORIZED = 401;
    private static final int PRECONDITION_FAILED = 412;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    private final BlobContainerClient container;

    BlobStore(CloudAccess access, StoreUrl url, int connections) {
        String account = url.account().orElseThrow();
        BlobServiceClientBuilder builder = new BlobServiceClientBuilder()
                .httpClient(new NettyAsyncHttpClientBuilder(reactor.netty.http.client.HttpClient.create(
                                ConnectionProvider.create("objects", connections)))
                        .build())
                .retryOptions(new RequestRetryOptions(RetryPolicyType.FIXED, 1, SILENCE_SECONDS, null, null, null));
        if (access.endpoint().isPresent()) {
            builder.endpoint(below(access.endpoint().get(), account));
        } else {
            builder.endpoint("https://" + account + ".blob.core.windows.net")
                    .credential(new DefaultAzureCredentialBuilder().build());
        }
        container = telling(() -> builder.buildClient().getBlobContainerClient(url.bucket()));
    }

    private static String below(URI at, String account) {
        try {
            return new URI(at.getScheme(), at.getAuthority(), "/" + account, null, null)
                    + (at.getRawQuery() == null ? "" : "?" + at.getRawQuery());
        } catch (URISyntaxException malformed) {
            throw new InvalidInputException(
                    "The endpoint (" + at + ") is no address.", "Write it like http://host:port.", malformed);
        }
    }

    private static <T> T telling(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            throw told(failure);
        }
    }

    private static CloudException told(RuntimeException failure) {
        if (failure instanceof CloudException known) {
            return known;
        }
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof BlobStorageException answered) {
                Reason reason = reason(answered);
                return new CloudException(
                        reason,
                        "Azure answered " + answered.getErrorCode() + " (HTTP " + answered.getStatusCode() + ").",
                        reason == Reason.CREDENTIALS ? "Log in: az login." : "",
                        failure);
            }
            if (each instanceof com.azure.core.exception.ClientAuthenticationException) {
                return new CloudException(
                        Reason.CREDENTIALS, "No credentials of Azure were found.", "Log in: az login.", failure);
            }
        }
        return new CloudException(
                Reason.UNANSWERED,
                "Azure did not answer: " + failure.getMessage(),
                "Check the network, and try again.",
                failure);
    }

    private static Reason reason(BlobStorageException answered) {
        String code = String.valueOf(answered.getErrorCode());
        if (code.equals("Md5Mismatch") || code.equals("Crc64Mismatch")) {
            return Reason.DAMAGED;
        }
        if (code.equals("AuthenticationFailed")) {
            return Reason.CREDENTIALS;
        }
        return switch (answered.getStatusCode()) {
            case NOT_FOUND -> Reason.NOT_FOUND;
            case UNAUTHORIZED -> Reason.CREDENTIALS;
            case FORBIDDEN -> Reason.REFUSED;
            case PRECONDITION_FAILED -> Reason.CHANGED;
            case TOO_MANY -> Reason.THROTTLED;
            default ->
                code.equals("ServerBusy")
                        ? Reason.THROTTLED
                        : answered.getStatusCode() >= SERVER_ERROR ? Reason.UNAVAILABLE : Reason.REFUSED;
        };
    }

    private BlockBlobClient blob(String key) {
        return container.getBlobClient(key).getBlockBlobClient();
    }

    @Override
    public Page<StoredObject> list(String prefix, Optional<String> token) {
        return telling(() -> {
            PagedResponse<BlobItem> page = container
                    .listBlobs(
                            new ListBlobsOptions()
                                    .setPrefix(prefix)
                                    .setDetails(new BlobListDetails().setRetrieveMetadata(true)),
                            token.orElse(null),
                            null)
                    .streamByPage()
                    .findFirst()
                    .orElseThrow();
            return new Page<>(
                    page.getValue().stream().map(BlobStore::stored).toList(),
                    Optional.ofNullable(page.getContinuationToken()).filter(next -> !next.isEmpty()));
        });
    }

    private static StoredObject stored(BlobItem item) {
        BlobItemProperties properties = item.getProperties();
        return new StoredObject(
                item.getName(),
                properties.getContentLength(),
                properties.getETag().replace("\"", ""),
                Optional.ofNullable(item.getMetadata()).map(all -> all.get(CRC)).flatMap(Crc32c::findBase64),
                properties.getLastModified().toInstant());
    }

    @Override
    public StoredObject stat(String key) {
        Response<BlobProperties> answer = telling(() -> blob(key).getPropertiesWithResponse(null, null, Context.NONE));
        BlobProperties properties = answer.getValue();
        return new StoredObject(
                key,
                properties.getBlobSize(),
                properties.getETag().replace("\"", ""),
                Optional.ofNullable(answer.getHeaders().getValue(CRC_HEADER)).flatMap(Crc32c::findBase64),
                properties.getLastModified().toInstant());
    }

    @Override
    public long read(String key, long offset, OptionalLong length, Optional<String> version, OutputStream into)
            throws IOException {
        BlobRange range = length.isPresent() ? new BlobRange(offset, length.getAsLong()) : new BlobRange(offset);
        BlobRequestConditions conditions = new BlobRequestConditions();
        version.ifPresent(tag -> conditions.setIfMatch("\"" + tag + "\""));
        var counted = new Counted(into);
        try {
            blob(key)
                    .downloadStreamWithResponse(
                            counted,
                            range,
                            new DownloadRetryOptions().setMaxRetryRequests(0),
                            conditions,
                            false,
                            null,
                            Context.NONE);
        } catch (RuntimeException failure) {
            if (counted.refused != null) {
                throw counted.refused;
            }
            throw told(failure);
        }
        return counted.count;
    }

    @Override
    public StoredObject write(String key, ByteBuffer content) {
        telling(() -> blob(key)
                .uploadWithResponse(
                        new BlockBlobSimpleUploadOptions(BinaryData.fromByteBuffer(content.duplicate()))
                                .setContentMd5(md5(content))
                                .setMetadata(Map.of(CRC, Crc32c.base64(Crc32c.of(content)))),
                        null,
                        Context.NONE));
        return stat(key);
    }

    private static byte[] md5(ByteBuffer content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(content.duplicate());
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    /** Azure has no uploads, only blocks of an object to be; those of one upload have its id in their names. */
    @Override
    public Upload begin(String key) {
        return new Upload(key, UUID.randomUUID().toString().replace("-", ""));
    }

    private static String blockId(Upload upload, int number) {
        String name = upload.id() + String.format(Locale.ROOT, "-%06d", number);
        return Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public Part put(Upload upload, int number, ByteBuffer content) {
        String id = blockId(upload, number);
        telling(() -> blob(upload.key())
                .stageBlockWithResponse(
                        new BlockBlobStageBlockOptions(id, BinaryData.fromByteBuffer(content.duplicate()))
                                .setContentMd5(md5(content)),
                        null,
                        Context.NONE));
        return new Part(number, content.remaining(), id, Optional.of(Crc32c.of(content)));
    }

    @Override
    public StoredObject finish(Upload upload, List<Part> parts) {
        List<String> ids = parts.stream()
                .sorted(Comparator.comparingInt(Part::number))
                .map(Part::tag)
                .toList();
        var commit = new BlockBlobCommitBlockListOptions(ids);
        Crc32c.ofParts(parts).ifPresent(crc -> commit.setMetadata(Map.of(CRC, Crc32c.base64(crc))));
        telling(() -> blob(upload.key()).commitBlockListWithResponse(commit, null, Context.NONE));
        return stat(upload.key());
    }

    /**
     * Azure drops blocks that nobody committed after a week. Where there is no such object, they go at once: with an empty one
     * that is made and removed. Beside an object they are left to Azure, for what would drop them would change it.
     */
    @Override
    public void abort(Upload upload) {
        BlobRequestConditions none = new BlobRequestConditions().setIfNoneMatch("*");
        if (parts(upload).findAny().isEmpty()) {
            return;
        }
        try {
            telling(() -> blob(upload.key())
                    .commitBlockListWithResponse(
                            new BlockBlobCommitBlockListOptions(List.of()).setRequestConditions(none),
                            null,
                            Context.NONE));
            delete(upload.key());
        } catch (CloudException there) {
            if (there.reason() != Reason.CHANGED && there.reason() != Reason.REFUSED) {
                throw there;
            }
        }
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
        BlockList list;
        try {
            list = telling(() -> blob(upload.key()).listBlocks(BlockListType.UNCOMMITTED));
        } catch (CloudException none) {
            if (none.reason() == Reason.NOT_FOUND) {
                return new Page<>(List.of(), Optional.empty());
            }
            throw none;
        }
        return new Page<>(
                list.getUncommittedBlocks().stream()
                        .flatMap(block -> part(upload, block).stream())
                        .sorted(Comparator.comparingInt(Part::number))
                        .toList(),
                Optional.empty());
    }

    private static Optional<Part> part(Upload upload, Block block) {
        String name = new String(Base64.getDecoder().decode(block.getName()), StandardCharsets.US_ASCII);
        String ours = upload.id() + "-";
        return name.startsWith(ours)
                ? Optional.of(new Part(
                        Integer.parseInt(name.substring(ours.length())),
                        block.getSizeLong(),
                        block.getName(),
                        Optional.empty()))
                : Optional.empty();
    }

    @Override
    public void delete(String key) {
        telling(() -> blob(key).deleteIfExists());
    }

    @Override
    public long leastPart() {
        return 1;
    }

    /** The connections are those of the pool, which end when they are idle. */
    @Override
    public void close() {}

    /** Knows how many octets went through, and whether it was the receiver who refused one. */
    private static final class Counted extends OutputStream {
        private final OutputStream into;
        private long count;
        private @Nullable IOException refused;

        Counted(OutputStream into) {
            this.into = into;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] octets, int from, int length) throws IOException {
            try {
                into.write(octets, from, length);
                count += length;
            } catch (IOException refusal) {
                refused = refusal;
                throw refusal;
            }
        }
    }
}
