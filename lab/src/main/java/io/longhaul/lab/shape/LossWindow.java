package io.longhaul.lab.shape;

/**
 * How many octets a stream keeps in flight on average when packets are lost at random. Congestion control halves (or
 * shrinks to 0.7) its window at each loss, which bounds the rate at this window over the round-trip time. Stateless.
 */
public final class LossWindow {
    /** Payload of a packet at an MTU of 1500 with TCP time stamps. */
    public static final int MSS = 1448;

    private static final double AT_RANDOM = 1.25;
    private static final double CUBIC = 1.054 * AT_RANDOM;

    private LossWindow() {}

    /**
     * Average window under independent losses.
     *
     * <p>Reno: {@code sqrt(3 / (2 p))} packets (Mathis et al., "The Macroscopic Behavior of the TCP Congestion Avoidance
     * Algorithm", CCR 1997). CUBIC: {@code 1.054 (RTT / p)^(3/4)} packets with RTT in seconds (RFC 9438, section 5.1 with C
     * = 0.4 and beta = 0.7), which is for losses at regular intervals, times 1.25 for losses at random: among those, long
     * intervals let a convex growth reach further. Linux kept 1.21 to 1.29 times the formula in the five worlds measured
     * (docs/evidence/lab.md). At least Reno's. BBR does not slow down for random loss: no bound.
     *
     * @param congestion name of the congestion control
     * @param loss probability of loss of a packet, 0 to 1
     * @param rttSeconds round-trip time
     * @return octets; positive infinity when loss does not bound
     */
    public static double averageBytes(String congestion, double loss, double rttSeconds) {
        if (loss <= 0 || congestion.equals("bbr")) {
            return Double.POSITIVE_INFINITY;
        }
        double reno = Math.sqrt(1.5 / loss);
        double packets = congestion.equals("cubic") ? Math.max(reno, CUBIC * Math.pow(rttSeconds / loss, 0.75)) : reno;
        return packets * MSS;
    }
}
