package io.longhaul.probes.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * Collects the data connections of a test until all are there. Their order is their identity: that of the index the
 * client gives, or else that of acceptance. Confined to the test's loop.
 */
final class StreamIntake {
    private final int wanted;
    private final boolean indexed;
    private final List<AcceptedStream> streams = new ArrayList<>();
    private final HashSet<Integer> indices = new HashSet<>();

    StreamIntake(int wanted, boolean indexed) {
        this.wanted = wanted;
        this.indexed = indexed;
    }

    /** False when it is not wanted: one too many, or an index out of range or given twice. */
    boolean offer(AcceptedStream stream) {
        if (isComplete() || (indexed && (outOfRange(stream.index()) || !indices.add(stream.index())))) {
            return false;
        }
        streams.add(stream);
        return true;
    }

    private boolean outOfRange(int index) {
        return index < 0 || index >= wanted;
    }

    boolean isComplete() {
        return streams.size() == wanted;
    }

    /** In the order of their identity. */
    List<AcceptedStream> ordered() {
        Comparator<AcceptedStream> order = indexed
                ? Comparator.comparingInt(AcceptedStream::index)
                : Comparator.comparingLong(AcceptedStream::order);
        return streams.stream().sorted(order).toList();
    }

    void closeAll() {
        streams.forEach(stream -> stream.channel().close());
    }
}
