package io.longhaul.clouds.catalog;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How long a cloud is asked: calls that fail in passing are made again after pauses drawn from nothing to twice the one before, until a
 * moment at which all ends. Safe for any thread if the generator is.
 *
 * @param tries calls at most for one answer
 * @param pages of one answer at most; the longest that is known has some 80
 * @param firstPause longest pause before the second try; doubles with each
 * @param whole for everything that is asked through it, from the first call on
 * @param clock what time it is
 * @param random of the pauses
 * @param sleeper who waits
 */
public record Patience(
        int tries,
        int pages,
        Duration firstPause,
        Duration whole,
        InstantSource clock,
        RandomGenerator random,
        Sleeper sleeper) {
    /** An answer with more rows is none that a cloud gives; Google lists some 40,000 prices of Compute Engine. */
    private static final int MOST_ROWS = 400_000;

    /** Octets of one page at most; the largest page that was ever seen is a tenth of it. */
    public static final int MOST_OCTETS = 64 << 20;

    /** Who waits. */
    public interface Sleeper {
        /** Waits so long. */
        void sleep(Duration time) throws InterruptedException;
    }

    /** As this machine waits: four tries, in ten minutes altogether. */
    public static Patience usual(RandomGenerator random) {
        return new Patience(
                4,
                500,
                Duration.ofSeconds(1),
                Duration.ofMinutes(10),
                InstantSource.system(),
                random,
                time -> Thread.sleep(time.toMillis()));
    }

    /** Begins a question with all its pages. */
    public Asking begin() {
        return new Asking(clock.instant().plus(whole));
    }

    /** A question that is being asked. Confined to one thread. */
    public final class Asking {
        private final Instant end;
        private int rows;
        private int seen;

        private Asking(Instant end) {
            this.end = end;
        }

        /** Makes one call, and makes it again when its failure passes. */
        public <T> T call(Supplier<T> one) {
            for (int attempt = 1; ; attempt++) {
                check();
                try {
                    return one.get();
                } catch (CloudException failure) {
                    boolean again = failure.reason().isPassing() && failure.reason() != Reason.CREDENTIALS;
                    if (!again || attempt >= tries) {
                        throw failure;
                    }
                    pause(attempt, failure);
                }
            }
        }

        /**
         * Counts a page of an answer.
         *
         * @throws CloudException when there are more than any cloud gives
         */
        public void page(int more) {
            rows += more;
            if (rows > MOST_ROWS || ++seen > pages) {
                throw new CloudException(
                        Reason.REFUSED,
                        "The cloud lists " + rows + " rows on " + seen + " pages, and no end.",
                        "Check the endpoint: no cloud has that many.");
            }
        }

        private void check() {
            if (Thread.currentThread().isInterrupted()) {
                throw new CloudException(Reason.UNANSWERED, "The question was broken off.", "");
            }
            if (!clock.instant().isBefore(end)) {
                throw new CloudException(
                        Reason.UNANSWERED,
                        "The cloud did not answer within " + whole.toSeconds() + " s.",
                        "Ask again.");
            }
        }

        private void pause(int attempt, CloudException failure) {
            long longest = firstPause.toNanos() << Math.min(attempt - 1, 16);
            try {
                sleeper.sleep(Duration.ofNanos(random.nextLong(longest + 1)));
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw failure;
            }
        }
    }
}
