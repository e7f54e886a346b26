package io.longhaul.probes.server;

/** How far a test at the agent is. */
enum TestStage {
    WAITING,
    PARAMETERS,
    CREATING,
    RUNNING,
    RESULTS,
    FAREWELL,
    OVER
}
