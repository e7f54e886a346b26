package io.longhaul.probes.server;

import io.longhaul.probes.net.ListenerSettings;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sets the listening socket for the test that is about to open its streams, so that accepted sockets have its buffers,
 * segment size and congestion control from their first packet on: what is set after accept comes too late for the window
 * offered in the handshake. Tests that ask for the same share the desk; others wait their turn, but never long. Thread-safe.
 */
final class ListenerDesk {
    /** A client slower than this gets its settings after accept. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final Map<Object, Runnable> inside = new HashMap<>();
    private final Queue<Visit> queue = new ArrayDeque<>();
    private @Nullable Channel listener;
    private @Nullable ListenerSettings usual;
    private ListenerSettings current = ListenerSettings.NONE;

    private record Visit(Object visitor, ListenerSettings wanted, Runnable enter) {}

    /** Opens, when the agent listens. */
    synchronized void serve(Channel channel) {
        listener = channel;
        usual = ListenerSettings.usualOf(channel).orElse(null);
    }

    /**
     * Asks for settings.
     *
     * @param visitor who asks, once at a time
     * @param wanted settings
     * @param enter called when they are in force, or cannot be; on any thread
     */
    void enter(Object visitor, ListenerSettings wanted, Runnable enter) {
        synchronized (this) {
            queue.add(new Visit(visitor, wanted, enter));
        }
        admit();
    }

    /** Its streams are open, or it has gone. */
    void leave(Object visitor) {
        synchronized (this) {
            queue.removeIf(visit -> visit.visitor() == visitor);
            Runnable expiry = inside.remove(visitor);
            if (expiry != null) {
                expiry.run();
            }
        }
        admit();
    }

    private void admit() {
        for (Visit next = next(); next != null; next = next()) {
            next.enter().run();
        }
    }

    private synchronized @Nullable Visit next() {
        Channel socket = listener;
        Visit first = queue.peek();
        if (first == null || socket == null) {
            return null;
        }
        boolean same = first.wanted().equals(current);
        if (!same && !inside.isEmpty()) {
            return null;
        }
        queue.remove();
        if (!same) {
            put(socket, first.wanted());
        }
        var expiry =
                socket.eventLoop().schedule(() -> leave(first.visitor()), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        inside.put(first.visitor(), () -> expiry.cancel(false));
        return first;
    }

    private void put(Channel socket, ListenerSettings wanted) {
        ListenerSettings before = usual;
        if (before != null) {
            before.restoreOn(socket);
            wanted.applyTo(socket);
        }
        current = wanted;
    }
}
