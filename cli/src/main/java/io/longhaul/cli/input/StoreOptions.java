package io.longhaul.cli.input;

import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.StoreLimits;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the object stores at the ends allow. */
public final class StoreOptions {
    @Option(
            names = "--store-read",
            paramLabel = "RATE",
            description = "What one VM reads from the object store at most, before compression, as 3Gbit/s.")
    private @Nullable Bandwidth read;

    @Option(
            names = "--store-write",
            paramLabel = "RATE",
            description = "What one VM writes to the object store at most.")
    private @Nullable Bandwidth write;

    @Option(
            names = "--bucket-read",
            paramLabel = "RATE",
            description = "What all VMs together read from one bucket at most.")
    private @Nullable Bandwidth bucketRead;

    @Option(
            names = "--bucket-write",
            paramLabel = "RATE",
            description = "What all VMs together write to one bucket at most.")
    private @Nullable Bandwidth bucketWrite;

    @Option(
            names = "--bucket-requests",
            paramLabel = "N",
            description = "Requests a second that one bucket answers; needs --chunk or --object-size.")
    private @Nullable Integer requests;

    @Option(
            names = "--object-size",
            paramLabel = "SIZE",
            description = "Mean size of the objects; below --chunk each of them is a request of its own.")
    private @Nullable DataSize objectSize;

    public boolean isGiven() {
        return read != null || write != null || bucketRead != null || bucketWrite != null || requests != null;
    }

    /** Whether objects have a size that nothing would count. */
    boolean countsNothing(boolean fees) {
        return objectSize != null && requests == null && !fees;
    }

    /** What one request moves. */
    public DataSize request(DataSize chunk) {
        if (objectSize == null) {
            return chunk;
        }
        return chunk.isZero() || objectSize.compareTo(chunk) < 0 ? objectSize : chunk;
    }

    /** A network with these limits at the ends of a request; they count as caps of the VMs there. */
    public NetworkModel applied(NetworkModel network, TransferRequest asked, DataSize chunk) {
        return isGiven()
                ? new StoreLimits(
                                Optional.ofNullable(read),
                                Optional.ofNullable(write),
                                Optional.ofNullable(bucketRead),
                                Optional.ofNullable(bucketWrite),
                                requests == null ? OptionalInt.empty() : OptionalInt.of(requests),
                                request(chunk))
                        .appliedTo(network, asked)
                : network;
    }
}
