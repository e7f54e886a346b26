package io.longhaul.e2e.lab.study;

import java.util.function.Consumer;

/** One experiment on faithful labs of its own. Immutable. */
interface Experiment {
    /** Short name, as {@code windows}. */
    String name();

    /**
     * Carries it out; takes from half a minute to a quarter of an hour.
     *
     * @param runs of each cell; the median counts
     * @param progress hears what is done now
     * @throws io.longhaul.lab.LabException when the lab or iperf3 cannot run, or the machine is too busy for it
     */
    StudyReport run(int runs, Consumer<String> progress);
}
