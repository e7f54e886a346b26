package io.longhaul.probes.net;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that probes and agents run on; any number of probes and agents can share one. Epoll where the platform has
 * it, NIO elsewhere. Every socket is opened by one of these threads, never by a caller's: a thread factory whose threads
 * have entered a network namespace keeps all traffic inside it. Thread-safe.
 */
public final class EventLoops implements AutoCloseable {
    private static final long CLOSE_SECONDS = 5;

    private final MultiThreadIoEventLoopGroup group;
    private final SocketFamily family;

    private EventLoops(int threads, ThreadFactory factory, boolean epoll) {
        IoHandlerFactory handler = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.group = new PromptLoops(threads, RunnableTime.noting(factory), handler);
        this.family = epoll ? SocketFamily.EPOLL : SocketFamily.NIO;
    }

    /** One daemon thread per processor. */
    public static EventLoops start() {
        return start(Runtime.getRuntime().availableProcessors());
    }

    /** So many daemon threads. */
    public static EventLoops start(int threads) {
        return start(threads, new DefaultThreadFactory("longhaul-io", true));
    }

    /** So many threads, made by the factory; they start when first needed. */
    public static EventLoops start(int threads, ThreadFactory factory) {
        return new EventLoops(threads, factory, Epoll.isAvailable());
    }

    /** NIO even where epoll is there: no kernel figures and no choice of congestion control. */
    public static EventLoops startNio(int threads) {
        return new EventLoops(threads, new DefaultThreadFactory("longhaul-nio", true), false);
    }

    public EventLoop next() {
        return group.next();
    }

    /** For bootstraps. */
    public EventLoopGroup group() {
        return group;
    }

    public SocketFamily family() {
        return family;
    }

    /** Closes all sockets and ends the threads; waits for them a few seconds at most. */
    @Override
    public void close() {
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS + 1, TimeUnit.SECONDS);
    }
}
