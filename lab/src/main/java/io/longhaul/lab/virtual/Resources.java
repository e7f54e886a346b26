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
     * Max-min fair rates under the capacities in force, and what leaves each bucket is noted. Those of a lower rank come
     * first; the next rank shares what they leave; then what is left goes to those who would take more. Acknowledgements take
     * their part of the caps of the way back whatever its streams do, so they are not part of the fairness: they are taken off
     * first.
     *
     * @param takers in rising order of rank, each looked at
     * @return by taker
     */
    double[] share(List<Taker> takers) {
        double[] now = Arrays.copyOf(capacities, size);
        for (BucketAt at : buckets) {
            now[at.resource] = Math.min(now[at.resource], at.bucket.rate());
        }
        if (maxMin.resources() != size) {
            maxMin = new MaxMin(size);
        }
        int count = takers.size();
        double[] weights = new double[count];
        double[] demands = new double[count];
        double[] extras = new double[count];
        int[][] uses = new int[count][];
        boolean anyExtra = false;
        for (int i = 0; i < count; i++) {
            Taker taker = takers.get(i);
            weights[i] = taker.weight();
            demands[i] = taker.demand();
            extras[i] = taker.extra();
            uses[i] = taker.way().uses();
            anyExtra |= extras[i] > 0;
        }
        double[] rates = new double[count];
        for (boolean acknowledged = ackShare == 0; ; acknowledged = true) {
            double[] left = now.clone();
            for (int first = 0; first < count; ) {
                int next = first + 1;
                while (next < count
                        && takers.get(next).rank() == takers.get(first).rank()) {
                    next++;
                }
                maxMin.allocate(left, first, next, weights, demands, uses, rates);
                first = next;
            }
            if (anyExtra) {
                double[] given = new double[count];
                maxMin.allocate(left, 0, count, weights, extras, uses, given);
                Arrays.setAll(rates, i -> rates[i] + given[i]);
            }
            if (acknowledged) {
                break;
            }
            for (int i = 0; i < count; i++) {
                for (int resource : takers.get(i).way().wayBack()) {
                    now[resource] = Math.max(0, now[resource] - ackShare * rates[i]);
                }
            }
        }
        if (!buckets.isEmpty()) {
            double[] sent = new double[size];
            for (int i = 0; i < count; i++) {
                for (int resource : uses[i]) {
                    sent[resource] += rates[i];
                }
            }
            buckets.forEach(at -> at.bucket.send(sent[at.resource]));
        }
        return rates;
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
