package io.longhaul.probes.client;

import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.control.ControlListener;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.Addresses;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Timeouts;
import io.longhaul.probes.wire.AdminMessages;
import io.longhaul.probes.wire.AdminMessages.RunningTest;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Service;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A coordinator's question to an agent: which tests does it have, and end this one. Confined to the connection's loop. */
public final class Administration implements ControlListener {
    private final ProbeTarget target;
    private final byte[] request;
    private final Opening opening;
    private final ControlChannel control;
    private final CompletableFuture<List<RunningTest>> answer;
    private boolean admitted;

    private Administration(
            ProbeTarget target, OptionalLong end, Channel channel, CompletableFuture<List<RunningTest>> answer) {
        this.target = target;
        this.request = new AdminMessages.Request(end).encode();
        this.opening = new Opening(Service.ADMIN, target.token(), new SecureRandom());
        this.control = new ControlChannel(channel, this);
        this.answer = answer;
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param target with the token or the certificate of a coordinator
     * @param end a test to end first; empty only asks
     * @return the tests, the one ended among them
     * @throws AgentException when there is no agent, or it does not let this client in
     */
    public static List<RunningTest> ask(ProbeTarget target, OptionalLong end, EventLoops loops) {
        var answer = new CompletableFuture<List<RunningTest>>();
        var address = new InetSocketAddress(target.host(), target.port());
        new Connector(loops, Timeouts.DEFAULT.connect())
                .connect(loops.next(), address, SocketTuning.NONE.withNoDelay(), new ChannelInboundHandlerAdapter())
                .whenComplete((channel, failure) -> {
                    if (failure != null) {
                        answer.completeExceptionally(AgentException.noAnswer(
                                ConnectFailure.of(failure, Addresses.show(target.host(), target.port()))
                                        .message()));
                    } else {
                        new Administration(target, end, channel, answer).begin(channel);
                    }
                });
        try {
            return answer.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof AgentException known ? known : failed;
        }
    }

    private void begin(Channel channel) {
        target.tls()
                .ifPresent(tls ->
                        channel.pipeline().addFirst(tls.connector(channel.alloc(), target.host(), target.port())));
        channel.pipeline().addLast(control);
        control.send(opening.first());
        awaitNext("challenge");
    }

    private void awaitNext(String what) {
        control.await(what, Timeouts.DEFAULT.answer());
    }

    @Override
    public void onState(ControlState state) {
        switch (state) {
            case CHALLENGE -> control.expectDocument(Challenge.LIMIT);
            case TEST_RUNNING -> {
                admitted = true;
                control.expectDocument(AdminMessages.LIMIT);
            }
            case SERVER_ERROR -> control.expectErrorCodes();
            default -> fail("said " + state);
        }
        awaitNext("answer");
    }

    @Override
    public void onDocument(byte[] json) {
        try {
            if (admitted) {
                answer.complete(AdminMessages.readAnswer(json));
                control.close();
            } else {
                control.send(opening.answer(json, request));
                awaitNext("answer");
            }
        } catch (ProtocolException malformed) {
            fail(String.valueOf(malformed.getMessage()));
        }
    }

    @Override
    public void onErrorCodes(int code, int errno) {
        fail("refused: " + RefusalCode.describe(code));
    }

    @Override
    public void onClosed() {
        fail("closed the connection");
    }

    @Override
    public void onSilence(String awaited) {
        fail("did not send its " + awaited);
    }

    @Override
    public void onViolation(String message) {
        fail("is no agent of Longhaul: " + message);
    }

    private void fail(String what) {
        answer.completeExceptionally(
                AgentException.noAnswer(Addresses.show(target.host(), target.port()) + " " + what + "."));
        control.close();
    }
}
