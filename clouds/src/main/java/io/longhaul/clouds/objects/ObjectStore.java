package io.longhaul.clouds.objects;

import io.longhaul.clouds.CloudException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One bucket (container, on Azure) of an object store. Each call blocks and is one request, but for lists, which ask for a
 * page when one is needed. Nothing is tried again: {@link PatientStore} does that. Every call throws a
 * {@link CloudException}: {@code NOT_FOUND}, {@code CHANGED} where a precondition fails, {@code DAMAGED} where a checksum
 * does, {@code UNANSWERED} where the answer was cut. Implementations are safe for any thread; as many threads as
 * connections can work at once.
 */
public interface ObjectStore extends AutoCloseable {
    /**
     * An object as the store tells it. Immutable.
     *
     * @param key name within the bucket
     * @param size octets
     * @param version what a precondition names: the entity tag of S3 and Azure, the generation of Google Cloud
     * @param crc32c of the whole object; empty where the store does not know it, as in the lists of S3
     * @param modified when it was written
     */
    record StoredObject(String key, long size, String version, Optional<Integer> crc32c, Instant modified) {}

    /**
     * An object that is being written in parts. Immutable; its text fields can be kept and used by another process.
     *
     * @param key name that the object will have
     * @param id the store's name of the upload; that of the parts on Azure, where uploads have none
     */
    record Upload(String key, String id) {}

    /**
     * A part that the store has. Immutable.
     *
     * @param number from 1; parts stand in their order
     * @param size octets
     * @param tag what the store gave for it
     * @param crc32c of its octets; empty where it was read back from a list that has none
     */
    record Part(int number, long size, String tag, Optional<Integer> crc32c) {}

    /**
     * Some of a list. Immutable.
     *
     * @param items in the order of the list
     * @param next asks for those after them; empty at the end
     */
    record Page<T>(List<T> items, Optional<String> next) {
        public Page {
            items = List.copyOf(items);
        }

        /** All that pages hold; a page is asked for when the one before it is used up. */
        static <T> Stream<T> all(Function<Optional<String>, Page<T>> pages) {
            Iterator<Page<T>> each = new Iterator<>() {
                private Optional<String> token = Optional.empty();
                private boolean ended;

                @Override
                public boolean hasNext() {
                    return !ended;
                }

                @Override
                public Page<T> next() {
                    if (ended) {
                        throw new NoSuchElementException();
                    }
                    Page<T> page = pages.apply(token);
                    token = page.next();
                    ended = token.isEmpty();
                    return page;
                }
            };
            return StreamSupport.stream(Spliterators.spliteratorUnknownSize(each, Spliterator.ORDERED), false)
                    .flatMap(page -> page.items().stream());
        }
    }

    /** Objects whose names begin so, in the order of their names; asks for a page when one is needed. */
    default Stream<StoredObject> list(String prefix) {
        return Page.all(token -> list(prefix, token));
    }

    /** A page of {@link #list(String)}; the first one without a token. */
    Page<StoredObject> list(String prefix, Optional<String> token);

    /** One object. */
    StoredObject stat(String key);

    /**
     * Reads a range of an object.
     *
     * @param offset first octet
     * @param length octets at most; empty reads to the end
     * @param version the object must still be this one; empty takes any
     * @param into gets the octets in order as they come, also those before an error
     * @return octets read
     * @throws IOException when {@code into} does not take them
     */
    long read(String key, long offset, OptionalLong length, Optional<String> version, OutputStream into)
            throws IOException;

    /** Writes a whole object in one request; the store checks its checksum. */
    StoredObject write(String key, ByteBuffer content);

    /** Begins an object of many parts. */
    Upload begin(String key);

    /** Writes a part, or writes it again; the store checks its checksum. Parts but the last have {@link #leastPart} octets. */
    Part put(Upload upload, int number, ByteBuffer content);

    /**
     * Makes the object of its parts. It appears whole or not at all, and its checksum is compared with that of the parts
     * where all are known.
     */
    StoredObject finish(Upload upload, List<Part> parts);

    /** Gives up the parts. Of an upload that is over, nothing happens. */
    void abort(Upload upload);

    /** The parts that the store has of an upload, by number; asks for a page when one is needed. */
    default Stream<Part> parts(Upload upload) {
        return Page.all(token -> parts(upload, token));
    }

    /** A page of {@link #parts(Upload)}; the first one without a token. */
    Page<Part> parts(Upload upload, Optional<String> token);

    /** Removes an object; if there is none, nothing happens. */
    void delete(String key);

    /** The smallest part that is not the last one, in octets. */
    long leastPart();

    /** Closes the connections. */
    @Override
    void close();
}
