package io.longhaul.core.study;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * T(n, W) = min(n min(a W / RTT, flow cap), cap of all) laid through a grid by least squares of the logarithms. A term that
 * binds nowhere in the grid is empty. Immutable.
 *
 * @param windowShare the a: octets under way in a round trip for each octet of window asked for
 * @param windowLow lower end of its interval
 * @param windowHigh upper end of its interval
 * @param perFlowCap of one stream
 * @param cap of all streams together
 * @param residual root of the mean square of what the model leaves unexplained, as a share of the rate
 */
public record SweepFit(
        OptionalDouble windowShare,
        OptionalDouble windowLow,
        OptionalDouble windowHigh,
        Optional<FittedRate> perFlowCap,
        Optional<FittedRate> cap,
        double residual) {

    /**
     * A rate and how sure it is. Immutable.
     *
     * @param value of the best fit
     * @param interval by bootstrap
     */
    public record FittedRate(Bandwidth value, RateInterval interval) {}
}
