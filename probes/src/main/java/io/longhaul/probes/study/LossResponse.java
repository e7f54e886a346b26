package io.longhaul.probes.study;

import java.util.Optional;

/**
 * The mean congestion window that a congestion control keeps at a share of lost segments. Reno: Mathis, Semke, Mahdavi and Ott, "The
 * Macroscopic Behavior of the TCP Congestion Avoidance Algorithm", Computer Communication Review 27 (1997): 1.22 / sqrt(p)
 * segments. Cubic: RFC 9438, section 5.1: (C (3 + b) / (4 (1 - b)))^(1/4) (RTT / p)^(3/4) segments with C = 0.4 and b = 0.7, and
 * never less than reno's (section 4.3). Others are not known to obey loss. Stateless.
 */
final class LossResponse {
    private static final double RENO = 1.22;
    private static final double CUBIC = Math.pow(0.4 * (3 + 0.7) / (4 * (1 - 0.7)), 0.25);

    private LossResponse() {}

    /**
     * Mean window in segments.
     *
     * @param congestion name of the algorithm
     * @param loss share of the segments lost, above zero
     * @param rttSeconds round-trip time
     * @return empty when the algorithm is not known to obey loss
     */
    static Optional<Double> window(String congestion, double loss, double rttSeconds) {
        double reno = RENO / Math.sqrt(loss);
        return switch (congestion) {
            case "reno" -> Optional.of(reno);
            case "cubic" -> Optional.of(Math.max(reno, CUBIC * Math.pow(rttSeconds / loss, 0.75)));
            default -> Optional.empty();
        };
    }
}
