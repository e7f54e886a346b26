package io.longhaul.clouds.gcp;

import com.google.api.client.http.HttpResponseException;
import com.google.cloud.NoCredentials;
import com.google.cloud.ReadChannel;
import com.google.cloud.ServiceOptions;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.HttpStorageOptions;
import com.google.cloud.storage.MultipartUploadClient;
import com.google.cloud.storage.MultipartUploadSettings;
import com.google.cloud.storage.RequestBody;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BlobListOption;
import com.google.cloud.storage.Storage.BlobSourceOption;
import com.google.cloud.storage.StorageException;
import com.google.cloud.storage.StorageOptions;
import com.google.cloud.storage.multipartupload.model.AbortMultipartUploadRequest;
import com.google.cloud.storage.multipartupload.model.CompleteMultipartUploadRequest;
import com.google.cloud.storage.multipartupload.model.CompletedMultipartUpload;
import com.google.cloud.storage.multipartupload.model.CompletedPart;
import com.google.cloud.storage.multipartupload.model.CreateMultipartUploadRequest;
import com.google.cloud.storage.multipartupload.model.ListPartsRequest;
import com.google.cloud.storage.multipartupload.model.ListPartsResponse;
import com.google.cloud.storage.multipartupload.model.UploadPartRequest;
import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.objects.Crc32c;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A bucket of Google Cloud Storage: objects by the JSON interface, parts by the XML one, which takes up to 10,000 of them
 * and needs no objects in between, as composing would. Safe for any thread.
 */
final class GcsStore implements ObjectStore {
    private static final long LEAST_PART = 5L << 20;
    private static final int BUFFER = 1 << 17;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int TIMEOUT = 408;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final int BAD_REQUEST = 400;

    private final Storage storage;
    private final MultipartUploadClient multipart;
    private final String bucket;

    GcsStore(CloudAccess access, StoreUrl url) {
        HttpStorageOptions.Builder builder =
                StorageOptions.http().setRetrySettings(ServiceOptions.getNoRetrySettings());
        access.project().ifPresent(builder::setProjectId);
        access.endpoint().ifPresent(at -> builder.setHost(at.toString()).setCredentials(NoCredentials.getInstance()));
        HttpStorageOptions options = builder.build();
        storage = options.getService();
        multipart = MultipartUploadClient.create(MultipartUploadSettings.of(options));
        bucket = url.bucket();
    }

