package io.longhaul.lab.study;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One experiment on faithful labs of its own. Immutable. */
public interface LabStudy {
    /** Short name, as {@code windows}. */
    String name();

    /** One sentence for a list. */
    String about();

    /**
     * Carries it out; takes from half a minute to a quarter of an hour.
     *
     * @param runs of each cell; the median counts
     * @param progress hears what is done now
     * @throws io.longhaul.lab.LabException when the lab or iperf3 cannot run, or the machine is too busy for it
     */
    StudyReport run(int runs, Consumer<String> progress);

    /** All of them, in the order of docs/lab.md. */
    static List<LabStudy> all() {
        var all = new ArrayList<LabStudy>(WindowStudy.all());
        all.addAll(List.of(
                new RelayStudy(),
                new SharingStudy(),
                new FlowCapStudy(),
                new BucketStudy(),
                new LossStudy(),
                new DelayStudy(),
                new LoadStudy(),
                new ScaleStudy(),
                new AgreementStudy(),
                new VirtualStudy()));
        return List.copyOf(all);
    }
}
