package io.longhaul.stats.bucket;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import io.longhaul.stats.bucket.DrainResult.Censored;
import io.longhaul.stats.bucket.DrainResult.Drained;
import io.longhaul.stats.series.ChangeOptions;
import io.longhaul.stats.series.ChangePoint;
import io.longhaul.stats.series.ChangePoints;
import io.longhaul.stats.series.Mser5;
import io.longhaul.stats.series.NoiseScale;
import io.longhaul.stats.validity.SoundInterval;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the moment a token bucket ran dry in a series of rates at full speed. Immutable; safe from any thread.
 *
 * <p>The largest lasting drop among the {@link ChangePoints} parts high from low; the warm-up is left out of high by
 * {@link Mser5}. The moment is where the two straight lines of cumulative volume meet, so it is finer than the sampling
 * interval. Method and 15-run practice: Uta et al. (NSDI 2020), section 3.
 *
 * @param smallestDrop of the rate, as a share of high
 * @param leastSeconds the low rate must last until the end of the series
 */
public record DrainDetector(double smallestDrop, double leastSeconds) {
    private static final int EDGE = 2;
    private static final int LEAST_SAMPLES = 3;

    /** A drop of a fifth that lasts ten seconds. */
    public static final DrainDetector STANDARD = new DrainDetector(0.2, 10);

    public DrainDetector {
        if (!(smallestDrop > 0 && smallestDrop < 1) || !(leastSeconds > 0)) {
            throw new IllegalArgumentException("smallest drop " + smallestDrop + ", least seconds " + leastSeconds);
        }
    }

    /**
     * Looks for the drop.
     *
     * @param rates mean rate of every interval, from the first octet sent on, in units a second
     * @param intervalSeconds length of an interval
     */
    public DrainResult find(double[] rates, double intervalSeconds) {
        Samples.requireFinite(rates, 0);
        if (!(intervalSeconds > 0)) {
            throw new IllegalArgumentException("interval is not positive: " + intervalSeconds);
        }
        List<ChangePoint> changes = ChangePoints.find(rates, new ChangeOptions(5, smallestDrop, 4));
        int drop = largestDrop(changes);
        if (drop < 0) {
            return censored(rates, intervalSeconds);
        }
        int last = changes.get(changes.size() - 1).index();
        double low = Quantiles.median(Arrays.copyOfRange(rates, last, rates.length));
        double before = changes.get(drop).before();
        if ((rates.length - last) * intervalSeconds < leastSeconds || low > (1 - smallestDrop) * before) {
            return censored(rates, intervalSeconds);
        }
        int from = drop == 0 ? 0 : changes.get(drop - 1).index();
        return drained(rates, intervalSeconds, from, changes.get(drop).index(), last);
    }

    private static int largestDrop(List<ChangePoint> changes) {
        int largest = -1;
        for (int i = 0; i < changes.size(); i++) {
            ChangePoint change = changes.get(i);
            if (change.isDrop()
                    && (largest < 0
                            || change.relativeSize() > changes.get(largest).relativeSize())) {
                largest = i;
            }
        }
        return largest;
    }

    private static Drained drained(double[] rates, double interval, int from, int drop, int last) {
        double[] highPart = steady(Arrays.copyOfRange(rates, from, Math.max(drop - 1, from + LEAST_SAMPLES)));
        double[] lowPart = Arrays.copyOfRange(rates, Math.min(last + 1, rates.length - LEAST_SAMPLES), rates.length);
        double high = Quantiles.median(highPart);
        double low = Quantiles.median(lowPart);
        int bridgeFrom = Math.max(0, drop - EDGE);
        int bridgeTo = Math.min(rates.length, drop + EDGE);
        double bridge = volume(rates, interval, bridgeFrom, bridgeTo);
        double atLow = low * (bridgeTo - bridgeFrom) * interval;
        double highSeconds = Math.max(0, Math.min(bridgeTo - bridgeFrom, (bridge - atLow) / (high - low) / interval));
        double moment = (bridgeFrom + highSeconds) * interval;
        double volume = volume(rates, interval, 0, bridgeFrom) + high * highSeconds * interval;
        SoundInterval sound = SoundInterval.standard();
        double noise = NoiseScale.of(highPart).point();
        double error = noise * interval * Math.sqrt(2 * EDGE) / (high - low);
        return new Drained(high, low, moment, error, volume, sound.median(highPart, 0.95), sound.median(lowPart, 0.95));
    }

    private static double[] steady(double[] part) {
        int ramp = Mser5.of(part).map(Mser5.Truncation::samplesDropped).orElse(0);
        return Arrays.copyOfRange(part, ramp, part.length);
    }

    private static Censored censored(double[] rates, double interval) {
        return new Censored(volume(rates, interval, 0, rates.length), rates.length * interval);
    }

    private static double volume(double[] rates, double interval, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += rates[i];
        }
        return sum * interval;
    }
}
