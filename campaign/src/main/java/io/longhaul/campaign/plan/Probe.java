package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;

/**
 * A kind of measurement of a campaign. Immutable.
 *
 * @param name in the file, unique
 * @param task given to the sender
 * @param every in which blocks: each (1), every second (2) and so on, from the first
 */
public record Probe(String name, Task task, int every) {
    /** In each block. */
    public Probe(String name, Task task) {
        this(name, task, 1);
    }

    /** Whether nothing else may load its ends. */
    public boolean isLoad() {
        return task.isLoad();
    }

    /** Whether it is made in a block, from 0. */
    public boolean isDue(int block) {
        return block % every == 0;
    }
}
