package io.longhaul.clouds.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.objects.LocalStore.Fault;
import io.longhaul.clouds.objects.ObjectStore.Part;
import io.longhaul.clouds.objects.ObjectStore.StoredObject;
import io.longhaul.clouds.objects.ObjectStore.Upload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every object store does, by the real SDK, against a server in this JVM and its faults. */
public abstract class ObjectStoreContract {
    private static final int PARTS = 3;
    private static final int SIZE = 300_000;

    private final List<Duration> pauses = new ArrayList<>();
    private LocalStore server;
    private ObjectStore store;
    private ObjectStore patient;

    /** The cloud, and a bucket of it. */
    protected abstract CloudProvider provider();

    /** An address of that cloud. */
    protected abstract StoreUrl url();

    @BeforeEach
    void open() throws IOException {
        server = new LocalStore();
        store = provider().store(CloudAccess.DEFAULT.at(server.address()), url(), 4);
        patient = new PatientStore(store, 4, Duration.ofSeconds(1), new SplittableRandom(1), pauses::add);
    }

    @AfterEach
    void close() {
        patient.close();
        server.close();
    }

    private static byte[] octets(int size, long seed) {
        byte[] octets = new byte[size];
        new Random(seed).nextBytes(octets);
        return octets;
    }

    private static byte[] read(ObjectStore from, String key, long offset, OptionalLong length, Optional<String> version)
            throws IOException {
        var into = new ByteArrayOutputStream();
        long read = from.read(key, offset, length, version, into);
        assertThat(read).isEqualTo(into.size());
        return into.toByteArray();
    }

