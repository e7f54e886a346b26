package io.longhaul.probes.server;

import io.netty.channel.Channel;

/**
 * A data connection that showed the right cookie. Immutable.
 *
 * @param channel open
 * @param order in which the agent accepted it
 * @param index its place among the test's streams as the client says; {@link #NO_INDEX} when it does not say
 */
record AcceptedStream(Channel channel, long order, int index) {
    static final int NO_INDEX = -1;
}
