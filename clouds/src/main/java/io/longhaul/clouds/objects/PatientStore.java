package io.longhaul.clouds.objects;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A store that tries again what passes: throttling, failures of the store, answers that did not come or were cut. Each pause
 * is drawn from nothing to twice the one before, so that many do not come back together. A read goes on where it was cut, at
 * the same version of the object; what was finished without an answer is looked for before it counts as lost. Safe for any
 * thread if the generator is.
 */
public final class PatientStore implements ObjectStore {
    private final ObjectStore store;
    private final int tries;
    private final Duration firstPause;
    private final RandomGenerator random;
    private final Pause pause;

    /** How waiting is done. */
    public interface Pause {
        /** Waits so long. */
        void await(Duration time) throws InterruptedException;
    }

    /**
     * @param tries calls at most for one answer
     * @param firstPause longest pause before the second try; doubles with each
     */
    public PatientStore(ObjectStore store, int tries, Duration firstPause, RandomGenerator random, Pause pause) {
        this.store = store;
        this.tries = tries;
        this.firstPause = firstPause;
        this.random = random;
        this.pause = pause;
    }

    private <T> T patiently(Supplier<T> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return call.get();
            } catch (CloudException failure) {
                waitAfter(failure, attempt);
            }
        }
    }

    /** Waits for another try, or says that there is none. */
    private void waitAfter(CloudException failure, int attempt) {
        boolean again = failure.reason().isPassing() && failure.reason() != Reason.CREDENTIALS;
        if (!again || attempt >= tries) {
            throw failure;
        }
        long longest = firstPause.toNanos() << Math.min(attempt - 1, 16);
        try {
            pause.await(Duration.ofNanos(random.nextLong(longest + 1)));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    @Override
    public Page<StoredObject> list(String prefix, Optional<String> token) {
        return patiently(() -> store.list(prefix, token));
    }

    @Override
    public StoredObject stat(String key) {
        return patiently(() -> store.stat(key));
    }

    @Override
    public long read(String key, long offset, OptionalLong length, Optional<String> version, OutputStream into)
            throws IOException {
        // a read that is cut goes on, so it must know which object it reads
        var counted = new Counted(into);
        Optional<String> same = version;
        for (int attempt = 1; ; attempt++) {
            try {
                long left = length.isPresent() ? length.getAsLong() - counted.count : -1;
                if (left == 0) {
                    return counted.count;
                }
                if (same.isEmpty()) {
                    same = Optional.of(store.stat(key).version());
                }
                store.read(key, offset + counted.count, left < 0 ? length : OptionalLong.of(left), same, counted);
                return counted.count;
            } catch (CloudException failure) {
                waitAfter(failure, attempt);
            }
        }
    }

    @Override
    public StoredObject write(String key, ByteBuffer content) {
        return patiently(() -> store.write(key, content.duplicate()));
    }

    @Override
    public Upload begin(String key) {
        return patiently(() -> store.begin(key));
    }

    @Override
    public Part put(Upload upload, int number, ByteBuffer content) {
        return patiently(() -> store.put(upload, number, content.duplicate()));
    }

    @Override
    public StoredObject finish(Upload upload, List<Part> parts) {
        boolean[] maybeDone = new boolean[1];
        return patiently(() -> {
            try {
                return store.finish(upload, parts);
            } catch (CloudException failure) {
                if (maybeDone[0] && failure.reason() == Reason.NOT_FOUND) {
                    StoredObject there = store.stat(upload.key());
                    if (there.crc32c().isPresent() && there.crc32c().equals(Crc32c.ofParts(parts))) {
                        return there;
                    }
                }
                maybeDone[0] |= failure.reason().isPassing();
                throw failure;
            }
        });
    }

    @Override
    public void abort(Upload upload) {
        patiently(() -> {
            store.abort(upload);
            return true;
        });
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
        return patiently(() -> store.parts(upload, token));
    }

    @Override
    public void delete(String key) {
        patiently(() -> {
            store.delete(key);
            return true;
        });
    }

    @Override
    public long leastPart() {
        return store.leastPart();
    }

    @Override
    public void close() {
        store.close();
    }

    /** Knows how many octets went through. */
    private static final class Counted extends OutputStream {
        private final OutputStream into;
        private long count;

        Counted(OutputStream into) {
            this.into = into;
        }

        @Override
        public void write(int octet) throws IOException {
            into.write(octet);
            count++;
        }

        @Override
        public void write(byte[] octets, int from, int length) throws IOException {
            into.write(octets, from, length);
            count += length;
        }
    }
}
