package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;

/**
 * A kind of measurement that every pair of a campaign has. Immutable.
 *
 * @param name in the file, unique
 * @param task given to the sender
 */
public record Probe(String name, Task task) {
    /** Whether nothing else may load its two ends. */
    public boolean isLoad() {
        return task instanceof Task.Throughput;
    }
}
