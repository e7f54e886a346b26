package io.longhaul.probes.net;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Event loops that look at their sockets and timers every few milliseconds even while a sender keeps them busy with tasks. Netty's own
 * run tasks for up to a second before they look again, in which no interval of a test can end. Thread-safe.
 */
final class PromptLoops extends MultiThreadIoEventLoopGroup {
    private static final long TASK_MILLIS = 5;

    PromptLoops(int threads, ThreadFactory factory, IoHandlerFactory handler) {
        super(threads, factory, handler);
    }

    @Override
    protected IoEventLoop newChild(Executor executor, IoHandlerFactory handler, Object... more) {
        return new SingleThreadIoEventLoop(
                this, executor, handler, Integer.MAX_VALUE, RejectedExecutionHandlers.reject(), TASK_MILLIS);
    }
}
