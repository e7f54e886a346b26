package io.longhaul.lab.topology;

import io.longhaul.core.text.Grammar;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * One site of a lab with its one VM. Immutable.
 *
 * @param id where
 * @param vmType the provider's name of the VM type it stands for, a {@link Grammar#NAME}
 * @param caps what the VM may carry
 * @param queue how long the queues at the VM's caps may become before they drop or push back
 * @param window what a stream to this site may have in flight: the receive window of its VM
 * @param congestion congestion control of the VM, as {@code cubic}, a {@link Grammar#KERNEL_NAME}
 * @param location coordinates; empty when delays are given otherwise
 */
public record LabSite(
        SiteId id,
        String vmType,
        VmCaps caps,
        Duration queue,
        DataSize window,
        String congestion,
        Optional<Coordinates> location) {
    public LabSite {
        Grammar.NAME.require("The vm_type of " + id, vmType);
        Grammar.KERNEL_NAME.require("The congestion of " + id, congestion);
        TopologyCheck.positive("egress", caps.egress(), id);
        TopologyCheck.positive("ingress", caps.ingress(), id);
        caps.perFlow().ifPresent(cap -> TopologyCheck.positive("per_flow", cap, id));
        TopologyCheck.duration("queue", queue, id);
        TopologyCheck.atLeast("window", window, DataSize.ofBytes(2_000), id);
    }
}