    private static void fails(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CloudException.class,
                        failure -> assertThat(failure.reason())
                                .as(failure.message())
                                .isEqualTo(reason));
    }

    @Test
    void whatIsWrittenIsReadAndTold() throws IOException {
        byte[] octets = octets(SIZE, 1);
        StoredObject written = store.write("a folder/ä+b %.bin", ByteBuffer.wrap(octets));
        assertThat(written.size()).isEqualTo(SIZE);
        assertThat(written.crc32c()).contains(Crc32c.of(ByteBuffer.wrap(octets)));
        assertThat(store.stat("a folder/ä+b %.bin")).isEqualTo(written);
        assertThat(read(store, written.key(), 0, OptionalLong.empty(), Optional.empty()))
                .isEqualTo(octets);
        store.delete(written.key());
        store.delete(written.key());
        fails(Reason.NOT_FOUND, () -> store.stat(written.key()));
        fails(Reason.NOT_FOUND, () -> read(store, written.key(), 0, OptionalLong.empty(), Optional.empty()));
    }

    @Test
    void aRangeIsReadOfTheVersionThatIsMeant() throws IOException {
        byte[] octets = octets(SIZE, 2);
        String version = store.write("k", ByteBuffer.wrap(octets)).version();
        assertThat(read(store, "k", 1000, OptionalLong.of(77), Optional.of(version)))
                .isEqualTo(java.util.Arrays.copyOfRange(octets, 1000, 1077));
        assertThat(read(store, "k", SIZE - 5, OptionalLong.of(1000), Optional.of(version)))
                .isEqualTo(java.util.Arrays.copyOfRange(octets, SIZE - 5, SIZE));
        store.write("k", ByteBuffer.wrap(octets(SIZE, 3)));
        fails(Reason.CHANGED, () -> read(store, "k", 0, OptionalLong.of(10), Optional.of(version)));
        fails(Reason.CHANGED, () -> read(patient, "k", 0, OptionalLong.of(10), Optional.of(version)));
    }

    @Test
    void aListOfMoreThanAPageIsWholeAndAsksForNoPageTooMany() {
        IntStream.range(0, 2500).forEach(i -> server.put(String.format("p/%05d", i), new byte[i % 7]));
        server.put("q", new byte[1]);
        server.faults(Fault.NONE, Fault.UNAVAILABLE, Fault.NONE, Fault.THROTTLED);
        List<StoredObject> all = patient.list("p/").toList();
        assertThat(all).hasSize(2500);
        assertThat(all.get(2499).key()).isEqualTo("p/02499");
        assertThat(all.get(6).size()).isEqualTo(6);
        int before = server.requests().size();
        assertThat(patient.list("p/").limit(10)).hasSize(10);
        assertThat(server.requests()).hasSize(before + 1);
        assertThat(patient.list("nothing")).isEmpty();
    }

    @Test
    void partsInAnyOrderBecomeOneObject() throws IOException {
        int size = (int) Math.max(store.leastPart(), 100_000);
        Upload upload = store.begin("parts");
        List<Part> parts = new ArrayList<>();
        var whole = new ByteArrayOutputStream();
        for (int number = 1; number <= PARTS; number++) {
            whole.writeBytes(octets(size, number));
        }
        for (int number = PARTS; number >= 1; number--) {
            parts.add(store.put(upload, number, ByteBuffer.wrap(octets(size, number))));
        }
        assertThat(store.parts(upload)).extracting(Part::number).containsExactly(1, 2, 3);
        assertThat(store.parts(upload)).extracting(Part::size).containsOnly((long) size);
        fails(Reason.NOT_FOUND, () -> store.stat("parts"));
        StoredObject made = store.finish(upload, parts);
        assertThat(made.size()).isEqualTo((long) PARTS * size);
        assertThat(made.crc32c()).contains(Crc32c.of(ByteBuffer.wrap(whole.toByteArray())));
        assertThat(read(store, "parts", size - 10L, OptionalLong.of(20), Optional.of(made.version())))
                .isEqualTo(java.util.Arrays.copyOfRange(whole.toByteArray(), size - 10, size + 10));
        assertThat(server.unfinished()).isZero();
    }

    @Test
    void anotherProcessCanFinishByWhatTheStoreListed() {
        Upload upload = store.begin("resumed");
        byte[] octets = octets(1000, 9);
        store.put(upload, 1, ByteBuffer.wrap(octets));
        List<Part> listed = store.parts(new Upload(upload.key(), upload.id())).toList();
        assertThat(store.finish(upload, listed).size()).isEqualTo(1000);
    }

    @Test
    void partsAreListedByPages() {
        Upload upload = store.begin("many");
        IntStream.rangeClosed(1, 203)
                .parallel()
                .forEach(number -> store.put(upload, number, ByteBuffer.wrap(new byte[] {(byte) number})));
        assertThat(store.parts(upload))
                .extracting(Part::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 203).boxed().toList());
        store.abort(upload);
        assertThat(server.unfinished()).isZero();
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void whatWasGivenUpIsGoneAndGivingUpTwiceIsNothing() {
        Upload upload = store.begin("given up");
        Part part = store.put(upload, 1, ByteBuffer.wrap(new byte[10]));
        store.abort(upload);
        store.abort(upload);
        assertThat(server.unfinished()).isZero();
        assertThat(server.keys()).isEmpty();
        assertThatThrownBy(() -> store.finish(upload, List.of(part))).isInstanceOf(CloudException.class);
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void anObjectOfPartsThatTheStoreDoesNotHaveIsNotMade() {
        Upload upload = store.begin("wrong");
        Part part = store.put(upload, 1, ByteBuffer.wrap(new byte[10]));
        assertThatThrownBy(() -> store.finish(upload, List.of(part, new Part(2, 5, "bm9uZQ==", Optional.empty()))))
                .isInstanceOf(CloudException.class);
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void eachFailureHasItsReason() {
        store.write("k", ByteBuffer.wrap(new byte[10]));
        server.faults(Fault.UNAVAILABLE);
        fails(Reason.UNAVAILABLE, () -> read(store, "k", 0, OptionalLong.empty(), Optional.empty()));
        server.faults(Fault.THROTTLED);
        fails(Reason.THROTTLED, () -> read(store, "k", 0, OptionalLong.empty(), Optional.empty()));
        server.faults(Fault.EXPIRED);
        fails(Reason.CREDENTIALS, () -> read(store, "k", 0, OptionalLong.empty(), Optional.empty()));
        server.faults(Fault.DAMAGED);
        fails(Reason.DAMAGED, () -> store.write("k", ByteBuffer.wrap(octets(1000, 1))));
        // some libraries ask again by themselves when no answer comes, but not for ever
        server.faults(Fault.UNHEARD, Fault.UNHEARD, Fault.UNHEARD);
        fails(Reason.UNANSWERED, () -> read(store, "k", 0, OptionalLong.empty(), Optional.empty()));
        server.faults();
        Upload upload = store.begin("u");
        server.faults(Fault.DAMAGED);
        fails(Reason.DAMAGED, () -> store.put(upload, 1, ByteBuffer.wrap(octets(1000, 1))));
        assertThat(server.unfinished()).isZero();
    }

    @Test
    void aBodyThatIsCutIsNoWholeRead() throws IOException {
        byte[] octets = octets(SIZE, 4);
        store.write("k", ByteBuffer.wrap(octets));
        server.faults(Fault.CUT);
        fails(Reason.UNANSWERED, () -> read(store, "k", 0, OptionalLong.empty(), Optional.empty()));
        server.faults(Fault.NONE, Fault.CUT, Fault.UNAVAILABLE, Fault.CUT);
        assertThat(read(patient, "k", 0, OptionalLong.empty(), Optional.empty()))
                .isEqualTo(octets);
        // where a library goes on by itself, there is less to be patient about
        assertThat(pauses).hasSizeBetween(1, 3);
    }

    @Test
    void patienceEndsAndKnowsWhatDoesNotPass() {
        server.faults(Fault.UNAVAILABLE, Fault.THROTTLED, Fault.UNAVAILABLE);
        assertThat(patient.write("k", ByteBuffer.wrap(new byte[5])).size()).isEqualTo(5);
        assertThat(pauses).hasSize(3);
        server.faults(Fault.UNAVAILABLE, Fault.UNAVAILABLE, Fault.UNAVAILABLE, Fault.UNAVAILABLE);
        fails(Reason.UNAVAILABLE, () -> patient.list("").findAny());
        pauses.clear();
        server.faults(Fault.EXPIRED);
        fails(Reason.CREDENTIALS, () -> patient.list("").findAny());
        assertThat(pauses).isEmpty();
    }

    @Test
    void whatWasFinishedUnheardIsFinished() {
        Upload upload = patient.begin("k");
        byte[] octets = octets(1000, 5);
        server.faults(Fault.UNHEARD, Fault.DAMAGED);
        Part part = patient.put(upload, 1, ByteBuffer.wrap(octets));
        server.faults(Fault.UNHEARD);
        assertThat(patient.finish(upload, List.of(part)).crc32c()).contains(Crc32c.of(ByteBuffer.wrap(octets)));
        assertThat(server.keys()).containsExactly("k");
    }

    @Test
    void whoCannotTakeTheOctetsHearsItsOwnError() {
        store.write("k", ByteBuffer.wrap(octets(SIZE, 6)));
        var full = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("the disk is full");
            }
        };
        assertThatThrownBy(() -> store.read("k", 0, OptionalLong.empty(), Optional.empty(), full))
                .isInstanceOf(IOException.class)
                .hasMessage("the disk is full");
    }
}
