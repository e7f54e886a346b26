package io.longhaul.probes.server;

import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.Cookie;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tests of an agent: those that run, and those that wait for their turn in the order they came. Thread-safe.
 */
final class TestRegistry {
    private final AgentLimits limits;
    private final Map<Cookie, TestSession> byCookie = new HashMap<>();
    private final Set<TestSession> running = new HashSet<>();
    private final Deque<TestSession> waiting = new ArrayDeque<>();
    private boolean closed;

    TestRegistry(AgentLimits limits) {
        this.limits = limits;
    }

    /** The test a data connection belongs to. */
    synchronized Optional<TestSession> find(Cookie cookie) {
        return Optional.ofNullable(byCookie.get(cookie));
    }

    /** Lets a test begin now, or when another ends; false when there are too many, or the cookie is taken. */
    boolean admit(TestSession session) {
        boolean now;
        synchronized (this) {
            now = running.size() < limits.tests();
            if (closed || (!now && waiting.size() >= limits.waiting()) || byCookie.containsKey(session.cookie())) {
                return false;
            }
            byCookie.put(session.cookie(), session);
            if (now) {
                running.add(session);
            } else {
                waiting.add(session);
            }
        }
        if (now) {
            session.begin();
        }
        return true;
    }

    /** A test is over; the one that waited longest begins. */
    void remove(TestSession session) {
        Optional<TestSession> next = Optional.empty();
        synchronized (this) {
            byCookie.remove(session.cookie(), session);
            waiting.remove(session);
            if (running.remove(session) && !waiting.isEmpty()) {
                TestSession first = waiting.remove();
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

    /** Ends all tests and admits no more. */
    void close() {
        List<TestSession> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(byCookie.values());
        }
        all.forEach(TestSession::terminate);
    }
}
