package io.longhaul.probes.stamp;

/**
 * Tells sealed requests that are heard again: each is good once, within a minute either way of the clock, from whatever address it
 * comes. Two sets of bits (Bloom), each of two minutes, remember them by their seals; a request that was never heard is taken for one
 * that was with a probability below 0.03 % at 10,000 a second. Confined to one thread.
 */
final class HeardBefore {
    static final long TOLERANCE_SECONDS = 60;

    private static final long GENERATION_SECONDS = 2 * TOLERANCE_SECONDS;
    private static final int BITS = 1 << 25;
    private static final int HASHES = 4;

    private long[] young = new long[BITS / Long.SIZE];
    private long[] old = new long[BITS / Long.SIZE];
    private long began = Long.MIN_VALUE;

    /** Whether a request that was sent then is fresh; from now on it is not. */
    boolean isFresh(long[] seal, long sentSeconds, long nowSeconds) {
        if (Math.abs(sentSeconds - nowSeconds) > TOLERANCE_SECONDS) {
            return false;
        }
        turn(nowSeconds);
        boolean inYoung = true;
        boolean inOld = true;
        for (int i = 0; i < HASHES; i++) {
            int bit = (int) (seal[i / 2] >>> (i % 2 * Integer.SIZE)) & (BITS - 1);
            long mask = 1L << bit;
            inOld &= (old[bit / Long.SIZE] & mask) != 0;
            inYoung &= (young[bit / Long.SIZE] & mask) != 0;
            young[bit / Long.SIZE] |= mask;
        }
        return !inYoung && !inOld;
    }

    private void turn(long nowSeconds) {
        if (began == Long.MIN_VALUE) {
            began = nowSeconds;
        }
        if (nowSeconds - began >= GENERATION_SECONDS) {
            boolean bothOver = nowSeconds - began >= 2 * GENERATION_SECONDS;
            long[] next = old;
            java.util.Arrays.fill(next, 0);
            old = young;
            young = next;
            if (bothOver) {
                java.util.Arrays.fill(old, 0);
            }
            began = nowSeconds;
        }
    }
}
