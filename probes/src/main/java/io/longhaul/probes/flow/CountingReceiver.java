package io.longhaul.probes.flow;

import io.netty.channel.Channel;
import java.util.function.LongSupplier;

/** Counts what arrives, from its creation on, until it is halted. Confined to the channel's event loop. */
abstract class CountingReceiver extends StreamHandler {
    private boolean counting = true;

    CountingReceiver(int id, Channel channel, LongSupplier nanoClock) {
        super(id, channel, nanoClock);
    }

    @Override
    public final boolean isSender() {
        return false;
    }

    @Override
    public final void begin() {
        // counts from the first octet on
    }

    @Override
    public final void halt() {
        counting = false;
    }

    final boolean isCounting() {
        return counting;
    }
}
