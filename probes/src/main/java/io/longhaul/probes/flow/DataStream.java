package io.longhaul.probes.flow;

import io.netty.channel.Channel;

/**
 * One stream of a test, at one end. Its methods are called on its channel's event loop only, but {@link #id},
 * {@link #isSender} and {@link #channel} from anywhere.
 */
public interface DataStream {
    /** 1, 3, 4, 5, … in the order of creation. */
    int id();

    boolean isSender();

    Channel channel();

    /** Begins to send; a receiver counts from its creation on. */
    void begin();

    /** Stops sending or counting; the connection stays open. */
    void halt();

    /** What has been counted by now. */
    StreamReading read();

    /** As {@link #read}, where the count begins: what a sender sends from here on, a budget of the count pays for. Once only. */
    default StreamReading mark() {
        return read();
    }
}
