package io.longhaul.probes.flow;

import io.longhaul.probes.wire.EndSample;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of a run, of which no more than so many are kept: when there would be more, each two neighbours become one, and
 * what comes later is joined likewise, so that a series stays even however long the run is. Confined to one thread.
 */
final class SampleSeries {
    private final int most;
    private final List<EndSample> samples = new ArrayList<>();

    /** Samples as they came that one kept sample is made of. */
    private int stride = 1;

    /** Of the last kept one. */
    private int joined;

    /**
     * @param most two at least
     */
    SampleSeries(int most) {
        this.most = most;
    }

    void add(EndSample sample) {
        if (joined == stride && samples.size() == most) {
            halve();
        }
        if (samples.isEmpty() || joined == stride) {
            samples.add(sample);
            joined = 1;
        } else {
            joinToLast(sample);
            joined++;
        }
    }

    /** Adds a last part that is too short for a sample of its own. */
    void addSliver(EndSample sliver) {
        if (samples.isEmpty()) {
            samples.add(sliver);
        } else {
            joinToLast(sliver);
        }
    }

    private void joinToLast(EndSample sample) {
        int last = samples.size() - 1;
        samples.set(last, SampleJoin.join(samples.get(last), sample));
    }

    private void halve() {
        int kept = 0;
        for (int i = 0; i < samples.size(); i += 2) {
            boolean paired = i + 1 < samples.size();
            samples.set(kept++, paired ? SampleJoin.join(samples.get(i), samples.get(i + 1)) : samples.get(i));
            joined = paired ? 2 * stride : stride;
        }
        samples.subList(kept, samples.size()).clear();
        stride *= 2;
    }

    List<EndSample> toList() {
        return List.copyOf(samples);
    }
}
