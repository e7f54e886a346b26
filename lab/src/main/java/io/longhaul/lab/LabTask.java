package io.longhaul.lab;

import java.util.function.Consumer;

/**
 * Work done inside a faithful lab's own process, with threads at any of its sites: a client that talks to agents, a
 * campaign, a transfer over relays. Named by its class, made by its public constructor without parameters. Many may run
 * at once, each on a thread of its own, which belongs to no site.
 */
public interface LabTask {
    /**
     * Does the work. Interrupted when its owner cancels it.
     *
     * @param sites where to work
     * @param argument what its owner passed, in a form of the task's own
     * @param progress hears how far it is, in a form of the task's own
     * @return the answer, in a form of the task's own
     * @throws Exception when it fails; its owner gets the message
     */
    String run(LabSites sites, String argument, Consumer<String> progress) throws Exception;
}
