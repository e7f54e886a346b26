package io.longhaul.probes.stamp;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is known of whoever was heard lately. When there is no room, somebody new is taken only in the place of one who has been
 * silent for a while: a flood of new ones, whose addresses may be forged, drives nobody out. Confined to one thread.
 *
 * @param <K> who
 * @param <V> what is known
 */
final class KnownSenders<K, V> {
    private final int room;
    private final long silenceSeconds;
    private final Supplier<V> fresh;
    private final Map<K, Known<V>> known = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Known<V> {
        private final V value;
        private long heard;

        Known(V value) {
            this.value = value;
        }
    }

    /**
     * @param room for so many
     * @param silenceSeconds after which one may be forgotten
     * @param fresh what is known of somebody new
     */
    KnownSenders(int room, long silenceSeconds, Supplier<V> fresh) {
        this.room = room;
        this.silenceSeconds = silenceSeconds;
        this.fresh = fresh;
    }

    /** What is known of one who is heard now; empty when there is no room for somebody new. */
    Optional<V> hear(K who, long nowSeconds) {
        Known<V> entry = known.get(who);
        if (entry == null) {
            if (known.size() >= room && !forgetOne(nowSeconds)) {
                return Optional.empty();
            }
            entry = new Known<>(fresh.get());
            known.put(who, entry);
        }
        entry.heard = nowSeconds;
        return Optional.of(entry.value);
    }

    private boolean forgetOne(long nowSeconds) {
        Iterator<Known<V>> byAge = known.values().iterator();
        boolean silent = nowSeconds - byAge.next().heard >= silenceSeconds;
        if (silent) {
            byAge.remove();
        }
        return silent;
    }
}
