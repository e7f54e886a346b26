package io.longhaul.probes.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.ReusedReceiveAllocator;
import io.longhaul.probes.spec.AgentOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What echo keeps in memory for a client that takes nothing back. */
class EchoHandlerTest {
    /** A socket that takes nothing. */
    private static final class Stuck extends ChannelOutboundHandlerAdapter {
        private final List<ByteBuf> held = new ArrayList<>();

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            held.add((ByteBuf) message);
        }
    }

    private static EchoHandler echo() {
        return new EchoHandler(
                Contexts.of(AgentOptions.onLoopback(0)),
                "somebody",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    }

    @Test
    void anOctetThatWaitsHoldsNoReceiveBuffer() {
        var stuck = new Stuck();
        var channel = new EmbeddedChannel(stuck, echo());
        var allocator = new ReusedReceiveAllocator();
        ByteBuf first = allocator.newHandle().allocate(channel.alloc());
        channel.writeInbound(first.writeByte(1));

        for (int i = 2; i <= 50; i++) {
            ByteBuf next = allocator.newHandle().allocate(channel.alloc());
            assertThat(next).as("the one buffer of reads is free again").isSameAs(first);
            channel.writeInbound(next.writeByte(i));
        }

        assertThat(stuck.held).hasSize(50);
        for (int i = 0; i < stuck.held.size(); i++) {
            ByteBuf waiting = stuck.held.get(i);
            assertThat(waiting.readByte()).isEqualTo((byte) (i + 1));
            assertThat(waiting.capacity()).isLessThan(1000);
            waiting.release();
        }
        channel.close();
    }

    @Test
    void nothingIsReadWhileMuchWaits() {
        var channel = new EmbeddedChannel(echo());

        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        channel.runPendingTasks();
        assertThat(channel.config().isAutoRead()).isFalse();

        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
        channel.close();
    }
}
