package io.longhaul.probes.server;

import io.longhaul.probes.control.Bond;
import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.wire.AdminMessages;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Service;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The agent's half of how a Longhaul client opens a conversation: the challenge, its request, its proof. Nothing is given away before
 * the proof is right. Confined to the channel's loop.
 */
final class Reception extends EndingListener {
    private final AgentContext agent;
    private final ControlChannel control;
    private final byte[] first;
    private final Service service;
    private final Challenge challenge;
    private byte @Nullable [] request;

    private Reception(AgentContext agent, Channel channel, byte[] first, Service service) {
        this.agent = agent;
        this.control = new ControlChannel(channel, this);
        this.first = first;
        this.service = service;
        this.challenge = agent.door().challenge(service);
    }

    /** Sends the challenge; what is returned goes last into the pipeline. */
    static ChannelHandler of(AgentContext agent, Channel channel, byte[] first, Service service) {
        var reception = new Reception(agent, channel, first, service);
        reception.control.send(reception.challenge.message());
        reception.control.expectDocument(Parameters.LIMIT);
        reception.control.await("request", agent.options().patience());
        return reception.control;
    }

    @Override
    public void onDocument(byte[] document) {
        if (request == null) {
            request = document;
            control.expectDocument(Bond.PROOF_LENGTH);
            control.await("proof", agent.options().patience());
            return;
        }
        Bond bond = new Bond(first, challenge, request);
        Optional<Door.Guest> guest = agent.door().admit(control.channel(), bond, document);
        if (guest.isEmpty()) {
            refuse(Audit.UNKNOWN, RefusalCode.LOGIN, "no proof of a token, and no certificate that is let in");
            return;
        }
        try {
            serve(guest.get(), bond, request);
        } catch (ProtocolException malformed) {
            end("a request that cannot be read");
        }
    }

    private void serve(Door.Guest guest, Bond bond, byte[] asked) {
        switch (service) {
            case TEST -> TestSession.ofOurs(agent, control, guest, bond, Parameters.decode(asked));
            case ECHO -> echo(guest);
            case ADMIN -> administer(guest, AdminMessages.Request.read(asked));
        }
    }

    private void echo(Door.Guest guest) {
        Optional<RefusalCode> objection = agent.usage().objection(client().getAddress(), 0);
        if (objection.isPresent() || !agent.echoSeats().tryAcquire()) {
            refuse(
                    guest.name(),
                    objection.orElse(RefusalCode.BUSY),
                    "too many echo sessions, or the volume is used up");
            return;
        }
        Channel channel = control.channel();
        agent.lobby().leave(channel);
        channel.closeFuture().addListener(closed -> agent.echoSeats().release());
        channel.pipeline().replace(control, "echo", new EchoHandler(agent, guest.name(), client()));
        channel.writeAndFlush(channel.alloc().buffer(1).writeByte(ControlState.TEST_RUNNING.code()));
        control.stopWaiting();
    }

    private void administer(Door.Guest guest, AdminMessages.Request asked) {
        if (guest.role() != Role.COORDINATOR) {
            refuse(guest.name(), RefusalCode.LOGIN, "only coordinators may see and end tests");
            return;
        }
        asked.end().ifPresent(id -> agent.tests().end(id, guest.name()));
        control.send(ControlState.TEST_RUNNING);
        control.send(AdminMessages.answer(agent.tests().list()));
        agent.audit()
                .served(
                        guest.name(),
                        client(),
                        "admin",
                        asked.end().isPresent() ? "asked to end a test" : "asked for the tests");
        control.close(agent.options().patience());
    }

    private InetSocketAddress client() {
        return (InetSocketAddress) control.channel().remoteAddress();
    }

    private void refuse(String who, RefusalCode code, String why) {
        agent.audit().refused(who, client(), service.id() + ": " + why);
        control.send(code.message());
        control.close(agent.options().patience());
    }

    @Override
    void end(String why) {
        agent.audit().refused(Audit.UNKNOWN, client(), service.id() + ": " + why);
        control.close(agent.options().patience());
    }
}
