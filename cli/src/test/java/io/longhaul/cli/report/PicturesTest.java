package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is computed for the pictures, on a world whose numbers are known. */
class PicturesTest {
    private static final ReportData SIX = SixSites.report();

    private static final Optional<TokenBucket> BUCKET = Optional.of(new TokenBucket(
            Bandwidth.ofMegabitsPerSecond(160),
            Bandwidth.ofMegabitsPerSecond(32),
            DataSize.ofBytes(2_000_000_000),
            Bandwidth.ofMegabitsPerSecond(32)));

    @Test
    void findsTheWindowThatEveryStreamHas() {
        ImpliedWindow fit = ImpliedWindow.of(SIX.snapshot()).orElseThrow();
        assertThat(fit.perStream()).isFalse();
        assertThat((double) fit.window().bytes()).isCloseTo(524_288, within(0.02 * 524_288));
        assertThat(fit.links()).isEqualTo(30);
        assertThat(fit.near()).isEqualTo(26);
    }

    @Test
    void seesTheBucketRunEmpty() {
        var levels = Level.of(drained(), BUCKET);
        assertThat(levels)
                .extracting(Level::phase)
                .containsExactly(Optional.of(Level.Phase.SPENDING), Optional.of(Level.Phase.EMPTY));
        assertThat(levels.get(1).from()).isEqualTo(Duration.ofSeconds(10));
        assertThat(levels.get(0).rate().dividedBy(levels.get(1).rate())).isCloseTo(5, within(0.2));
    }

    @Test
    void namesNoPhaseWithoutABucket() {
        assertThat(Level.of(drained(), Optional.empty()))
                .hasSize(2)
                .allMatch(level -> level.phase().isEmpty());
    }

    @Test
    void aSteadyRunHasNoLevels() {
        var steady = SIX.log().series().stream()
                .filter(run -> run.steadyFrom().isPresent())
                .toList();
        assertThat(steady)
                .hasSize(150)
                .allMatch(run -> Level.of(run, Optional.empty()).isEmpty());
    }

    @Test
    void captionsSayTheNumbers() {
        Captions captions = Captions.of(SIX, ImpliedWindow.of(SIX.snapshot()));
        assertThat(captions.singleFlow())
                .isEqualTo("One stream carries 13.0 Mbit/s to 49.9 Mbit/s, a factor of 3.8. Bright is fast.");
        assertThat(captions.scatter()).contains("26 of 30 links lie within 10 % of it");
        assertThat(captions.verdicts()).contains("on 2 of 30 links (6.7 %)");
        assertThat(captions.rtt()).contains("14.8 ms to 319 ms");
    }

    @Test
    void theSpreadOfNothingIsNothing() {
        assertThat(Spread.of(LongStream.empty())).isEmpty();
        assertThat(Spread.of(LongStream.of(4, 1, 3, 2))).contains(new Spread(4, 1, 2.5, 4));
        assertThat(Spread.of(LongStream.of(7))).contains(new Spread(1, 7, 7, 7));
    }

    private static RunSeries drained() {
        return SIX.log().series().stream()
                .filter(run -> run.steadyFrom().isEmpty())
                .findFirst()
                .orElseThrow();
    }
}
