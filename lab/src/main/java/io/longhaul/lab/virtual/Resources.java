package io.longhaul.lab.virtual;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What flows share, numbered: each has a capacity, in bit/s, and some a token bucket below it. Times in seconds. Confined to
 * one thread.
 */
final class Resources {
    private final double ackShare;
    private final List<BucketAt> buckets = new ArrayList<>();
    private double[] capacities = new double[16];
    private int size;
    private MaxMin maxMin = new MaxMin(0);

    private record BucketAt(int resource, FluidBucket bucket) {}

    interface BucketEvent {
        void at(int bucket, double time, long version);
    }

    /**
     * @param ackShare what acknowledgements take of the capacities of the way back for each bit that is carried
     */
    Resources(double ackShare) {
        this.ackShare = ackShare;
    }

    /** Adds a resource; its number is that of resources before it. */
    int add(double capacity) {
        if (size == capacities.length) {
            capacities = Arrays.copyOf(capacities, size * 2);
        }
        capacities[size] = capacity;
        return size++;
    }

    void set(int resource, double capacity) {
        capacities[resource] = capacity;
    }

    void add(int resource, FluidBucket bucket) {
        buckets.add(new BucketAt(resource, bucket));
    }

    /**
     * Max-min fair rates under the capacities in force, and what leaves each bucket is noted. Flows of a lower rank come
     * first; the next rank shares what they leave. Acknowledgements take their part of the caps of the way back whatever
     * its streams do, so they are not part of the fairness: they are taken off first.
     *
     * @param flows in rising order of rank
     * @param rates by flow, the answer
     */
    void share(List<FlowState> flows, double[] rates) {
        double[] now = Arrays.copyOf(capacities, size);
        for (BucketAt at : buckets) {
            now[at.resource] = Math.min(now[at.resource], at.bucket.rate());
        }
        if (maxMin.resources() != size) {
            maxMin = new MaxMin(size);
        }
        double[] sent = new double[size];
        if (ackShare > 0) {
            allocate(now, flows, rates);
            for (int i = 0; i < rates.length; i++) {
                for (int resource : flows.get(i).way.wayBack()) {
                    sent[resource] += ackShare * rates[i];
                }
            }
            for (int r = 0; r < size; r++) {
                now[r] = Math.max(0, now[r] - sent[r]);
            }
        }
        allocate(now, flows, rates);
        if (buckets.isEmpty()) {
            return;
        }
        for (int i = 0; i < rates.length; i++) {
            for (int resource : flows.get(i).way.uses()) {
                sent[resource] += rates[i];
            }
        }
        buckets.forEach(at -> at.bucket.send(sent[at.resource]));
    }

    /** Rank after rank; then what is left goes to those who would take more. */
    private void allocate(double[] most, List<FlowState> flows, double[] rates) {
        double[] left = most.clone();
        for (int first = 0; first < rates.length; ) {
            int next = first;
            while (next < rates.length && flows.get(next).rank == flows.get(first).rank) {
                next++;
            }
            allocate(left, flows.subList(first, next), false, rates, first);
            first = next;
        }
        if (flows.stream().anyMatch(flow -> flow.extra > 0)) {
            allocate(left, flows, true, rates, 0);
        }
    }

    /** Adds rates to those from a number on, and takes them from what is left. */
    private void allocate(double[] left, List<FlowState> flows, boolean extra, double[] rates, int from) {
        int count = flows.size();
        double[] weights = new double[count];
        double[] demands = new double[count];
        double[] given = new double[count];
        int[][] uses = new int[count][];
        for (int i = 0; i < count; i++) {
            FlowState flow = flows.get(i);
            weights[i] = flow.weight;
            demands[i] = extra ? flow.extra : flow.demand;
            uses[i] = flow.way.uses();
        }
        maxMin.allocate(left, count, weights, demands, uses, given);
        for (int i = 0; i < count; i++) {
            rates[from + i] = extra ? rates[from + i] + given[i] : given[i];
            for (int resource : uses[i]) {
                left[resource] = Math.max(0, left[resource] - given[i]);
            }
        }
    }

    void settleBuckets(double now) {
        buckets.forEach(at -> at.bucket.settle(now));
    }

    /** When each bucket will run dry, or have credit again. */
    void forEachBucketEvent(double now, BucketEvent event) {
        for (int b = 0; b < buckets.size(); b++) {
            int number = b;
            buckets.get(b).bucket.announce(now, (time, version) -> event.at(number, time, version));
        }
    }

    /** A bucket's event; false when it is out of date. */
    boolean bucketDue(int bucket, long version, double now) {
        return buckets.get(bucket).bucket.due(version, now);
    }
}
