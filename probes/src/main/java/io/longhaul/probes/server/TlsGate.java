package io.longhaul.probes.server;

import io.longhaul.probes.spec.TlsIdentity;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Looks at the first octet of a connection: that of a TLS handshake, which no cookie begins with, puts TLS before all
 * else. Confined to the channel's event loop.
 */
final class TlsGate extends ChannelInboundHandlerAdapter {
    private static final int HANDSHAKE = 0x16;

    private final TlsIdentity identity;

    TlsGate(TlsIdentity identity) {
        this.identity = identity;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf octets = (ByteBuf) message;
        if (octets.isReadable()) {
            if (octets.getUnsignedByte(octets.readerIndex()) == HANDSHAKE) {
                context.pipeline().addAfter(context.name(), "tls", identity.acceptor(context.alloc()));
            }
            context.fireChannelRead(message);
            context.pipeline().remove(this);
        } else {
            octets.release();
        }
    }
}
