package io.longhaul.probes.server;

import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.AdminMessages.RunningTest;
import io.longhaul.probes.wire.Cookie;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tests of an agent: those that run, and those that wait for their turn in the order they came. A place is given only to who has
 * been let in. Strangers, who could prove nothing, have half of the places together and a quarter from one address, and wait until
 * nobody else does. Thread-safe.
 */
final class TestRegistry {
    private static final int SHARE_OF_STRANGERS = 2;
    private static final int SHARE_OF_A_STRANGER = 4;

    private final AgentLimits limits;
    private final Map<Cookie, Place> places = new HashMap<>();
    private final Set<TestSession> running = new LinkedHashSet<>();
    private final Deque<TestSession> waiting = new ArrayDeque<>();
    private final Deque<TestSession> strangersWaiting = new ArrayDeque<>();
    private long ids;
    private boolean closed;

    /**
     * What a data connection shows that it belongs to. Immutable.
     *
     * @param index of the stream; {@link AcceptedStream#NO_INDEX} when all streams of the test show the same cookie
     */
    record Place(TestSession test, int index) {}

    TestRegistry(AgentLimits limits) {
        this.limits = limits;
    }

    synchronized long nextId() {
        return ++ids;
    }

    /** What a cookie belongs to. */
    synchronized Optional<Place> find(Cookie cookie) {
        return Optional.ofNullable(places.get(cookie));
    }

    /** Uses a cookie, once if it is that of one stream; false when it was used, or its test is over. */
    synchronized boolean take(Cookie cookie) {
        Place place = places.get(cookie);
        if (place != null && place.index() != AcceptedStream.NO_INDEX) {
            places.remove(cookie);
        }
        return place != null;
    }

    /** Lets a test begin now, or when another ends; false when there are too many, or a cookie is taken. */
    boolean admit(TestSession session) {
        boolean now;
        synchronized (this) {
            boolean mayRun = mayRun(session);
            boolean mayWait = session.isStranger() ? strangerMayWait() : waiting.size() < limits.waiting();
            List<Cookie> cookies = session.cookies();
            now = mayRun && waiting.isEmpty();
            if (closed
                    || !(now || mayWait)
                    || cookies.stream().anyMatch(places::containsKey)
                    || isTooManyOfOneAddress(session)) {
                return false;
            }
            for (int i = 0; i < cookies.size(); i++) {
                int index = session.hasIndexedStreams() ? i : AcceptedStream.NO_INDEX;
                places.put(cookies.get(i), new Place(session, index));
            }
            if (now) {
                running.add(session);
            } else {
                (session.isStranger() ? strangersWaiting : waiting).add(session);
            }
        }
        if (now) {
            session.begin();
        }
        return true;
    }

    private boolean mayRun(TestSession session) {
        return running.size() < limits.tests()
                && (!session.isStranger()
                        || running.stream().filter(TestSession::isStranger).count()
                                < share(limits.tests(), SHARE_OF_STRANGERS));
    }

    private boolean strangerMayWait() {
        return waiting.size() + strangersWaiting.size() < limits.waiting()
                && strangersWaiting.size() < share(limits.waiting(), SHARE_OF_STRANGERS);
    }

    private boolean isTooManyOfOneAddress(TestSession session) {
        String origin = Lobby.originOf(session.clientAddress());
        return session.isStranger()
                && Stream.concat(running.stream(), strangersWaiting.stream())
                                .filter(TestSession::isStranger)
                                .filter(other ->
                                        Lobby.originOf(other.clientAddress()).equals(origin))
                                .count()
                        >= share(limits.tests() + limits.waiting(), SHARE_OF_A_STRANGER);
    }

    private static int share(int places, int part) {
        return Math.max(1, places / part);
    }

    /** A test is over; the one that waited longest begins. */
    void remove(TestSession session) {
        Optional<TestSession> next = Optional.empty();
        synchronized (this) {
            session.cookies().forEach(cookie -> {
                Place place = places.get(cookie);
                if (place != null && place.test() == session) {
                    places.remove(cookie);
                }
            });
            waiting.remove(session);
            strangersWaiting.remove(session);
            running.remove(session);
            Deque<TestSession> queue = waiting.isEmpty() ? strangersWaiting : waiting;
            if (!queue.isEmpty() && mayRun(queue.peek())) {
                TestSession first = queue.remove();
                running.add(first);
                next = Optional.of(first);
            }
        }
        next.ifPresent(TestSession::begin);
    }

    /** Tests that run at the moment. */
    synchronized int size() {
        return running.size();
    }

    private synchronized List<TestSession> all() {
        var all = new ArrayList<>(running);
        all.addAll(waiting);
        all.addAll(strangersWaiting);
        return all;
    }

    /** What runs and waits, for coordinators. */
    List<RunningTest> list() {
        return all().stream().map(TestSession::describe).toList();
    }

    /** Ends a test, if there is one of that number. */
    void end(long id, String who) {
        all().stream().filter(test -> test.describe().id() == id).forEach(test -> test.terminate("ended by " + who));
    }

    /** Ends all tests and admits no more. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        all().forEach(test -> test.terminate("the agent closes"));
    }
}
