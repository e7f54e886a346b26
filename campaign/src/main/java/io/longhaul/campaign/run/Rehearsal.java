package io.longhaul.campaign.run;

import io.longhaul.campaign.plan.Participant;

/** Agents that send nothing, in a time of their own: to try a campaign out. Implementations are safe for any thread. */
public interface Rehearsal extends Pace {
    /** One of the agents. */
    AgentPort agent(Participant self);
}
