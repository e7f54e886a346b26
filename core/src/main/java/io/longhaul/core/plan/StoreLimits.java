package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * What the object stores at the ends of a transfer allow, in octets of data before compression. Immutable. A source only
 * sends and a destination receives every octet once, so these are caps on what leaves the VMs of a source and reaches
 * those of a destination.
 *
 * @param readPerVm what one VM reads at most
 * @param writePerVm what one VM writes at most
 * @param readInAll what all VMs read from one bucket at most
 * @param writeInAll what all VMs write into one bucket at most
 * @param requestsPerSecond requests that one bucket answers
 * @param request the size of one request: that of a chunk, or of an object where objects are smaller
 */
public record StoreLimits(
        Optional<Bandwidth> readPerVm,
        Optional<Bandwidth> writePerVm,
        Optional<Bandwidth> readInAll,
        Optional<Bandwidth> writeInAll,
        OptionalInt requestsPerSecond,
        DataSize request) {
    public StoreLimits {
        require(
                requestsPerSecond.stream().allMatch(count -> count > 0),
                "The requests per second (" + requestsPerSecond + ") are none.",
                "Give at least 1, or leave them out.");
        require(
                requestsPerSecond.isEmpty() || !request.isZero(),
                "How much one request of a store moves is not known.",
                "Say the size of a chunk, or that of the objects where they are smaller.");
        for (Optional<Bandwidth> rate : List.of(readPerVm, writePerVm, readInAll, writeInAll)) {
            require(
                    rate.stream().noneMatch(Bandwidth::isZero),
                    "A rate of an object store is zero.",
                    "Leave it out where the store has no limit.");
        }
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    /** A network whose VMs at the ends of a request do what the stores there allow. */
    public NetworkModel appliedTo(NetworkModel network, TransferRequest asked) {
        NetworkModel limited = network;
        double ratio = asked.wireRatio();
        for (SiteId source : asked.sources()) {
            limited = limited.with(limited(
                    limited.getSite(source),
                    caps -> new VmCaps(
                            atMost(caps.egress(), readPerVm, ratio),
                            caps.ingress(),
                            caps.perFlow(),
                            caps.egressBucket()),
                    new Uplink(inAll(readInAll, ratio), Optional.empty())));
        }
        for (SiteId destination : asked.to()) {
            limited = limited.with(limited(
                    limited.getSite(destination),
                    caps -> new VmCaps(
                            caps.egress(),
                            atMost(caps.ingress(), writePerVm, ratio),
                            caps.perFlow(),
                            caps.egressBucket()),
                    new Uplink(Optional.empty(), inAll(writeInAll, ratio))));
        }
        return limited;
    }

    private static SiteModel limited(SiteModel site, UnaryOperator<VmCaps> caps, Uplink store) {
        return site.withCaps(caps).withUplink(site.uplink().atMost(store));
    }

    private static Bandwidth atMost(Bandwidth cap, Optional<Bandwidth> ofData, double ratio) {
        return ofData.map(rate -> cap.min(onWire(rate, ratio))).orElse(cap);
    }

    private static Bandwidth onWire(Bandwidth ofData, double ratio) {
        return ofData.times(ratio).max(Bandwidth.ofBitsPerSecond(1));
    }

    /** The narrower of a bucket's rate and its requests, on the wire. */
    private Optional<Bandwidth> inAll(Optional<Bandwidth> ofData, double ratio) {
        Optional<Bandwidth> byRequests = requestsPerSecond.isEmpty()
                ? Optional.empty()
                : Optional.of(Bandwidth.ofBitsPerSecond((double) requestsPerSecond.getAsInt() * request.bytes() * 8));
        return new Uplink(ofData, Optional.empty())
                .atMost(new Uplink(byRequests, Optional.empty()))
                .out()
                .map(rate -> onWire(rate, ratio));
    }
}
