package io.longhaul.lab.shape;

import io.longhaul.core.units.Bandwidth;

/**
 * How long a server takes for an amount of data; it may depend on what was served before. Calls come in the order of
 * time. Confined to one thread.
 */
public interface RateLaw {
    /**
     * Serves an amount.
     *
     * @param bytes how much
     * @param startNanos when its first bit is served
     * @return the nanoseconds until its last bit is served
     */
    double serve(long bytes, double startNanos);

    /** The rate in force for the next octet at a time, in octets per nanosecond. */
    double bytesPerNano(double nowNanos);

    /** From now on at another rate; of a token bucket, its high rate. */
    void setRate(Bandwidth rate);

    /** Octets per nanosecond of a rate. */
    static double bytesPerNano(Bandwidth rate) {
        return rate.bitsPerSecond() / 8e9;
    }

    /** The same rate whatever was served. */
    final class Constant implements RateLaw {
        private double bytesPerNano;

        public Constant(Bandwidth rate) {
            setRate(rate);
        }

        @Override
        public double serve(long bytes, double startNanos) {
            return bytes / bytesPerNano;
        }

        @Override
        public double bytesPerNano(double nowNanos) {
            return bytesPerNano;
        }

        @Override
        public void setRate(Bandwidth rate) {
            bytesPerNano = RateLaw.bytesPerNano(rate);
        }
    }
}
