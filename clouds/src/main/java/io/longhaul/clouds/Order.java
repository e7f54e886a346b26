package io.longhaul.clouds;

import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One thing that a cloud shall make by one call. Immutable. The name comes from the fleet and is its own for ever; a cloud that is given
 * the same name and token twice makes one thing.
 *
 * @param kind what it is
 * @param name unique in the cloud
 * @param token by which the cloud knows a repeated call, a UUID
 * @param site region or zone
 * @param label whose it is
 * @param vm what a VM is to be, also for what belongs to it; for what a region shares, the first VM that stands on it
 * @param base ids of what was made before it at this place, in the order of making
 * @param reach networks that may reach agents in CIDR notation
 */
public record Order(
        Kind kind,
        String name,
        String token,
        SiteId site,
        Label label,
        Optional<Vm> vm,
        List<Resource> base,
        List<String> reach) {
    public Order {
        base = List.copyOf(base);
        reach = List.copyOf(reach);
    }

    /**
     * What has come of it, as far as the cloud says at once.
     *
     * @param id by which the cloud knows it
     * @param at region or zone; of what stands nowhere in particular, where it is listed
     */
    public Resource made(String id, SiteId at, Resource.State state) {
        return new Resource(kind, id, name, at, label, state, Optional.empty(), Optional.empty());
    }

    /**
     * A virtual machine.
     *
     * @param type the provider's name
     * @param image the provider's name; empty for the provider's own choice of a plain Linux
     * @param subnet the provider's name; empty for the default network
     * @param spot whether the cloud may take it away
     * @param userData what it does at its first boot
     * @param endsAtLatest end of the longest lease there may be, which the cloud itself holds where it can
     * @param identity that the VM may act by in its cloud, the provider's name; empty for none
     */
    public record Vm(
            String type,
            Optional<String> image,
            Optional<String> subnet,
            boolean spot,
            String userData,
            Instant endsAtLatest,
            Optional<String> identity) {}
}
