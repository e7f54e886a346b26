package io.longhaul.probes.server;

import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Hello;
import io.longhaul.probes.wire.ProtocolException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;

/** Opens an echo connection: reads the request, checks the token, then returns every octet. Confined to the loop. */
final class EchoService extends EndingListener {
    private final AgentContext agent;
    private final byte[] hello;
    private final ControlChannel control;

    private EchoService(AgentContext agent, Channel channel, byte[] hello) {
        this.agent = agent;
        this.hello = hello;
        this.control = new ControlChannel(channel, this);
    }

    static void open(AgentContext agent, Channel channel, byte[] hello) {
        var service = new EchoService(agent, channel, hello);
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.pipeline().addLast(service.control);
        service.control.expectDocument(Hello.REQUEST_LIMIT);
        service.control.await("request", agent.options().patience());
    }

    @Override
    public void onDocument(byte[] json) {
        try {
            if (!agent.admission().admits(control.channel(), hello, Hello.proof(json))
                    || !agent.echoSeats().take()) {
                control.send(ControlState.ACCESS_DENIED);
                control.close(agent.options().patience());
                return;
            }
        } catch (ProtocolException e) {
            control.close(agent.options().patience());
            return;
        }
        Channel channel = control.channel();
        channel.closeFuture().addListener(closed -> agent.echoSeats().free());
        channel.pipeline().replace(control, "echo", new EchoHandler(agent.options(), agent.nanoClock()));
        channel.writeAndFlush(channel.alloc().buffer(1).writeByte(ControlState.TEST_RUNNING.code()));
    }

    @Override
    public void onState(ControlState state) {
        end();
    }

    @Override
    void end() {
        control.close(agent.options().patience());
    }
}
