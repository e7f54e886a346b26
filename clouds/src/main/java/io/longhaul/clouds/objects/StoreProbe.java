package io.longhaul.clouds.objects;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.objects.ObjectStore.Part;
import io.longhaul.clouds.objects.ObjectStore.StoredObject;
import io.longhaul.clouds.objects.ObjectStore.Upload;
import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What this machine writes to an object store and reads from it, by the number of connections and the size of the objects. A
 * connection is a thread that has one request under way. An octet counts when the store has confirmed the request that
 * brought it, or when it has arrived here. Runs one load at a time; {@link #stop} may be called from any thread.
 */
public final class StoreProbe implements AutoCloseable {
    /** Octets of a request at most: larger objects are written in parts, and read in ranges, of this size. */
    public static final long REQUEST = 16L << 20;

    private static final Duration SAMPLE = Duration.ofMillis(500);
    private static final int DELETERS = 8;
    private static final double NANOS = 1e9;

    private final ObjectStore store;
    private final SiteId here;
    private final SiteId there;
    private final Optional<String> vmType;
    private final MeasurementHeader.Prober prober;
    private final String prefix;
    private final Clock clock;
    private final ByteBuffer octets;
    private final Queue<StoredObject> written = new ConcurrentLinkedQueue<>();
    private final Queue<Upload> begun = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger names = new AtomicInteger();

    /**
     * One load.
     *
     * @param connections requests under way at once
     * @param objectSize of each object
     * @param duration no request is begun after this
     * @param volume octets at most
     * @param reads whether objects are read, which were written by loads before
     */
    public record Load(int connections, DataSize objectSize, Duration duration, DataSize volume, boolean reads) {}

    /**
     * @param store with patience of its own where what passes shall not end the probe
     * @param here this machine
     * @param there the store
     * @param vmType of this machine
     * @param prefix of the names of the objects, which nobody else uses
     * @param random makes octets that no store makes smaller
     */
    public StoreProbe(
            ObjectStore store,
            SiteId here,
            SiteId there,
            Optional<String> vmType,
            MeasurementHeader.Prober prober,
            String prefix,
            Clock clock,
            RandomGenerator random) {
        this.store = store;
        this.here = here;
        this.there = there;
        this.vmType = vmType;
        this.prober = prober;
        this.prefix = prefix;
        this.clock = clock;
        byte[] block = new byte[(int) REQUEST];
        random.nextBytes(block);
        this.octets = ByteBuffer.wrap(block).asReadOnlyBuffer();
    }

    /** Begins no more requests; those under way are finished. */
    public void stop() {
        stopped.set(true);
    }

    /** Whether it was told to stop. */
    public boolean isStopped() {
        return stopped.get();
    }

    /**
     * Runs a load. What the store refuses is a measurement too.
     *
     * @param id of the measurement
     */
    public Measurement run(String id, Load load) {
        Instant started = clock.instant();
        var run = new Run(load);
        @Nullable CloudException failure = run.carryOut();
        Duration took = run.took();
        var header = new MeasurementHeader(
                id,
                load.reads() ? new Link(there, here) : new Link(here, there),
                load.reads() ? Optional.empty() : vmType,
                load.reads() ? vmType : Optional.empty(),
                started,
                took,
                prober,
                Optional.empty());
        if (failure != null) {
            return failed(
                    header, failure.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'), failure.message());
        }
        if (run.total() == 0) {
            return failed(
                    header,
                    stopped.get() ? "cancelled" : "nothing-moved",
                    stopped.get()
                            ? "It was stopped before anything had moved."
                            : run.hasNothingToRead()
                                    ? "There is nothing to read: nothing was written."
                                    : "No request fits into the volume and the time.");
        }
        return run.measurement(header);
    }

    private static Measurement failed(MeasurementHeader header, String reason, String message) {
        return new FailedMeasurement(header, Measurement.Kind.THROUGHPUT, reason, message);
    }

    /**
     * Removes all that was written, and what was begun.
     *
     * @return names that the store still lists, or whose end is not known
     */
    public List<String> cleanUp() {
        List<String> kept = new ArrayList<>();
        begun.forEach(upload -> {
            try {
                store.abort(upload);
            } catch (CloudException unknown) {
                kept.add(upload.key() + " (its parts: " + unknown.message() + ")");
            }
        });
        List<Thread> threads = new ArrayList<>();
        List<String> names = new ArrayList<>();
        try {
            store.list(prefix).map(StoredObject::key).forEach(names::add);
        } catch (CloudException unknown) {
            written.stream().map(StoredObject::key).forEach(names::add);
        }
        var each = new ConcurrentLinkedQueue<>(names);
        for (int i = 0; i < Math.min(names.size(), DELETERS); i++) {
            var thread = new Thread(
                    () -> {
                        for (String name = each.poll(); name != null; name = each.poll()) {
                            deleteOrLeave(name);
                        }
                    },
                    "store-clean-up");
            thread.start();
            threads.add(thread);
        }
        threads.forEach(StoreProbe::await);
        try {
            store.list(prefix).map(StoredObject::key).forEach(kept::add);
        } catch (CloudException unknown) {
            kept.add(prefix + "* (not known: " + unknown.message() + ")");
        }
        return kept;
    }

    private void deleteOrLeave(String name) {
        try {
            store.delete(name);
        } catch (CloudException left) {
            // what stays is listed afterwards
            return;
        }
    }

    private static void await(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        store.close();
    }

    /** One load under way. */
    private final class Run {
        private final Load load;
        private final AtomicLongArray moved;
        private final AtomicBoolean ended = new AtomicBoolean();
        private final AtomicBoolean volumeOver = new AtomicBoolean();
        private final List<CloudException> failures = new ArrayList<>();
        private final List<IntervalSample> samples = new ArrayList<>();
        private final List<StoredObject> objects;
        private final AtomicLong left;
        private final AtomicInteger nextObject = new AtomicInteger();
        private final long began = System.nanoTime();
        private long lasted;

        Run(Load load) {
            this.load = load;
            moved = new AtomicLongArray(load.connections());
            left = new AtomicLong(load.volume().bytes());
            objects = written.stream()
                    .filter(object -> object.size() == load.objectSize().bytes())
                    .toList();
        }

        boolean hasNothingToRead() {
            return load.reads() && objects.isEmpty();
        }

        @Nullable
        CloudException carryOut() {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < load.connections(); i++) {
                int connection = i;
                var thread = new Thread(() -> work(connection), "store-probe-" + i);
                thread.start();
                threads.add(thread);
            }
            sample(threads);
            threads.forEach(StoreProbe::await);
            lasted = Math.max(1, System.nanoTime() - began);
            return failures.isEmpty() ? null : failures.get(0);
        }

        /** Looks now and then at what has moved, until all are done. */
        private void sample(List<Thread> threads) {
            long before = 0;
            long from = 0;
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    try {
                        thread.join(SAMPLE.toMillis());
                    } catch (InterruptedException stop) {
                        stop();
                    }
                    long now = System.nanoTime() - began;
                    if (now - from >= SAMPLE.toNanos()) {
                        long total = total();
                        samples.add(interval(from, now, total - before));
                        before = total;
                        from = now;
                    }
                }
            }
        }

        private IntervalSample interval(long from, long to, long size) {
            return new IntervalSample(
                    Duration.ofNanos(from),
                    Duration.ofNanos(to),
                    Optional.empty(),
                    Optional.of(DataSize.ofBytes(size)),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        private boolean goesOn() {
            return !stopped.get()
                    && !ended.get()
                    && System.nanoTime() - began < load.duration().toNanos();
        }

        private boolean takes(long size) {
            boolean fits = left.addAndGet(-size) >= 0;
            if (!fits) {
                left.addAndGet(size);
                volumeOver.set(true);
            }
            return fits;
        }

        private void work(int connection) {
            try {
                boolean more = true;
                while (more && goesOn()) {
                    more = load.reads() ? readOne(connection) : writeOne(connection);
                }
            } catch (CloudException failure) {
                fail(failure);
            } catch (RuntimeException | java.io.IOException failure) {
                fail(new CloudException(
                        CloudException.Reason.UNANSWERED, "The probe itself failed: " + failure, "", failure));
            }
        }

        private void fail(CloudException failure) {
            ended.set(true);
            synchronized (failures) {
                failures.add(failure);
            }
        }

        private boolean writeOne(int connection) {
            long size = load.objectSize().bytes();
            if (!takes(size)) {
                return false;
            }
            String key = prefix + String.format(Locale.ROOT, "%06d", names.incrementAndGet());
            if (size <= REQUEST) {
                written.add(store.write(key, octets.duplicate().limit((int) size)));
                moved.addAndGet(connection, size);
                return true;
            }
            Upload upload = store.begin(key);
            begun.add(upload);
            List<Part> parts = new ArrayList<>();
            for (long at = 0; at < size; at += REQUEST) {
                if (stopped.get()) {
                    return false;
                }
                int length = (int) Math.min(REQUEST, size - at);
                parts.add(store.put(upload, parts.size() + 1, octets.duplicate().limit(length)));
                moved.addAndGet(connection, length);
            }
            written.add(store.finish(upload, parts));
            begun.remove(upload);
            return true;
        }

        private boolean readOne(int connection) throws java.io.IOException {
            if (objects.isEmpty()) {
                return false;
            }
            StoredObject object = objects.get(nextObject.getAndIncrement() % objects.size());
            for (long at = 0; at < object.size() && goesOn(); at += REQUEST) {
                long length = Math.min(REQUEST, object.size() - at);
                if (!takes(length)) {
                    return false;
                }
                store.read(
                        object.key(), at, OptionalLong.of(length), Optional.of(object.version()), new Sink(connection));
            }
            return true;
        }

        /** Counts octets as they arrive. */
        private final class Sink extends OutputStream {
            private final int connection;

            Sink(int connection) {
                this.connection = connection;
            }

            @Override
            public void write(int octet) {
                moved.incrementAndGet(connection);
            }

            @Override
            public void write(byte[] block, int from, int length) {
                moved.addAndGet(connection, length);
            }
        }

        long total() {
            long sum = 0;
            for (int i = 0; i < moved.length(); i++) {
                sum += moved.get(i);
            }
            return sum;
        }

        Duration took() {
            return Duration.ofNanos(lasted);
        }

        Measurement measurement(MeasurementHeader header) {
            DataSize size = DataSize.ofBytes(total());
            var all = new Transferred(
                    Optional.of(size), Bandwidth.ofBitsPerSecond(size.bytes() * Byte.SIZE / (lasted / NANOS)));
            List<StreamTotal> streams = new ArrayList<>();
            for (int i = 0; i < moved.length(); i++) {
                Optional<DataSize> one = Optional.of(DataSize.ofBytes(moved.get(i)));
                streams.add(new StreamTotal(i + 1, load.reads() ? Optional.empty() : one, one, OptionalLong.empty()));
            }
            return new ThroughputMeasurement(
                    header,
                    new ThroughputAsked(
                            there.provider(),
                            load.connections(),
                            Optional.empty(),
                            Optional.of(load.objectSize()),
                            Optional.empty(),
                            load.reads(),
                            false,
                            Optional.of(load.duration())),
                    ThroughputActual.UNKNOWN,
                    load.reads() ? Optional.empty() : Optional.of(all),
                    Optional.of(all),
                    Optional.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    streams,
                    samples,
                    CpuUse.UNKNOWN,
                    stopped.get() ? StopReason.INTERRUPTED : volumeOver.get() ? StopReason.VOLUME : StopReason.TIME);
        }
    }
}
