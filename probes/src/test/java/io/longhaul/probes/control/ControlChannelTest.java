package io.longhaul.probes.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.wire.ControlState;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a control connection ends. */
class ControlChannelTest {
    private static final int MORE_THAN_BUFFERS_HOLD = 64 << 20;

    @Test
    void aPeerThatNeverReadsIsClosedAllTheSame() throws Exception {
        var accepted = new CompletableFuture<Channel>();
        try (EventLoops loops = EventLoops.start(1)) {
            Channel listener = new ServerBootstrap()
                    .group(loops.group())
                    .channel(loops.family().listener())
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            var control = new ControlChannel(channel, new Deaf());
                            channel.pipeline().addLast(control);
                            control.send(new byte[MORE_THAN_BUFFERS_HOLD]);
                            control.close(Duration.ofMillis(100));
                            accepted.complete(channel);
                        }
                    })
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .sync()
                    .channel();
            int port = ((InetSocketAddress) listener.localAddress()).getPort();

            try (var mute = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Channel channel = accepted.get(20, TimeUnit.SECONDS);
                assertThat(channel.closeFuture().await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(mute.isClosed()).isFalse();
            }
        }
    }

    private static final class Deaf implements ControlListener {
        @Override
        public void onState(ControlState state) {}

        @Override
        public void onDocument(byte[] json) {}

        @Override
        public void onErrorCodes(int code, int errno) {}

        @Override
        public void onClosed() {}

        @Override
        public void onSilence(String awaited) {}

        @Override
        public void onViolation(String message) {}
    }
}
