package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.store.RandomRecords;
import io.longhaul.store.StoreException;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a writer writes, its reader reads: of all records that these files hold, with extreme values in every place. */
class WrittenIsReadTest {
    private static final int TRIES = 500;

    @TempDir
    private Path directory;

    /** A fixed one, to compare runs by, and a fresh one. */
    static LongStream seeds() {
        return LongStream.of(18, System.nanoTime());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyMeasurementThatEntersALogIsReadAgain(long seed) {
        Random random = new Random(seed);
        MeasurementLog log = MeasurementLog.at(directory.resolve("log"));
        List<Measurement> kept = new ArrayList<>();
        int refused = 0;
        try (LogWriter writer = log.openWriter(LogOptions.DEFAULT, warning -> {})) {
            for (int i = 0; i < TRIES; i++) {
                Measurement measurement = record(random, i, Measurement.class);
                try {
                    writer.append(measurement);
                    kept.add(measurement);
                } catch (StoreException beyondAllThatCanBe) {
                    refused++;
                }
            }
        }
        List<Measurement> read = log.readAll(ReadOptions.strict(warning -> {}));
        assertThat(read).as("refused: " + refused).hasSameSizeAs(kept);
        for (int i = 0; i < kept.size(); i++) {
            MeasurementJson json = new MeasurementJson();
            assertThat(json.toJsonLine(read.get(i))).isEqualTo(onDisk(json.toJsonLine(kept.get(i))));
        }
        assertThat(kept).hasSizeGreaterThan(TRIES / 3);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void snapshotsPriceBooksAndPlansAreReadAgainOrNotWritten(long seed) {
        Random random = new Random(seed);
        int written = 0;
        for (int i = 0; i < TRIES; i++) {
            written += isWritten(new SnapshotJson(), snapshot(random, i)) ? 1 : 0;
            written += isWritten(
                            new PriceBookJson(),
                            new PriceBook(records(random, i, EgressPrice.class), records(random, i, VmPrice.class)))
                    ? 1
                    : 0;
            TransferPlan plan = record(random, i, TransferPlan.class);
            boolean repeated = Set.copyOf(plan.to()).size() < plan.to().size();
            if (plan.to().isEmpty()
                    || repeated
                    || plan.to().contains(plan.from())
                    || plan.size().isZero()) {
                continue;
            }
            TransferRequest request = TransferRequest.of(plan.from(), plan.to(), plan.size());
            var answer = new PlanAnswer(request, new PlanOutcome.Found(plan), Duration.ofMillis(3));
            Path file = directory.resolve("plan.json");
            try {
                new PlanJson().write(file, answer);
                new PlanJson().readPlan(file);
                written++;
            } catch (StoreException beyondAllThatCanBe) {
                assertThat(beyondAllThatCanBe).hasMessageContaining("not kept");
            }
        }
        assertThat(written).isGreaterThan(TRIES);
    }

    private <T> boolean isWritten(JsonFormat<T> format, T value) {
        Path file = directory.resolve("file.json");
        try {
            format.write(file, value);
        } catch (StoreException beyondAllThatCanBe) {
            return false;
        }
        assertThat(onDisk(format.toJsonLine(format.read(file)))).isEqualTo(onDisk(format.toJsonLine(value)));
        return true;
    }

    private static Snapshot snapshot(Random random, int i) {
        var variations = new TreeMap<Link, RateVariation>();
        records(random, i, RateVariation.class)
                .forEach(variation -> variations.put(record(random, i, Link.class), variation));
        return new Snapshot(
                        record(random, i, MeasurementHeader.class).started(),
                        unlike(records(random, i, SiteEstimate.class), SiteEstimate::id),
                        unlike(records(random, i, LinkEstimate.class), LinkEstimate::link),
                        records(random, i, FailedRun.class),
                        records(random, i, Prediction.class))
                .withVariations(variations);
    }

    private static <T> Collection<T> unlike(List<T> drawn, Function<T, ?> key) {
        return drawn.stream()
                .collect(Collectors.toMap(key, Function.identity(), (one, other) -> one))
                .values();
    }

    private static <T> List<T> records(Random random, int i, Class<T> type) {
        return Stream.generate(() -> record(random, i, type))
                .limit(random.nextInt(3))
                .toList();
    }

    private static <T> T record(Random random, int i, Class<T> type) {
        while (true) {
            try {
                return new RandomRecords(random, i % 2 == 0 ? 0 : 3).next(type);
            } catch (RandomRecords.Refused again) {
                assertThat(again).hasMessageContaining("takes nothing");
            }
        }
    }

    /** Halves of surrogate pairs have no place in UTF-8. */
    private static String onDisk(String json) {
        return new String(json.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
