package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import io.longhaul.core.study.SweepFit;
import io.longhaul.core.study.SweepFit.FittedRate;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import io.longhaul.stats.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * Lays T(n, W) = min(n min(a W / RTT, flow cap), cap of all) through a grid. A robust least-squares fit of log T: given
 * which term binds where, each parameter has a closed form; the two steps alternate from several starts. The intervals are
 * percentiles of a bootstrap over the repetitions of each cell and over what the fit leaves. Immutable.
 */
final class SweepFitter {
    private static final int FEWEST_CELLS = 4;
    private static final int REPLICATES = 200;
    private static final double LEVEL = 0.95;
    private static final int BITS_PER_OCTET = 8;

    private final List<CellRun> cells;
    private final double rttSeconds;

    /**
     * @param cells labelled; those that a full core or loss held say nothing of the terms
     * @param rttSeconds smallest round-trip time
     */
    SweepFitter(List<SweepCell> cells, double rttSeconds) {
        this.cells = cells.stream()
                .filter(cell -> cell.limit() != BindingLimit.ENDPOINT_CPU && cell.limit() != BindingLimit.LOSS)
                .map(SweepCell::run)
                .filter(run -> run.bitsPerSecond() > 0)
                .toList();
        this.rttSeconds = rttSeconds;
    }

    /** Empty when there are too few cells. */
    Optional<SweepFit> fit(RandomGenerator random) {
        if (cells.size() < FEWEST_CELLS || !(rttSeconds > 0)) {
            return Optional.empty();
        }
        double[] rates = cells.stream().mapToDouble(CellRun::bitsPerSecond).toArray();
        MinModel best = model(rates).fit();
        double[][] drawn = new double[MinModel.TERMS][];
        var replicates = new ArrayList<MinModel>();
        for (int i = 0; i < REPLICATES; i++) {
            replicates.add(model(resampled(random, best)).refit(best));
        }
        for (int term = 0; term < MinModel.TERMS; term++) {
            int place = term;
            drawn[term] = replicates.stream()
                    .mapToDouble(replicate -> replicate.parameter(place))
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
        }
        return Optional.of(new SweepFit(
                finite(best.parameter(MinModel.WINDOW)),
                end(drawn[MinModel.WINDOW], best, MinModel.WINDOW, 0),
                end(drawn[MinModel.WINDOW], best, MinModel.WINDOW, 1),
                rate(best, drawn, MinModel.FLOW),
                rate(best, drawn, MinModel.ALL),
                best.residual()));
    }

    private MinModel model(double[] rates) {
        double[] byWindow = new double[rates.length];
        double[] streams = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            CellRun cell = cells.get(i);
            streams[i] = cell.streams();
            byWindow[i] = cell.window()
                    .map(DataSize::bytes)
                    .map(octets -> cell.streams() * (double) octets * BITS_PER_OCTET / rttSeconds)
                    .orElse(Double.POSITIVE_INFINITY);
        }
        return new MinModel(rates, byWindow, streams);
    }

    private double[] resampled(RandomGenerator random, MinModel best) {
        double[] rates = new double[cells.size()];
        for (int i = 0; i < rates.length; i++) {
            List<Bandwidth> repetitions = cells.get(i).repetitions();
            double[] drawn = new double[Math.max(1, repetitions.size())];
            for (int k = 0; k < drawn.length; k++) {
                drawn[k] = repetitions.isEmpty()
                        ? cells.get(i).bitsPerSecond()
                        : repetitions.get(random.nextInt(repetitions.size())).bitsPerSecond();
            }
            double rate = Quantiles.median(drawn);
            rates[i] = rate * Math.exp(random.nextGaussian() * best.residual());
        }
        return rates;
    }

    private static OptionalDouble finite(double value) {
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static OptionalDouble end(double[] sorted, MinModel best, int term, int side) {
        if (sorted.length < REPLICATES / 2 || !Double.isFinite(best.parameter(term))) {
            return OptionalDouble.empty();
        }
        double tail = (1 - LEVEL) / 2;
        double place = side == 0 ? tail : 1 - tail;
        double found = sorted[(int) Math.round(place * (sorted.length - 1))];
        return OptionalDouble.of(
                side == 0 ? Math.min(found, best.parameter(term)) : Math.max(found, best.parameter(term)));
    }

    private static Optional<FittedRate> rate(MinModel best, double[][] drawn, int term) {
        OptionalDouble low = end(drawn[term], best, term, 0);
        OptionalDouble high = end(drawn[term], best, term, 1);
        if (low.isEmpty() || high.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new FittedRate(
                Bandwidth.ofBitsPerSecond(best.parameter(term)),
                new RateInterval(
                        Bandwidth.ofBitsPerSecond(low.getAsDouble()),
                        Bandwidth.ofBitsPerSecond(high.getAsDouble()),
                        LEVEL)));
    }
}