    private static <T> T telling(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            throw told(failure);
        }
    }

    private static CloudException told(Exception failure) {
        if (failure instanceof CloudException known) {
            return known;
        }
        for (Throwable each = failure; each != null; each = each.getCause()) {
            int status = each instanceof StorageException answered
                    ? answered.getCode()
                    : each instanceof HttpResponseException plain ? plain.getStatusCode() : 0;
            if (status >= BAD_REQUEST) {
                String message = String.valueOf(each.getMessage());
                Reason reason = reason(status, message);
                return new CloudException(
                        reason,
                        "Google Cloud Storage answered HTTP " + status + ": " + message,
                        reason == Reason.CREDENTIALS ? "Log in: gcloud auth application-default login." : "",
                        failure);
            }
        }
        return new CloudException(
                Reason.UNANSWERED,
                "Google Cloud Storage did not answer: " + failure.getMessage(),
                "Check the network, and try again.",
                failure);
    }

    private static Reason reason(int status, String message) {
        return switch (status) {
            case UNAUTHORIZED -> Reason.CREDENTIALS;
            case NOT_FOUND -> Reason.NOT_FOUND;
            case TIMEOUT -> Reason.UNANSWERED;
            case PRECONDITION_FAILED -> Reason.CHANGED;
            case RANGE_NOT_SATISFIABLE -> Reason.REFUSED;
            case TOO_MANY -> Reason.THROTTLED;
            case BAD_REQUEST ->
                message.contains("CRC32C") || message.contains("BadDigest") ? Reason.DAMAGED : Reason.REFUSED;
            default -> status >= SERVER_ERROR ? Reason.UNAVAILABLE : Reason.REFUSED;
        };
    }

    private static StoredObject stored(Blob blob) {
        return new StoredObject(
                blob.getName(),
                blob.getSize(),
                String.valueOf(blob.getGeneration()),
                Optional.ofNullable(blob.getCrc32c()).flatMap(Crc32c::findBase64),
                blob.getUpdateTimeOffsetDateTime().toInstant());
    }

    @Override
    public Page<StoredObject> list(String prefix, Optional<String> token) {
        return telling(() -> {
            var page = token.isPresent()
                    ? storage.list(bucket, BlobListOption.prefix(prefix), BlobListOption.pageToken(token.get()))
                    : storage.list(bucket, BlobListOption.prefix(prefix));
            return new Page<>(
                    page.streamValues().map(GcsStore::stored).toList(),
                    Optional.ofNullable(page.getNextPageToken()).filter(next -> !next.isEmpty()));
        });
    }

    @Override
    public StoredObject stat(String key) {
        Blob blob = telling(() -> storage.get(BlobId.of(bucket, key)));
        if (blob == null) {
            throw new CloudException(
                    Reason.NOT_FOUND, "There is no object " + key + " in gs://" + bucket + ".", "Check the name.");
        }
        return stored(blob);
    }

    @Override
    public long read(String key, long offset, OptionalLong length, Optional<String> version, OutputStream into)
            throws IOException {
        BlobSourceOption[] same = version.map(generation ->
                        new BlobSourceOption[] {BlobSourceOption.generationMatch(Long.parseLong(generation))})
                .orElse(new BlobSourceOption[0]);
        long read = 0;
        try (ReadChannel channel = telling(() -> storage.reader(BlobId.of(bucket, key), same))) {
            channel.setChunkSize(0);
            channel.seek(offset);
            if (length.isPresent()) {
                channel.limit(offset + length.getAsLong());
            }
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
            for (int count = next(channel, buffer); count >= 0; count = next(channel, buffer)) {
                into.write(buffer.array(), 0, count);
                read += count;
                buffer.clear();
            }
        }
        return read;
    }

    private static int next(ReadChannel channel, ByteBuffer buffer) {
        try {
            return channel.read(buffer);
        } catch (IOException | RuntimeException cut) {
            throw told(cut);
        }
    }

    @Override
    public StoredObject write(String key, ByteBuffer content) {
        byte[] octets = new byte[content.remaining()];
        content.duplicate().get(octets);
        return telling(() -> stored(storage.create(
                BlobInfo.newBuilder(BlobId.of(bucket, key))
                        .setCrc32c(Crc32c.base64(Crc32c.of(content)))
                        .build(),
                octets)));
    }

    @Override
    public Upload begin(String key) {
        return telling(() -> new Upload(
                key,
                multipart
                        .createMultipartUpload(CreateMultipartUploadRequest.builder()
                                .bucket(bucket)
                                .key(key)
                                .build())
                        .uploadId()));
    }

    @Override
    public Part put(Upload upload, int number, ByteBuffer content) {
        int crc = Crc32c.of(content);
        long size = content.remaining();
        return telling(() -> new Part(
                number,
                size,
                multipart
                        .uploadPart(
                                UploadPartRequest.builder()
                                        .bucket(bucket)
                                        .key(upload.key())
                                        .uploadId(upload.id())
                                        .partNumber(number)
                                        .crc32c(Crc32c.base64(crc))
                                        .build(),
                                RequestBody.of(content.duplicate()))
                        .eTag(),
                Optional.of(crc)));
    }

    @Override
    public StoredObject finish(Upload upload, List<Part> parts) {
        List<CompletedPart> completed = parts.stream()
                .sorted(Comparator.comparingInt(Part::number))
                .map(part -> CompletedPart.builder()
                        .partNumber(part.number())
                        .eTag(part.tag())
                        .build())
                .toList();
        telling(() -> multipart.completeMultipartUpload(CompleteMultipartUploadRequest.builder()
                .bucket(bucket)
                .key(upload.key())
                .uploadId(upload.id())
                .multipartUpload(
                        CompletedMultipartUpload.builder().parts(completed).build())
                .build()));
        return Crc32c.checked(stat(upload.key()), parts);
    }

    @Override
    public void abort(Upload upload) {
        try {
            telling(() -> multipart.abortMultipartUpload(AbortMultipartUploadRequest.builder()
                    .bucket(bucket)
                    .key(upload.key())
                    .uploadId(upload.id())
                    .build()));
        } catch (CloudException over) {
            if (over.reason() != Reason.NOT_FOUND) {
                throw over;
            }
        }
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
        ListPartsRequest.Builder ask =
                ListPartsRequest.builder().bucket(bucket).key(upload.key()).uploadId(upload.id());
        token.map(Integer::valueOf).ifPresent(ask::partNumberMarker);
        ListPartsResponse page = telling(() -> multipart.listParts(ask.build()));
        return new Page<>(
                page.parts().stream()
                        .map(part -> new Part(part.partNumber(), part.size(), part.eTag(), Optional.empty()))
                        .toList(),
                page.truncated() ? Optional.of(String.valueOf(page.nextPartNumberMarker())) : Optional.empty());
    }

    @Override
    public void delete(String key) {
        telling(() -> storage.delete(BlobId.of(bucket, key)));
    }

    @Override
    public long leastPart() {
        return LEAST_PART;
    }

    @Override
    public void close() {
        try {
            storage.close();
        } catch (Exception left) {
            throw told(left);
        }
    }
}
